//! Structures that an entry function takes and returns by value: which
//! registers hold which bytes of them.
//!
//! clang has done what the calling convention asks: a structure comes as a
//! pointer to a copy, or in pieces, each a register of the function. What is
//! left is to find the pieces again, in order, each at the next offset of its
//! own alignment. Source: System V ABI for x86-64 and i386, section 3.2.3 of the
//! former. Cost: linear in the parameters.

use crate::pointers::parameter_types;
use crate::shape::{size_of, strip};
use ep_ir::{DebugType, DebugTypeId, Function, Module};

/// How a parameter of the source comes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passed {
    /// In the parameter with this number.
    Whole(usize),
    /// A pointer to a copy of its own.
    Memory(usize),
    /// In parameters, each with the offset of its bytes.
    Pieces(Vec<(usize, u64)>),
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
        let record = matches!(strip(m, *returns), DebugType::Record { .. });
        if record && f.rets.is_empty() && size_of(m, *returns) > 0 {
            result = Some(0);
            next = 1;
        }
    }
    let mut params = Vec::new();
    for t in types {
        // Two halves, as a structure of two.
        let wide = matches!(strip(m, t), DebugType::Int { bits: 128, .. });
        if !wide && !matches!(strip(m, t), DebugType::Record { .. }) {
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
        let mut pieces = Vec::new();
        let mut at = 0u64;
        let end = if wide { size } else { members_end(m, t, 0) };
        // i386 aligns what is larger than a word as a word in structures.
        let most = if m.layout.ptr_bits == 32 { 4 } else { 16 };
        while at < end {
            let n = m.layout.store_size(f.params.get(next)?.ty);
            at = at.next_multiple_of(n.next_power_of_two().min(most));
            if at + n > size {
                return None;
            }
            pieces.push((next, at));
            at += n;
            next += 1;
        }
        params.push(Passed::Pieces(pieces));
    }
    (next == f.params.len()).then_some(Passing { result, params })
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

/// Bytes of what a function returns.
pub fn result_size(m: &Module, f: &Function) -> u64 {
    match strip(m, f.ty) {
        DebugType::Function { returns, .. } => size_of(m, *returns),
        _ => 0,
    }
}
