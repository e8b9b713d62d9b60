//! The variable that takes an input, whose name the input has in bounds.
//!
//! Idea: `unsigned n = __VERIFIER_nondet_uint();` is a call whose result the same
//! block copies or stores into a variable. The first one with the type of the input
//! gives it its name; an input that is used otherwise has its number. Alternative:
//! names by the order of calls alone, of which nobody knows which is which. Cost:
//! linear in the block.

use super::engine::Engine;
use super::rules::View;
use super::start::declared;
use super::state::State;
use ep_ir::debug::VarStorage;
use ep_ir::{InstKind, Operand, Reg};

impl Engine<'_> {
    /// The name of the variable that takes what the next instruction of the innermost
    /// activation puts into a register.
    pub(super) fn taken_by(&self, s: &State, dst: Reg, view: View, bits: u32) -> Option<String> {
        let frame = s.top()?;
        let function = self.module.functions.get(frame.func)?;
        let block = function.blocks.get(frame.block)?;
        let named = |storage: VarStorage| {
            let mut vars = function.vars.iter();
            let (_, v) = vars.find(|(_, v)| v.storage == storage)?;
            (declared(self.module, v.ty, bits)? == view).then(|| v.name.clone())
        };
        let mut held = vec![dst];
        let own = named(VarStorage::Register(dst));
        let after = block.insts.iter().skip(frame.next + 1);
        own.or_else(|| {
            after
                .map(|inst| match &inst.kind {
                    InstKind::Copy {
                        dst,
                        src: Operand::Reg(r),
                    } if held.contains(r) => {
                        held.push(*dst);
                        named(VarStorage::Register(*dst))
                    }
                    InstKind::Store {
                        value: Operand::Reg(r),
                        addr,
                        ..
                    } if held.contains(r) => match addr {
                        Operand::Reg(a) => named(VarStorage::Memory(*a)),
                        Operand::Global(g, 0) => {
                            let global = self.module.globals.get(*g)?;
                            let same = declared(self.module, global.ty, bits)? == view;
                            same.then(|| global.name.clone())
                        }
                        _ => None,
                    },
                    _ => None,
                })
                .find_map(|name| name)
        })
    }
}
