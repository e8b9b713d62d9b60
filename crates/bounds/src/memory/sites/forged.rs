//! Programs that may make a pointer of a number.
//!
//! Idea: points-to sets follow what is moved. An address that is printed in digits and
//! read again, or put together bit by bit behind branches, is a number that leads nowhere
//! for them, and a pointer that is made of it would be taken for one that leads to
//! nothing. So what rests on the blocks that a pointer leads to is not asked where a
//! number is cast to a pointer, or a whole number is stored where a pointer is loaded.
//! Parts of a pointer (bytes, fills, atomic changes) are written by every program that
//! has a text beside a link; they make a pointer only of what was known of one, so they
//! count where some pointer is looked at as a number: cast to one but for a difference or
//! a comparison of two, or loaded from where it lies, also behind copies.
//! Source: provenance by exposure (Memarian et al., "Exploring C semantics and pointer
//! provenance", POPL 2019). Alternative: such pointers lead to all blocks whose address
//! was taken as a number. Numbers are followed through copies of memory, where they lie in
//! what is copied. Cost: a lookup for each store, load and copy.

use super::facts::builtin;
use crate::memory::slice::Places;
use ep_ir::{CastOp, FuncId, Function, InstKind, Module, Operand, Type};
use ep_machine::world::builtins::Builtin;

/// Bytes of a fill whose length is not followed through copies.
const FILL: u64 = 1 << 32;

/// Accesses to memory that a program may come to.
#[derive(Default)]
struct Accesses {
    /// Whole numbers that are stored, with their bytes.
    numbers: Vec<(FuncId, Operand, u64)>,
    /// Other writes that are no pointer: parts, fills, atomic changes.
    parts: Vec<(FuncId, Operand, Option<u64>)>,
    pointers_stored: Vec<(FuncId, Operand, u64)>,
    pointers_loaded: Vec<(FuncId, Operand)>,
    numbers_loaded: Vec<(FuncId, Operand, Option<u64>)>,
    copies: Vec<(FuncId, Operand, Operand)>,
    /// A number is cast to a pointer.
    casts: bool,
    /// A pointer is cast to a number that is more than a difference.
    shown: bool,
}

/// Whether a function that is reached may do so.
pub(super) fn makes_pointers(module: &Module, places: &Places<'_>) -> bool {
    let word = u64::from(module.layout.ptr_bits / 8);
    let mut a = Accesses::default();
    for f in places.reached() {
        if let Some(function) = module.functions.get(f) {
            a.of(module, f, function, word);
        }
    }
    if a.casts {
        return true;
    }
    let reached: Vec<FuncId> = places.reached().collect();
    a.shown = super::shown::any(module, &reached);
    let read = (a.pointers_loaded.as_slice(), word);
    let whole: Vec<_> = (a.numbers.iter())
        .map(|(f, o, n)| (*f, *o, Some(*n)))
        .collect();
    if places.any_overlap(&whole, read)
        || places.copied_to(&a.numbers, &a.copies, &a.pointers_loaded)
    {
        return true;
    }
    let parts = || {
        let sized = a.parts.iter().map(|(f, o, n)| (*f, *o, n.unwrap_or(FILL)));
        let sized: Vec<_> = sized.collect();
        places.any_overlap(&a.parts, read)
            || places.copied_to(&sized, &a.copies, &a.pointers_loaded)
    };
    (a.shown || a.looks(places, word)) && parts()
}

impl Accesses {
    /// Notes those of a function.
    fn of(&mut self, module: &Module, f: FuncId, function: &Function, word: u64) {
        for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            match &i.kind {
                InstKind::Cast {
                    op: CastOp::IntToPtr,
                    ..
                } => self.casts = true,
                InstKind::Store { ty, addr, .. } => {
                    let n = module.layout.store_size(*ty);
                    match *ty {
                        Type::Ptr => self.pointers_stored.push((f, *addr, n)),
                        _ if n >= word => self.numbers.push((f, *addr, n)),
                        _ => self.parts.push((f, *addr, Some(n))),
                    }
                }
                InstKind::Load { ty, addr, .. } => match *ty {
                    Type::Ptr => self.pointers_loaded.push((f, *addr)),
                    _ => {
                        let n = module.layout.store_size(*ty);
                        self.numbers_loaded.push((f, *addr, Some(n)));
                    }
                },
                InstKind::AtomicRmw { ty, addr, .. } | InstKind::CmpXchg { ty, addr, .. } => {
                    let n = Some(module.layout.store_size(*ty));
                    self.parts.push((f, *addr, n));
                    self.numbers_loaded.push((f, *addr, n));
                }
                InstKind::MemSet { dst, .. } => self.parts.push((f, *dst, None)),
                InstKind::MemCopy { dst, src, .. } => self.copies.push((f, *dst, *src)),
                InstKind::Call { args, .. } => match (builtin(module, &i.kind), &args[..]) {
                    (Some(Builtin::Memcpy | Builtin::Memmove), [to, from, ..]) => {
                        self.copies.push((f, to.value, from.value));
                    }
                    (Some(Builtin::Memset), [to, ..]) => self.parts.push((f, to.value, None)),
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// Whether a number is loaded from where a pointer lies.
    fn looks(&self, places: &Places<'_>, word: u64) -> bool {
        let stored: Vec<_> = (self.pointers_stored.iter())
            .map(|(f, o, _)| (*f, *o))
            .collect();
        let loaded: Vec<_> = (self.numbers_loaded.iter())
            .map(|(f, o, _)| (*f, *o))
            .collect();
        places.any_overlap(&self.numbers_loaded, (&stored, word))
            || places.copied_to(&self.pointers_stored, &self.copies, &loaded)
    }
}
