//! Structures, vectors and complex numbers that an entry function takes and
//! returns by value: which registers hold which bytes of them.
//!
//! clang has done what the calling convention asks: such a value comes as a
//! pointer to a copy, or in pieces, each a register of the function. What is
//! left is to find the pieces again, in order, each at the next offset of its
//! own alignment. Source: System V ABI for x86-64 and i386, section 3.2.3 of the
//! former. Cost: linear in the parameters.

use crate::world::pointers::parameter_types;
use crate::world::shape::{size_of, strip};
use ep_ir::{ArrayKind, DebugType, DebugTypeId, FloatFormat, Function, Module, Type};

/// How a parameter of the source comes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passed {
    /// In the parameter with this number.
    Whole(usize),
    /// A pointer to a copy of its own.
    Memory(usize),
    /// In parameters, each with the offset of its bytes.
    Pieces(Vec<(usize, u64)>),
    /// As a variable argument.
    Variable,
}

/// Whether a value of this type is passed as a structure is: it may come in
/// several registers, or in memory.
pub fn is_aggregate(m: &Module, ty: DebugTypeId) -> bool {
    match strip(m, ty) {
        DebugType::Record { .. } | DebugType::Int { bits: 128, .. } => true,
        // An array is never passed; these only lie in memory as one does.
        DebugType::Array { kind, .. } => *kind != ArrayKind::Plain,
        _ => false,
    }
}

/// The format that a floating parameter has; the program may have been compiled
/// with a `long double` of another one.
fn same_format(m: &Module, ty: DebugTypeId, f: &Function, k: usize) -> bool {
    let DebugType::Float { bits, .. } = strip(m, ty) else {
        return true;
    };
    matches!(f.params.get(k).map(|p| p.ty), Some(Type::Float(format)) if format.bits() == *bits)
}

/// How the parameters of a function come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passing {
    /// The parameter that points to where the result goes.
    pub result: Option<usize>,
    pub params: Vec<Passed>,
}

/// How the parameters of a function come; none when its source types do not
/// say.
pub fn passing(m: &Module, f: &Function) -> Option<Passing> {
    let types = parameter_types(m, f);
    let mut next = 0;
    let mut result = None;
    if let DebugType::Function { returns, .. } = strip(m, f.ty) {
        let large = is_aggregate(m, *returns) && size_of(m, *returns) > 0;
        if large && f.rets.is_empty() {
            result = Some(0);
            next = 1;
        }
    }
    let mut params = Vec::new();
    for t in types {
        if f.variadic && next == f.params.len() && size_of(m, t) > 0 {
            params.push(Passed::Variable);
            continue;
        }
        if !is_aggregate(m, t) {
            if !same_format(m, t, f, next) {
                return None;
            }
            params.push(Passed::Whole(next));
            next += 1;
            continue;
        }
        let size = size_of(m, t);
        if size > 0 && f.params.get(next).is_some_and(|p| p.byval.is_some()) {
            params.push(Passed::Memory(next));
            next += 1;
            continue;
        }
        let pieces = pieces(m, t, |k| f.params.get(next + k).map(|p| p.ty))?;
        let pieces = pieces.into_iter().map(|at| {
            next += 1;
            (next - 1, at)
        });
        params.push(Passed::Pieces(pieces.collect()));
    }
    (next == f.params.len()).then_some(Passing { result, params })
}

/// Where in a value of this type the registers of these types have their bytes.
fn pieces(
    m: &Module,
    ty: DebugTypeId,
    register: impl Fn(usize) -> Option<Type>,
) -> Option<Vec<u64>> {
    let size = size_of(m, ty);
    let end = members_end(m, ty, 0);
    // i386 aligns what is larger than a word as a word in structures.
    let most = if m.layout.ptr_bits == 32 { 4 } else { 16 };
    let mut out = Vec::new();
    let mut at = 0u64;
    while at < end {
        let n = m.layout.store_size(register(out.len())?);
        at = at.next_multiple_of(n.next_power_of_two().min(most));
        if at + n > size {
            return None;
        }
        out.push(at);
        at += n;
    }
    // Three halves come as a vector of four.
    let half = |k: usize| register(k) == Some(Type::Float(FloatFormat::F16));
    if at % 8 == 6 && half(out.len() - 1) && half(out.len()) {
        out.push(at);
    }
    Some(out)
}

/// Where in its result the registers that a function returns have their bytes;
/// none for what is not returned in registers, or not known.
pub fn result_pieces(m: &Module, f: &Function) -> Option<Vec<u64>> {
    let DebugType::Function { returns, .. } = strip(m, f.ty) else {
        return None;
    };
    if !is_aggregate(m, *returns) {
        return (f.rets.len() == 1).then(|| vec![0]);
    }
    let found = pieces(m, *returns, |k| f.rets.get(k).copied())?;
    (!found.is_empty() && found.len() == f.rets.len()).then_some(found)
}

/// The byte behind the last member of a type: what pads a structure at its end
/// is not passed.
fn members_end(m: &Module, ty: DebugTypeId, depth: u32) -> u64 {
    match strip(m, ty) {
        DebugType::Record { fields, .. } if depth < 32 => fields
            .iter()
            .map(|f| match f.bit_size {
                bits if f.bit_offset % 8 == 0 && bits == 8 * size_of(m, f.ty) => {
                    f.bit_offset / 8 + members_end(m, f.ty, depth + 1)
                }
                bits => (f.bit_offset + bits).div_ceil(8),
            })
            .max()
            .unwrap_or(0),
        // What follows in its room is not passed.
        DebugType::Float { bits: 80, .. } => 10,
        DebugType::Array { element, size, .. } if depth < 32 => {
            let n = size_of(m, *element);
            match size.checked_sub(n) {
                Some(before) if n > 0 => before + members_end(m, *element, depth + 1),
                _ => *size,
            }
        }
        _ => size_of(m, ty),
    }
}

/// The type of a result that may lie in several registers or in memory.
pub fn whole_result(m: &Module, f: &Function) -> Option<DebugTypeId> {
    match strip(m, f.ty) {
        DebugType::Function { returns, .. } => is_aggregate(m, *returns).then_some(*returns),
        _ => None,
    }
}

/// Bytes of what a function returns.
pub fn result_size(m: &Module, f: &Function) -> u64 {
    match strip(m, f.ty) {
        DebugType::Function { returns, .. } => size_of(m, *returns),
        _ => 0,
    }
}
