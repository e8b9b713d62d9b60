//! Functions whose address is used other than by a direct call.
//!
//! A call through a pointer that is not known may lead to each of them: those
//! in the content of globals, and each that some instruction reads. Cost: one
//! pass over the program, with a copy of each instruction (the visitor of
//! operands hands out places).

use crate::{visit, FuncId, Module, Operand, RelocTarget};
use std::collections::BTreeSet;

/// The functions that a pointer can hold.
pub fn addresses_taken(module: &Module) -> BTreeSet<FuncId> {
    let mut out = BTreeSet::new();
    for (_, g) in module.globals.iter() {
        for r in g.init.iter().flat_map(|i| &i.relocs) {
            if let RelocTarget::Func(f) = r.target {
                out.insert(f);
            }
        }
    }
    let mut see = |o: &Operand| {
        if let Operand::Func(g) = o {
            out.insert(*g);
        }
    };
    for (_, f) in module.functions.iter() {
        for (_, block) in f.blocks.iter() {
            for inst in &block.insts {
                visit::uses(&inst.kind, &mut see);
            }
            visit::term_uses(&block.term, &mut see);
        }
    }
    out
}
