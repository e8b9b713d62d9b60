//! Structures that an entry takes or returns by value, as C without the
//! program's headers: members with the same types at the same offsets, so that
//! they are passed alike (the calling convention looks at nothing else).
//!
//! Unions, bit-fields, packed members and integers of 128 bits become members
//! of the same classes: the convention sorts each eight bytes into integers or
//! floating-point numbers, and passes in memory what is larger than two of them
//! or has a member at an offset that is not its own. Source: System V ABI for
//! x86-64, section 3.2.3; for i386, section 2.2.3, everything lies in memory.
//! Cost: linear in the members.

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

/// What stands behind `struct NAME`; none for members that are passed in a way
/// of their own (`long double`).
pub fn members(m: &Module, ty: DebugTypeId) -> Option<String> {
    plain(m, ty).or_else(|| alike(m, ty))
}

/// The members as they are; none for a layout that plain members do not have.
fn plain(m: &Module, ty: DebugTypeId) -> Option<String> {
    let mut text = String::from("{ ");
    let mut at = 0;
    let mut align = 1;
    add(m, ty, 0, &mut at, &mut align, &mut text)?;
    text.push('}');
    (at > 0 && at.next_multiple_of(align) == size_of(m, ty)).then_some(text)
}

/// A scalar of a structure, for the calling convention.
#[derive(Clone, Copy)]
struct Leaf {
    offset: u64,
    bytes: u64,
    float: bool,
    /// At an offset that is not its own.
    unaligned: bool,
}

/// Members of the same size that are passed alike.
fn alike(m: &Module, ty: DebugTypeId) -> Option<String> {
    let size = size_of(m, ty);
    let mut leaves = Vec::new();
    collect(m, ty, 0, &mut leaves)?;
    if size == 0 || leaves.is_empty() {
        return None;
    }
    // Only an integer of 128 bits is aligned to more than its stack slot.
    let aligned = match leaves.iter().any(|l| l.bytes == 16 && !l.unaligned) {
        true => " __attribute__((aligned(16)))",
        false => "",
    };
    if m.layout.ptr_bits == 32 || size > 16 {
        return Some(format!("{{ unsigned char m0[{size}]; }}{aligned}"));
    }
    if leaves.iter().any(|l| l.unaligned) {
        let rest = match size.checked_sub(3)? {
            0 => String::new(),
            n => format!("unsigned char m3[{n}]; "),
        };
        return Some(format!(
            "{{ unsigned char m0; unsigned short m1; {rest}}} __attribute__((packed))"
        ));
    }
    let mut text = String::from("{ ");
    let mut packed = "";
    for from in (0..size).step_by(8) {
        let n = (size - from).min(8);
        let mut inside = leaves
            .iter()
            .filter(|l| l.offset < from + n && l.offset + l.bytes > from)
            .peekable();
        // Nothing but padding is passed in no register at all.
        inside.peek()?;
        if inside.any(|l| !l.float) {
            let _ = write!(text, "unsigned char m{from}[{n}]; ");
            continue;
        }
        packed = " __attribute__((packed))";
        let name = match n {
            8 => "double",
            4 => "float",
            _ => return None,
        };
        let _ = write!(text, "{name} m{from}; ");
    }
    Some(format!("{text}}}{packed}{aligned}"))
}

/// The scalars of a type that begins at `offset`, members of unions too.
fn collect(m: &Module, ty: DebugTypeId, offset: u64, out: &mut Vec<Leaf>) -> Option<()> {
    let n = size_of(m, ty);
    let float = match strip(m, ty) {
        DebugType::Array { element, .. } => {
            let e = size_of(m, *element);
            for i in 0..n.checked_div(e)? {
                collect(m, *element, offset + i * e, out)?;
            }
            return Some(());
        }
        DebugType::Record { fields, .. } => {
            for f in fields {
                if f.bit_offset % 8 == 0 && f.bit_size == 8 * size_of(m, f.ty) {
                    collect(m, f.ty, offset + f.bit_offset / 8, out)?;
                    continue;
                }
                let first = f.bit_offset / 8;
                out.push(Leaf {
                    offset: offset + first,
                    bytes: (f.bit_offset + f.bit_size).div_ceil(8) - first,
                    float: false,
                    unaligned: false,
                });
            }
            return Some(());
        }
        DebugType::Pointer { .. }
        | DebugType::Bool
        | DebugType::Char { .. }
        | DebugType::Int { .. }
        | DebugType::Enum { .. } => false,
        DebugType::Float { bits: 32 | 64, .. } => true,
        _ => return None,
    };
    if !matches!(n, 1 | 2 | 4 | 8 | 16) {
        return None;
    }
    out.push(Leaf {
        offset,
        bytes: n,
        float,
        unaligned: offset % n != 0,
    });
    Some(())
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
