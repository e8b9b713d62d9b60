//! Programs that may make a pointer of a number.
//!
//! Idea: points-to sets follow what is moved. An address that is printed in digits and
//! read again, or put together bit by bit behind branches, is a number that leads nowhere
//! for them, and a pointer that is made of it would be taken for one that leads to
//! nothing. So what rests on the blocks that a pointer leads to is not asked where a
//! number is cast to a pointer, or a whole number is stored where a pointer is loaded.
//! Source: provenance by exposure (Memarian et al., "Exploring C semantics and pointer
//! provenance", POPL 2019). Alternative: such pointers lead to all blocks whose address
//! was taken as a number. Numbers are followed through copies of memory, where they lie in
//! what is copied. Cost: pairs of stores and loads.
//!
//! What is left: a pointer that single bytes are stored over, each computed by branches.

use super::facts::builtin;
use crate::memory::slice::Places;
use ep_ir::{CastOp, FuncId, InstKind, Module, Operand, Type};
use ep_machine::world::builtins::Builtin;

/// Pairs of a store and a load that are looked at.
const PAIRS: usize = 40_000;

/// Whether a function that is reached may do so.
pub(super) fn makes_pointers(module: &Module, places: &Places<'_>) -> bool {
    let word = u64::from(module.layout.ptr_bits / 8);
    let mut stores: Vec<(FuncId, Operand, u64)> = Vec::new();
    let mut loads: Vec<(FuncId, Operand)> = Vec::new();
    let mut copies: Vec<(FuncId, Operand, Operand)> = Vec::new();
    for f in places.reached() {
        let Some(function) = module.functions.get(f) else {
            continue;
        };
        for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            match &i.kind {
                InstKind::Cast {
                    op: CastOp::IntToPtr,
                    ..
                } => return true,
                InstKind::Store { ty, addr, .. } if *ty != Type::Ptr => {
                    let n = module.layout.store_size(*ty);
                    if n >= word {
                        stores.push((f, *addr, n));
                    }
                }
                InstKind::Load {
                    ty: Type::Ptr,
                    addr,
                    ..
                } => loads.push((f, *addr)),
                InstKind::MemCopy { dst, src, .. } => copies.push((f, *dst, *src)),
                InstKind::Call { args, .. } => {
                    let copied = matches!(
                        builtin(module, &i.kind),
                        Some(Builtin::Memcpy | Builtin::Memmove)
                    );
                    if let (true, [to, from, ..]) = (copied, &args[..]) {
                        copies.push((f, to.value, from.value));
                    }
                }
                _ => {}
            }
        }
    }
    if stores.len().saturating_mul(loads.len() + copies.len()) > PAIRS {
        return true;
    }
    let direct = stores.iter().any(|(f, at, n)| {
        let over =
            |(g, to): &(FuncId, Operand)| places.overlap((*f, at, Some(*n)), (*g, to, Some(word)));
        loads.iter().any(over)
    });
    direct || places.copied_to(&stores, &copies, &loads)
}
