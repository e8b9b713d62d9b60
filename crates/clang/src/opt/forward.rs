//! Copy propagation forward: over the whole function for registers that are
//! written once, within a block for the others.
//!
//! A promoted local is read through `t = copy x`; every use of `t` behind it
//! reads `x` itself as long as neither is written. What reads `t` in another
//! block keeps the copy. Cost: linear, with a map per block.

use super::body::{Body, Facts};
use super::visit;
use ep_ir::inst::PtrTerm;
use ep_ir::{CastOp, Inst, InstKind, Operand, Reg, Type};
use rustc_hash::FxHashMap;

/// Replaces registers that are copies of constants or of registers that are
/// themselves written once.
pub fn global(body: &mut Body, facts: &Facts) {
    let mut source: FxHashMap<Reg, Operand> = FxHashMap::default();
    for (_, block) in body.blocks.iter() {
        for inst in &block.insts {
            let InstKind::Copy { dst, src } = inst.kind else {
                continue;
            };
            let stable = match src {
                Operand::Reg(r) => facts.is_single(r),
                Operand::Undef => false,
                _ => true,
            };
            if stable && facts.is_single(dst) {
                source.insert(dst, src);
            }
        }
    }
    if source.is_empty() {
        return;
    }
    let mut replace = |o: &mut Operand| {
        // Chains are as long as the nesting of copies; cycles are impossible,
        // because each register is written before it is read.
        for _ in 0..64 {
            let Operand::Reg(r) = *o else { return };
            let Some(next) = source.get(&r) else { return };
            *o = *next;
        }
    };
    for (_, block) in body.blocks.iter_mut() {
        for inst in &mut block.insts {
            visit::uses_mut(&mut inst.kind, &mut replace);
        }
        visit::term_uses_mut(&mut block.term, &mut replace);
    }
}

/// What is known about registers at a point of a block.
#[derive(Default)]
struct Known {
    copy_of: FxHashMap<Reg, Operand>,
    /// `r = sext src` from this type.
    extends: FxHashMap<Reg, (Operand, Type)>,
    /// `r = base + offset + terms`, inside its object.
    addresses: FxHashMap<Reg, (Operand, i64, Vec<PtrTerm>)>,
    /// Registers whose entry above mentions the key.
    mentioned: FxHashMap<Reg, Vec<Reg>>,
}

impl Known {
    fn forget(&mut self, written: Reg) {
        self.copy_of.remove(&written);
        self.extends.remove(&written);
        self.addresses.remove(&written);
        for r in self.mentioned.remove(&written).unwrap_or_default() {
            if self.copy_of.get(&r) == Some(&Operand::Reg(written)) {
                self.copy_of.remove(&r);
            }
            if self.extends.get(&r).map(|e| e.0) == Some(Operand::Reg(written)) {
                self.extends.remove(&r);
            }
            if let Some((base, _, terms)) = self.addresses.get(&r) {
                let hit = |o: &Operand| *o == Operand::Reg(written);
                if hit(base) || terms.iter().any(|t| hit(&t.index)) {
                    self.addresses.remove(&r);
                }
            }
        }
    }
    fn mention(&mut self, used: Operand, by: Reg) {
        if let Operand::Reg(used) = used {
            self.mentioned.entry(used).or_default().push(by);
        }
    }
    fn learn(&mut self, inst: &Inst) {
        if let InstKind::PtrAdd {
            dst,
            base,
            offset,
            terms,
            inbounds: true,
        } = &inst.kind
        {
            let itself = Operand::Reg(*dst);
            if *base != itself && terms.iter().all(|t| t.index != itself) {
                self.addresses.insert(*dst, (*base, *offset, terms.clone()));
                self.mention(*base, *dst);
                for t in terms {
                    self.mention(t.index, *dst);
                }
            }
            return;
        }
        let (dst, src) = match inst.kind {
            InstKind::Copy { dst, src } if src != Operand::Reg(dst) => {
                self.copy_of.insert(dst, src);
                (dst, src)
            }
            InstKind::Cast {
                op: CastOp::SExt,
                from,
                dst,
                src,
                ..
            } if src != Operand::Reg(dst) => {
                self.extends.insert(dst, (src, from));
                (dst, src)
            }
            _ => return,
        };
        self.mention(src, dst);
    }
}

/// Propagates within each block.
pub fn local(body: &mut Body, facts: &Facts) {
    let mut known = Known::default();
    for b in body.blocks.ids() {
        known.copy_of.clear();
        known.extends.clear();
        known.addresses.clear();
        known.mentioned.clear();
        let block = &mut body.blocks[b];
        for inst in &mut block.insts {
            let copy_of = &known.copy_of;
            let mut replace = |o: &mut Operand| {
                if let Operand::Reg(r) = *o {
                    if let Some(src) = copy_of.get(&r) {
                        *o = *src;
                    }
                }
            };
            visit::uses_mut(&mut inst.kind, &mut replace);
            if let InstKind::PtrAdd { terms, .. } = &mut inst.kind {
                for term in terms {
                    let Operand::Reg(r) = term.index else {
                        continue;
                    };
                    // Indices are sign-extended anyway.
                    if let Some((src, ty)) = known.extends.get(&r) {
                        term.index = *src;
                        term.ty = *ty;
                    }
                }
            }
            extend_address(&mut inst.kind, &known, facts);
            visit::defs_mut(&mut inst.kind, &mut |r| known.forget(*r));
            known.learn(inst);
        }
        let copy_of = &known.copy_of;
        visit::term_uses_mut(&mut block.term, &mut |o| {
            if let Operand::Reg(r) = *o {
                if let Some(src) = copy_of.get(&r) {
                    *o = *src;
                }
            }
        });
    }
}

/// An address computed from one that nothing else reads is computed at once
/// (`a[i].b`), and a constant offset of a global is a constant.
fn extend_address(kind: &mut InstKind, known: &Known, facts: &Facts) {
    let InstKind::PtrAdd {
        dst,
        base,
        offset,
        terms,
        inbounds: true,
    } = kind
    else {
        return;
    };
    if let Operand::Reg(r) = *base {
        let single = facts.is_single(r) && facts.uses[r.0 as usize] == 1;
        if let (true, Some((b, o, t))) = (single, known.addresses.get(&r)) {
            *base = *b;
            *offset = offset.wrapping_add(*o);
            let mut all = t.clone();
            all.append(terms);
            *terms = all;
        }
    }
    if let (Operand::Global(g, o), true) = (*base, terms.is_empty()) {
        *kind = InstKind::Copy {
            dst: *dst,
            src: Operand::Global(g, o.wrapping_add(*offset)),
        };
    }
}
