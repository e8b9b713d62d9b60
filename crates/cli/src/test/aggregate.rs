//! Structures that an entry takes or returns by value, as C without the
//! program's headers: members with the same types at the same offsets, so that
//! they are passed alike (the calling convention looks at nothing else).

use super::entry::c_type;
use ep_explore::shape::{input_type, size_of, strip};
use ep_ir::{DebugType, DebugTypeId, Module};
use std::fmt::Write;

/// The structure that a function of this type returns, if it returns one.
pub fn returned(m: &Module, function: DebugTypeId) -> Option<DebugTypeId> {
    match strip(m, function) {
        DebugType::Function { returns, .. } => {
            matches!(strip(m, *returns), DebugType::Record { .. }).then_some(*returns)
        }
        _ => None,
    }
}

/// Its members between braces; none for a layout that plain members do not
/// have.
pub fn members(m: &Module, ty: DebugTypeId) -> Option<String> {
    let mut text = String::from("{ ");
    let mut at = 0;
    let mut align = 1;
    add(m, ty, 0, &mut at, &mut align, &mut text)?;
    text.push('}');
    (at > 0 && at.next_multiple_of(align) == size_of(m, ty)).then_some(text)
}

/// Adds the scalars of a type that begins at `offset`; `at` is where the last
/// one ended.
fn add(
    m: &Module,
    ty: DebugTypeId,
    offset: u64,
    at: &mut u64,
    align: &mut u64,
    text: &mut String,
) -> Option<()> {
    let n = size_of(m, ty);
    let name = match strip(m, ty) {
        DebugType::Array { element, .. } => {
            let e = size_of(m, *element);
            for i in 0..n.checked_div(e)? {
                add(m, *element, offset + i * e, at, align, text)?;
            }
            return Some(());
        }
        DebugType::Record { union: true, .. } => return None,
        DebugType::Record { fields, .. } => {
            for f in fields {
                if f.bit_offset % 8 != 0 || f.bit_size != 8 * size_of(m, f.ty) {
                    return None;
                }
                add(m, f.ty, offset + f.bit_offset / 8, at, align, text)?;
            }
            return Some(());
        }
        DebugType::Pointer { .. } => "void *",
        DebugType::Bool
        | DebugType::Char { .. }
        | DebugType::Int { .. }
        | DebugType::Enum { .. }
        | DebugType::Float { bits: 32 | 64, .. }
            if n <= 8 =>
        {
            c_type(&input_type(m, ty, n), n)
        }
        _ => return None,
    };
    // On i386 eight bytes are aligned to four.
    let own = n.min(u64::from(m.layout.ptr_bits / 8));
    *align = (*align).max(own);
    if at.next_multiple_of(own) != offset {
        return None;
    }
    *at = offset + n;
    let _ = write!(text, "{name} m{offset}; ");
    Some(())
}
