//! Copy propagation forward: over the whole function for registers that are
//! written once, within a block for the others.
//!
//! A promoted local is read through `t = copy x`; every use of `t` behind it
//! reads `x` itself as long as neither is written. What reads `t` in another
//! block keeps the copy. Cost: linear, with a map per block.

use super::{visit, Body, Facts};
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
    /// Registers whose entry above mentions the key.
    mentioned: FxHashMap<Reg, Vec<Reg>>,
}

impl Known {
    fn forget(&mut self, written: Reg) {
        self.copy_of.remove(&written);
        self.extends.remove(&written);
        for r in self.mentioned.remove(&written).unwrap_or_default() {
            if self.copy_of.get(&r) == Some(&Operand::Reg(written)) {
                self.copy_of.remove(&r);
            }
            if self.extends.get(&r).map(|e| e.0) == Some(Operand::Reg(written)) {
                self.extends.remove(&r);
            }
        }
    }
    fn learn(&mut self, inst: &Inst) {
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
        if let Operand::Reg(src) = src {
            self.mentioned.entry(src).or_default().push(dst);
        }
    }
}

/// Propagates within each block.
pub fn local(body: &mut Body) {
    let mut known = Known::default();
    for b in body.blocks.ids() {
        known.copy_of.clear();
        known.extends.clear();
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
