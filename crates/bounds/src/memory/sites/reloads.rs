//! What is loaded again from where it was loaded before, as a copy.
//!
//! Idea: `free(pool[n]->text); free(pool[n]);` loads `pool[n]` twice, and what the first
//! access says of the pointer holds for the second, too. In a block of the copy of the
//! program a load becomes a copy of the register that an earlier load of the same address,
//! or a store there, left, where nothing was written in between: `free` and what makes
//! blocks write no memory that lives. Source: local value numbering (Muchnick, "Advanced
//! Compiler Design", 12.4). Alternative: facts about places in memory in each rule. Cost:
//! one look at the function.
//!
//! What must never happen: a write in between that is not seen, or a register of the
//! address that was set anew.

use super::facts::{builtin, only_computes};
use ep_ir::provided::Builtin;
use ep_ir::{visit, CastOp, FuncId, Inst, InstKind, Module, Operand, Reg, Type};

/// What a register is made of: an operand, by conversions.
type Index = (Operand, Vec<(CastOp, Type, Type)>);

/// An address: what it is made of, as its operands and numbers.
type Address = (Operand, i64, Vec<(Index, Type, i64)>);

/// What registers are in a part of a block.
#[derive(Default)]
struct Names {
    addresses: Vec<(Reg, Address)>,
    indices: Vec<(Reg, Index)>,
}

impl Names {
    fn address(&self, o: &Operand) -> Address {
        let of = self.addresses.iter().find(|(r, _)| Operand::Reg(*r) == *o);
        of.map_or((*o, 0, Vec::new()), |(_, a)| a.clone())
    }

    fn index(&self, o: &Operand) -> Index {
        let of = self.indices.iter().find(|(r, _)| Operand::Reg(*r) == *o);
        of.map_or((*o, Vec::new()), |(_, i)| i.clone())
    }
}

fn mentions(a: &Address, r: Reg) -> bool {
    let same = |o: &Operand| *o == Operand::Reg(r);
    same(&a.0) || a.2.iter().any(|t| same(&t.0 .0))
}

/// The program with such copies in one function. Places of instructions stay.
pub(super) fn as_copies(module: &Module, id: FuncId) -> Module {
    let mut out = module.clone();
    for (_, block) in out.functions[id].blocks.iter_mut() {
        in_block(module, &mut block.insts);
    }
    out
}

fn in_block(module: &Module, insts: &mut [Inst]) {
    let mut names = Names::default();
    let mut loaded: Vec<(Address, Type, Operand)> = Vec::new();
    for i in insts {
        let mut fresh: Option<(Address, Type, Operand)> = None;
        let mut new: Option<(Reg, Address)> = None;
        let mut converted: Option<(Reg, Index)> = None;
        match &i.kind {
            InstKind::Load {
                dst,
                ty,
                addr,
                volatile: false,
                ..
            } => {
                let at = names.address(addr);
                let known = loaded.iter().find(|(a, t, _)| *a == at && t == ty);
                fresh = Some((at.clone(), *ty, Operand::Reg(*dst)));
                if let Some((_, _, src)) = known {
                    let (dst, src) = (*dst, *src);
                    i.kind = InstKind::Copy { dst, src };
                }
            }
            InstKind::Store {
                ty,
                addr,
                value,
                volatile,
                ..
            } => {
                loaded.clear();
                fresh = (!volatile).then(|| (names.address(addr), *ty, *value));
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } => {
                let (root, at, mut all) = names.address(base);
                all.extend(terms.iter().map(|t| (names.index(&t.index), t.ty, t.scale)));
                let at = at.checked_add(*offset).filter(|_| all.len() <= 4);
                new = at.map(|at| (*dst, (root, at, all)));
            }
            InstKind::Copy { dst, src } => converted = Some((*dst, names.index(src))),
            InstKind::Cast {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let (root, mut casts) = names.index(src);
                casts.push((*op, *from, *to));
                converted = (casts.len() <= 4).then_some((*dst, (root, casts)));
            }
            InstKind::Call { .. } => {
                let quiet = matches!(
                    builtin(module, &i.kind),
                    Some(Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc | Builtin::Free)
                );
                if !quiet {
                    loaded.clear();
                }
            }
            kind if !only_computes(kind) => loaded.clear(),
            _ => {}
        }
        visit::defs(&i.kind, &mut |r| {
            let set = Operand::Reg(*r);
            names.addresses.retain(|(d, a)| d != r && !mentions(a, *r));
            names.indices.retain(|(d, x)| d != r && x.0 != set);
            loaded.retain(|(a, _, v)| !mentions(a, *r) && *v != set);
            new = new.take().filter(|(_, a)| !mentions(a, *r));
            converted = converted.take().filter(|(_, x)| x.0 != set);
            fresh = fresh.take().filter(|(a, ..)| !mentions(a, *r));
        });
        names.addresses.extend(new);
        names.indices.extend(converted);
        loaded.extend(fresh);
    }
}
