//! Numbers the registers that are still mentioned without gaps: parameters
//! first, then in order of first mention.

use super::body::Body;
use super::visit;
use ep_base::Arena;
use ep_ir::debug::VarStorage;
use ep_ir::{Operand, Reg, Type};

/// Renumbers all registers of the function.
pub fn run(body: &mut Body) {
    let old = std::mem::take(body.regs);
    let mut map: Vec<Option<Reg>> = vec![None; old.len()];
    let mut new: Arena<Reg, Type> = Arena::new();
    let mut take = |r: &mut Reg| {
        let slot = &mut map[r.0 as usize];
        *r = *slot.get_or_insert_with(|| new.push(old[*r]));
    };
    for p in body.params.iter_mut() {
        take(&mut p.reg);
    }
    for b in body.blocks.ids() {
        let block = &mut body.blocks[b];
        for inst in &mut block.insts {
            visit::uses_mut(&mut inst.kind, &mut |o| {
                if let Operand::Reg(r) = o {
                    take(r);
                }
            });
            visit::defs_mut(&mut inst.kind, &mut take);
        }
        visit::term_uses_mut(&mut block.term, &mut |o| {
            if let Operand::Reg(r) = o {
                take(r);
            }
        });
    }
    for (_, var) in body.vars.iter_mut() {
        match &mut var.storage {
            VarStorage::Register(r) => take(r),
            VarStorage::Memory(r) => take(r),
            VarStorage::None => {}
        }
    }
    *body.regs = new;
}
