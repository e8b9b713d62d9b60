//! What an entry takes or returns by value, as C without the program's headers:
//! the same types at the same offsets, so that the compiler of the test passes
//! them as the compiler of the program did.
//!
//! Bit-fields, unions, vectors, complex numbers, packed members and alignments
//! that a declaration asked for are written out again. The layout of what is
//! written is computed as the convention says and must be that of the program;
//! a type for which it is not has no text. Source: System V ABI for x86-64,
//! sections 3.1.2 and 3.2.3, and for i386, section 2.1; the attributes are those
//! of GCC. Cost: linear in the members.

use ep_harness::types::{self, POINTER};
use ep_ir::debug::Field;
use ep_ir::{ArrayKind, DebugType, DebugTypeId, Module};
use ep_machine::world::shape::{input_type, size_of, strip};
use std::fmt::Write;

/// Types in each other; C programs have fewer.
const DEEPEST: u32 = 32;

/// What a function of this type returns, if that is no scalar and no pointer.
pub fn returned(m: &Module, function: DebugTypeId) -> Option<DebugTypeId> {
    match strip(m, function) {
        DebugType::Function { returns, .. } => {
            ep_machine::world::aggregates::is_aggregate(m, *returns).then_some(*returns)
        }
        _ => None,
    }
}

/// What stands between `typedef` and the name; none for a type that C cannot
/// say alike.
pub fn type_text(m: &Module, ty: DebugTypeId) -> Option<String> {
    let t = written(m, ty, 0)?;
    if t.size == 0 || !t.suffix.is_empty() || t.size != size_of(m, ty) {
        return None;
    }
    Some(match t.align == t.own_align {
        true => t.name,
        false => format!("{} __attribute__((aligned({})))", t.name, t.align),
    })
}

/// The greatest alignment that a type of the program asks for or that a vector
/// has.
pub fn most_aligned(m: &Module) -> u64 {
    let of = |t: &DebugType| match t {
        DebugType::Alias { align, .. } => *align,
        DebugType::Record { align, fields, .. } => {
            fields.iter().map(|f| f.align).fold(*align, u64::max)
        }
        DebugType::Array {
            kind: ArrayKind::Vector,
            size,
            ..
        } if size.is_power_of_two() => *size,
        _ => 1,
    };
    m.debug_types.iter().map(|(_, t)| of(t)).max().unwrap_or(1)
}

/// A type as text, with the layout that the text has.
struct Written {
    /// What stands before the name of what is declared.
    name: String,
    /// What stands behind it: the lengths of arrays.
    suffix: String,
    size: u64,
    /// The alignment of the text alone.
    own_align: u64,
    /// The one that it shall have.
    align: u64,
}

fn written(m: &Module, ty: DebugTypeId, depth: u32) -> Option<Written> {
    if depth > DEEPEST {
        return None;
    }
    let n = size_of(m, ty);
    Some(match m.debug_types.get(ty)? {
        DebugType::Alias { to, align, .. } => {
            let mut t = written(m, *to, depth + 1)?;
            if *align > 0 {
                t.align = *align;
            }
            t
        }
        DebugType::Array {
            element,
            kind: ArrayKind::Plain,
            ..
        } => {
            let e = written(m, *element, depth + 1)?;
            let count = n.checked_div(e.size)?;
            Written {
                suffix: format!("[{count}]{}", e.suffix),
                size: count * e.size,
                ..e
            }
        }
        DebugType::Array { element, kind, .. } => {
            let part = scalar(m, *element)?;
            let (name, align) = match kind {
                ArrayKind::Vector if n.is_power_of_two() => (
                    format!(
                        "__typeof__({} __attribute__((vector_size({n}))))",
                        part.name
                    ),
                    n,
                ),
                ArrayKind::Complex => (format!("_Complex {}", part.name), part.own_align),
                _ => return None,
            };
            Written {
                name,
                suffix: String::new(),
                size: n,
                own_align: align,
                align,
            }
        }
        DebugType::Record {
            fields,
            union,
            align,
            ..
        } => [None, Some(1), Some(2), Some(4), Some(8)]
            .into_iter()
            .filter_map(|pack| record(m, (fields, *union, *align), pack, depth))
            .find(|t| t.size == n)?,
        _ => scalar(m, ty)?,
    })
}

fn scalar(m: &Module, ty: DebugTypeId) -> Option<Written> {
    let n = size_of(m, ty);
    let narrow = m.layout.ptr_bits == 32;
    let (name, align) = match strip(m, ty) {
        DebugType::Pointer { .. } => (POINTER, n),
        DebugType::Int { name, .. } if name.contains("_BitInt") => return None,
        DebugType::Int { signed, .. } if n == 16 => (types::integer(128, *signed)?, n),
        DebugType::Float { bits: 128, .. } => (types::float(128)?, 16),
        DebugType::Float { bits: 80, .. } if narrow => (types::float(80)?, 4),
        DebugType::Bool
        | DebugType::Char { .. }
        | DebugType::Int { .. }
        | DebugType::Enum { .. }
        | DebugType::Float { .. } => {
            let name = types::passed(&input_type(m, ty, n), n);
            // On i386 eight bytes are aligned to four in structures.
            (name, if narrow { n.min(4) } else { n })
        }
        _ => return None,
    };
    let whole = matches!(n, 1 | 2 | 4 | 8 | 16) || name == "long double";
    (whole && align > 0).then(|| Written {
        name: name.to_string(),
        suffix: String::new(),
        size: n,
        own_align: align,
        align,
    })
}

/// A record whose members are aligned to at most `pack`; none where its members
/// would not lie where they do.
fn record(
    m: &Module,
    (fields, union, asked): (&[Field], bool, u64),
    pack: Option<u64>,
    depth: u32,
) -> Option<Written> {
    let word = if union { "union" } else { "struct" };
    let mut r = Members {
        text: format!("{word} {{ "),
        at: 0,
        align: 1,
        pack,
    };
    let mut end = 0;
    for (k, f) in fields.iter().enumerate() {
        if union {
            r.at = 0;
        }
        if f.bit_field {
            r.bit_field(scalar(m, f.ty)?, f, k)?;
        } else if size_of(m, f.ty) > 0 {
            r.member(written(m, f.ty, depth + 1)?, f, k)?;
        }
        end = end.max(r.at);
    }
    r.text.push('}');
    let align = r.align.max(asked);
    if align > r.align {
        let _ = write!(r.text, " __attribute__((aligned({align})))");
    }
    Some(Written {
        name: r.text,
        suffix: String::new(),
        size: end.div_ceil(8).next_multiple_of(align),
        own_align: align,
        align,
    })
}

/// A record that is being written.
struct Members {
    text: String,
    /// The first bit behind the members so far.
    at: u64,
    align: u64,
    pack: Option<u64>,
}

impl Members {
    fn member(&mut self, t: Written, f: &Field, k: usize) -> Option<()> {
        let align = self.pack.map_or(t.align, |p| t.align.min(p)).max(f.align);
        if f.bit_offset % (8 * align) != 0 {
            return None;
        }
        if self.at.next_multiple_of(8 * align) != f.bit_offset {
            self.fill(f.bit_offset)?;
        }
        let attribute = match align {
            a if a == t.own_align => String::new(),
            a if a > t.own_align => format!(" __attribute__((aligned({a})))"),
            1 => " __attribute__((packed))".into(),
            a => format!(" __attribute__((packed, aligned({a})))"),
        };
        let _ = write!(self.text, "{} m{k}{}{attribute}; ", t.name, t.suffix);
        self.align = self.align.max(align);
        self.at = f.bit_offset + 8 * t.size;
        Some(())
    }

    fn bit_field(&mut self, t: Written, f: &Field, k: usize) -> Option<()> {
        if f.align > 0 {
            return None;
        }
        let packed = self.pack.is_some();
        // One that would leave its unit begins at the next one.
        let unit = 8 * t.align;
        let place = |at: u64| match !packed && at % unit + f.bit_size > 8 * t.size {
            true => at.next_multiple_of(unit),
            false => at,
        };
        if place(self.at) != f.bit_offset {
            self.fill(f.bit_offset)?;
            if place(self.at) != f.bit_offset {
                return None;
            }
        }
        let attribute = match packed {
            true => " __attribute__((packed))",
            false => "",
        };
        let _ = write!(self.text, "{} m{k} : {}{attribute}; ", t.name, f.bit_size);
        if !packed {
            self.align = self.align.max(t.align);
        }
        self.at = f.bit_offset + f.bit_size;
        Some(())
    }

    /// Unnamed bit-fields up to a bit: they have no alignment, and the
    /// convention does not look at them.
    fn fill(&mut self, to: u64) -> Option<()> {
        if to < self.at || to - self.at > 8 * 256 {
            return None;
        }
        while self.at < to {
            let n = (8 - self.at % 8).min(to - self.at);
            let _ = write!(self.text, "unsigned char : {n}; ");
            self.at += n;
        }
        Some(())
    }
}
