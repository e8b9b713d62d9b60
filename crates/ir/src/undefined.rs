//! Registers that may be read before they are written, written explicitly.
//!
//! Idea: a variable without an initialiser that is set in a branch is a register with
//! one instruction that sets it, since `undef` from the other way may be anything and is
//! left out. Who takes "set once" for "set before each use" is wrong there: on a loop
//! the use can see what an earlier round left, and with `--uninit input` it sees any
//! value. So each register that is live where the function begins is set there, to
//! [`Operand::Undef`]; then one that is set once has its use behind it on every way.
//! Source: the strictness of static single assignment (Budimlić et al., "Fast copy
//! coalescing and live-range identification", PLDI 2002). Cost: one data flow.

use crate::analysis::{Cfg, Live};
use crate::inst::{Inst, InstKind, Operand, Reg};
use crate::module::{BlockId, Function, Module};
use ep_base::entity::EntityId;
use std::collections::BTreeSet;

/// Sets what is live at the begin of a function, but for its parameters.
pub fn set_where_it_begins(f: &mut Function) {
    let first = BlockId::from_index(0);
    if f.is_declaration() {
        return;
    }
    let live = Live::new(f, &Cfg::new(f));
    let given: BTreeSet<Reg> = f.params.iter().map(|p| p.reg).collect();
    let loc = f.loc;
    let sets: Vec<Inst> = live
        .at(first)
        .filter(|r| !given.contains(r))
        .map(|dst| Inst {
            kind: InstKind::Copy {
                dst,
                src: Operand::Undef,
            },
            loc,
            weight: 0,
        })
        .collect();
    if let Some((_, block)) = f.blocks.iter_mut().next() {
        block.insts.splice(0..0, sets);
    }
}

/// The program in which no register is read before it is written.
pub fn strict(module: &Module) -> Module {
    let mut out = module.clone();
    for (_, f) in out.functions.iter_mut() {
        set_where_it_begins(f);
    }
    out
}
