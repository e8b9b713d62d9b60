//! Variables as slots: `free(a); a = malloc(n);` with a local pointer.
//!
//! Idea: a variable whose address nobody takes is a register, which several
//! instructions may set, and so a slot that nothing but they can write. A block that is
//! made into it has it until it is freed, if each time that the register is set it holds
//! no block that lives: it was freed through it or through a copy that is as new, or is
//! null, or this activation set it never. Then at most one of its blocks lives at one
//! time, whatever the rounds are. Source: that of slots ([`super`]), where there is no
//! other name. Alternative: an invariant per loop; needs one for each loop around.
//! Cost: as for slots.
//!
//! What must never happen: a way on which the register is set again and its block was
//! not freed, by `continue`, a condition, another pointer that took it over, or
//! arithmetic on it. So each instruction that sets it is looked at, whatever it is.

use super::super::facts::null_test;
use super::super::slot::{Fill, Known, Object, Slot, State};
use super::flow::Walk;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{Block, BlockId, Callee, Function, InstKind, Module, Operand, Reg, Type};
use std::collections::BTreeSet;

/// The variables that blocks are made into, themselves or by a copy.
pub(super) fn variables(module: &Module, f: &Function) -> BTreeSet<Reg> {
    let insts = || f.blocks.iter().flat_map(|(_, b)| &b.insts);
    let makes = |callee: &Callee| match callee {
        Callee::Direct(g) => module.functions.get(*g).is_some_and(|g| {
            g.is_declaration()
                && matches!(
                    lookup(&g.name),
                    Some(
                        Builtin::Malloc
                            | Builtin::Calloc
                            | Builtin::AlignedAlloc
                            | Builtin::Realloc
                    )
                )
                || super::super::super::reach::COPIES_OF_TEXTS.contains(&g.name.as_str())
        }),
        Callee::Indirect(_) => false,
    };
    let mut out = BTreeSet::new();
    for i in insts() {
        if let InstKind::Call { callee, dsts, .. } = &i.kind {
            if makes(callee) {
                out.extend(dsts.iter().copied());
            }
        }
    }
    let made = out.clone();
    for i in insts() {
        if let InstKind::Copy {
            dst,
            src: Operand::Reg(r),
        } = &i.kind
        {
            if made.contains(r) {
                out.insert(*dst);
            }
        }
    }
    out.retain(|r| f.regs.get(*r) == Some(&Type::Ptr));
    out
}

impl Walk<'_, '_> {
    fn slot_of(&self, r: Reg) -> Slot {
        Slot::at(Object::Register(self.id, r), 0)
    }

    /// A variable that is a slot, as what it holds.
    pub(super) fn as_slot(&self, r: Reg) -> Option<Known> {
        let is = self.variables.contains(&r);
        is.then(|| Known::Content(self.slot_of(r)))
    }

    /// The register that a value was made in.
    pub(super) fn root(&self, s: &State, r: Reg) -> Reg {
        match s.known.get(&r) {
            Some(Known::Index(i)) if i.casts.is_empty() => i.root,
            Some(Known::Content(x)) => match x.object {
                Object::Register(_, from) => from,
                _ => r,
            },
            _ => r,
        }
    }

    /// What an instruction does to the variables that it sets.
    pub(super) fn fill_variables(
        &mut self,
        at: (BlockId, usize),
        (kind, set): (&InstKind, &[Reg]),
        s: &mut State,
    ) {
        for r in set {
            let itself = matches!(kind, InstKind::Copy { src, .. } if *src == Operand::Reg(*r));
            if !self.variables.contains(r) || itself {
                continue;
            }
            let slot = self.slot_of(*r);
            if self.telling && !s.is_empty(&slot) {
                self.flow.lost.insert(slot.object);
            }
            s.contents_of(&|x| x == slot.object);
            if matches!(
                kind,
                InstKind::Copy {
                    src: Operand::Int(0),
                    ..
                }
            ) {
                s.empty.insert(slot);
                continue;
            }
            s.all_empty.remove(&slot.object);
            s.empty.remove(&slot);
            let value = match kind {
                InstKind::Copy {
                    src: Operand::Reg(from),
                    ..
                } => self.root(s, *from),
                _ => *r,
            };
            if self.telling {
                let span = Some((0, 0));
                self.flow.fills.push(Fill {
                    at,
                    value,
                    slot,
                    span,
                });
            }
        }
    }

    /// The variable that a block's last test of this condition compares with null, and
    /// whether the condition says that it is.
    pub(super) fn variable_tested(&self, block: &Block, c: Reg) -> Option<(Slot, bool)> {
        let mut changed: BTreeSet<Reg> = BTreeSet::new();
        for i in block.insts.iter().rev() {
            let mut sets = false;
            ep_ir::visit::defs(&i.kind, &mut |r| sets |= *r == c);
            if !sets {
                ep_ir::visit::defs(&i.kind, &mut |r| _ = changed.insert(*r));
                continue;
            }
            let test = null_test(&i.kind)?;
            let tested = test.of;
            let same = self.variables.contains(&tested) && !changed.contains(&tested);
            return same.then(|| (self.slot_of(tested), test.is_null));
        }
        None
    }
}
