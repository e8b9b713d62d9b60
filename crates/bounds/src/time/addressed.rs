//! Which variable an address leads into, and how far, as the text says it.
//!
//! Idea: an address is a register that a number is added to, over and over, or a
//! variable. Nothing is followed through memory or through calls: who asks guesses
//! (which view a field has, which fields are inputs), and a guess costs time and never
//! truth. Cost: one pass over a function.

use ep_ir::{Function, GlobalId, InstKind, Operand, Reg};
use std::collections::BTreeMap;

/// Registers that are an address plus a number.
pub(super) type Addresses = BTreeMap<Reg, (Operand, i64)>;

/// Registers that are an address plus a number: the base, and how far from it.
pub(super) fn addresses(function: &Function) -> Addresses {
    let insts = function.blocks.iter().flat_map(|(_, b)| &b.insts);
    insts
        .filter_map(|i| match &i.kind {
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } if terms.is_empty() => Some((*dst, (*base, *offset))),
            _ => None,
        })
        .collect()
}

/// The variable that an address leads into, if it is one, and how far.
pub(super) fn addr_of(addr: &Operand, at: &Addresses) -> (Option<GlobalId>, i64) {
    let (mut addr, mut offset) = (*addr, 0i64);
    // A chain has no circle: a register is written once.
    for _ in 0..16 {
        match addr {
            Operand::Global(g, o) => return (Some(g), offset.saturating_add(o)),
            Operand::Reg(r) => match at.get(&r) {
                Some((base, o)) => {
                    addr = *base;
                    offset = offset.saturating_add(*o);
                }
                None => return (None, offset),
            },
            _ => return (None, offset),
        }
    }
    (None, offset)
}
