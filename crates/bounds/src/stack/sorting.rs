//! How large the arrays are that `qsort` sorts.
//!
//! Idea: what it takes of the stack grows with the array (a copy of a small one,
//! a recursion as deep as the logarithm of the count), and an array lies in one
//! object. So the count is at most what the call says, and at most what the
//! largest object of the program has room for: its globals, its locals, the
//! blocks that the heap's bound knows, what the caller gives. Alternative: the
//! count along each path, which the stack's bound does not follow. Cost: a look
//! at each instruction.
//!
//! What must never happen: an object that is not counted (an array of variable
//! length, one that is only declared), a call of `qsort` that is not seen, or
//! elements of no size, of which every object has room for any number.

use super::settled::Blocks;
use ep_explore::outcome::describe;
use ep_ir::analysis::addresses_taken;
use ep_ir::{Callee, DebugType, FuncId, Function, Global, InstKind, Module, Operand};
use ep_machine::world::shape::strip;
use std::collections::BTreeSet;

/// Arrays of at most so many elements of this size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sorted {
    pub elements: u64,
    pub size: u64,
}

/// What `qsort` is given where the program calls it; none where that has no
/// bound. `outside` is the largest object that the program does not have by
/// itself: a block of its heap, or what its caller gives.
pub fn sorted(module: &Module, outside: Option<u64>) -> Option<Vec<Sorted>> {
    let sort = module.function("qsort")?;
    (!addresses_taken(module).contains(&sort)).then_some(())?;
    let room = outside.and_then(|n| Some(n.max(largest(module)?)));
    let mut out = BTreeSet::new();
    for (id, f) in module.functions.iter() {
        let found = calls(module, f, sort, room)?;
        // Locals of the library are not looked at.
        (found.is_empty() || !of_the_library(module, id, f)).then_some(())?;
        out.extend(found);
    }
    (!out.is_empty()).then(|| out.into_iter().collect())
}

/// The calls of one function; none where one has no bound.
fn calls(module: &Module, f: &Function, sort: FuncId, room: Option<u64>) -> Option<Vec<Sorted>> {
    let mut out = Vec::new();
    let mut known = None;
    for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        let InstKind::Call { callee, args, .. } = &inst.kind else {
            continue;
        };
        if *callee != Callee::Direct(sort) {
            continue;
        }
        let [_, count, size, _] = &args[..] else {
            return None;
        };
        let Operand::Int(size @ 1..) = size.value else {
            return None;
        };
        let known = known.get_or_insert_with(|| Blocks::new(module, f, &|_| true));
        let said = known.at_most(&count.value, 0);
        let fits = room.map(|r| r / size);
        let elements = said.into_iter().chain(fits).min()?;
        out.push(Sorted { elements, size });
    }
    Some(out)
}

/// The largest object that the program has by itself; none where one of them
/// has no size here.
fn largest(module: &Module) -> Option<u64> {
    let mut most = 0;
    for (_, g) in module.globals.iter() {
        most = most.max(size_of_global(module, g)?);
    }
    for (id, f) in module.functions.iter() {
        let copies = f.params.iter().filter_map(|p| p.byval);
        most = copies.map(|c| c.0).fold(most, u64::max);
        if of_the_library(module, id, f) {
            continue;
        }
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            match &inst.kind {
                InstKind::Alloca { count: Some(_), .. } => return None,
                InstKind::Alloca { size, .. } => most = most.max(*size),
                _ => {}
            }
        }
    }
    Some(most)
}

/// Models of the library have no file. Their locals are gone when they return.
fn of_the_library(module: &Module, id: FuncId, f: &Function) -> bool {
    describe::place(module, id, f.loc).file.is_empty()
}

/// The bytes of a global; none where another unit may give it more than is
/// known here: `extern int a[]`, or a structure that ends in such an array.
pub(crate) fn size_of_global(module: &Module, g: &Global) -> Option<u64> {
    let scalar = || {
        matches!(
            strip(module, g.ty),
            DebugType::Pointer { .. }
                | DebugType::Int { .. }
                | DebugType::Char { .. }
                | DebugType::Bool
                | DebugType::Float { .. }
                | DebugType::Enum { .. }
        )
    };
    match &g.init {
        Some(init) => Some(g.size.max(init.bytes.len() as u64)),
        None => (g.size > 0 && scalar()).then_some(g.size),
    }
}
