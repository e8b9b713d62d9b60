//! Programs that may make a pointer of a number.
//!
//! Idea: points-to sets follow what is moved. An address that is printed in digits and
//! read again, or put together bit by bit behind branches, is a number that leads nowhere
//! for them, and a pointer that is made of it would be taken for one that leads to
//! nothing. So what rests on the blocks that a pointer leads to is not asked where a
//! number is cast to a pointer. A number, or a part of one (bytes, fills, atomic changes),
//! that is written where a pointer is loaded makes one only of what was known of one, so
//! it counts where some pointer is looked at as a number: cast to one but for a difference
//! or a comparison of two, or loaded from where it lies, also behind copies. Whole numbers
//! count, too, where an address may come from elsewhere: the entry is handed values, or a
//! function that is not seen is.
//! Functions that print are taken at their contract (see [`super::printed`]).
//! Source: provenance by exposure (Memarian et al., "Exploring C semantics and pointer
//! provenance", POPL 2019). Alternative: such pointers lead to all blocks whose address
//! was taken as a number. Numbers are followed through copies of memory, where they lie in
//! what is copied. Cost: a lookup for each store, load and copy.

use super::facts::builtin;
use super::printed::{printed, without_printing};
use super::shown;
use crate::memory::slice::Places;
use ep_ir::{Callee, CastOp, FuncId, InstKind, Module, Operand, Type};
use ep_machine::world::builtins::{lookup, Builtin};

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
    /// Values are handed to a function that is not seen.
    leaves: bool,
    /// A pointer is cast to a number that is more than a difference.
    shown: bool,
}

/// Whether a function that is reached from there may do so; `places` may be those of the
/// program that prints nothing.
pub(super) fn makes_pointers(module: &Module, entry: FuncId, places: &Places<'_>) -> bool {
    let word = u64::from(module.layout.ptr_bits / 8);
    let mut a = Accesses::default();
    let reached: Vec<FuncId> = places.reached().collect();
    for f in without_printing(module, &reached) {
        a.of(module, places, f, word);
    }
    if a.casts {
        return true;
    }
    a.shown |= shown::any(module, &reached);
    let handed =
        (module.functions.get(entry)).is_none_or(|f| f.name != "main" && !f.params.is_empty());
    let looks = a.shown || a.looks(places, word);
    if !(looks || handed || a.leaves) {
        return false;
    }
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
    looks && parts()
}

impl Accesses {
    /// Notes those of a function.
    fn of(&mut self, module: &Module, places: &Places<'_>, f: FuncId, word: u64) {
        let Some(function) = module.functions.get(f) else {
            return;
        };
        for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            self.leaves |= is_unseen(module, places, f, &i.kind);
            if let Some(p) = printed(module, &i.kind) {
                self.shown |= p.shows;
                let read = p.read.into_iter().map(|o| (f, o, None));
                self.numbers_loaded.extend(read);
                self.parts.extend(p.text.map(|o| (f, o, None)));
                self.numbers
                    .extend(p.counts.into_iter().map(|o| (f, o, word)));
            }
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
                    (Some(Builtin::Read), [_, to, ..]) | (Some(Builtin::ReadAny), [to, ..]) => {
                        self.parts.push((f, to.value, None));
                    }
                    (Some(Builtin::Write), [_, from, ..]) => {
                        self.numbers_loaded.push((f, from.value, None));
                    }
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

/// Whether a call can come to a function that has no body and no meaning here.
fn is_unseen(module: &Module, places: &Places<'_>, f: FuncId, kind: &InstKind) -> bool {
    let unseen = |g: &FuncId| {
        let g = module
            .functions
            .get(*g)
            .filter(|g| !g.is_declaration() || lookup(&g.name).is_some());
        g.is_none()
    };
    match kind {
        InstKind::Call { args, .. } if args.is_empty() => false,
        InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } => unseen(g),
        InstKind::Call {
            callee: Callee::Indirect(o),
            ..
        } => places.functions(f, o).iter().any(unseen),
        InstKind::Unsupported { .. } => true,
        _ => false,
    }
}
