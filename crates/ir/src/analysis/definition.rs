//! The instruction that alone gives a register its value.
//!
//! Registers are no static single assignment: where ways meet one has several
//! definitions, and what the first of them says of it is not all. Cost: one pass over
//! the function.

use crate::{visit, Function, InstKind, Reg};

/// What defines a register, if one instruction does and no parameter is it.
pub fn only_definition(f: &Function, r: Reg) -> Option<&InstKind> {
    if f.params.iter().any(|p| p.reg == r) {
        return None;
    }
    let mut found = None;
    for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        let mut here = false;
        visit::defs(&inst.kind, &mut |d| here |= *d == r);
        if here && found.replace(&inst.kind).is_some() {
            return None;
        }
    }
    found
}
