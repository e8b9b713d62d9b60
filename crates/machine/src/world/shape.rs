//! The shape of a symbolic input: which scalars it consists of, taken from the
//! source type, so that an `int` is one variable and not four bytes.

use ep_base::outcome::{InputField, InputType};
use ep_ir::{DebugType, DebugTypeId, Function, Module, Type};

/// Scalars of an input.
pub struct Shape {
    pub ty: InputType,
    /// Offset and bytes, in order, covering all bytes.
    pub leaves: Vec<(u64, u32)>,
    /// All leaves are integers.
    pub integers: bool,
}

/// Without aliases and qualifiers.
pub fn strip(m: &Module, mut ty: DebugTypeId) -> &DebugType {
    for _ in 0..64 {
        match m.debug_types.get(ty) {
            Some(DebugType::Alias { to, .. }) => ty = *to,
            Some(t) => return t,
            None => break,
        }
    }
    &DebugType::Void
}

/// The size of the structure that a function returns in memory: its first
/// parameter is then the address of that.
pub fn returns_structure(module: &Module, function: &Function) -> Option<u64> {
    let DebugType::Function { returns, .. } = strip(module, function.ty) else {
        return None;
    };
    let first = function.params.first()?;
    let size = size_of(module, *returns);
    (function.rets.is_empty() && first.ty == Type::Ptr && size > 0).then_some(size)
}

/// Bytes of a type; 0 if unknown.
pub fn size_of(m: &Module, ty: DebugTypeId) -> u64 {
    match strip(m, ty) {
        DebugType::Void | DebugType::Function { .. } => 0,
        DebugType::Bool | DebugType::Char { .. } => 1,
        DebugType::Int { bits, .. } | DebugType::Enum { bits, .. } => u64::from(bits.div_ceil(8)),
        DebugType::Float { bits, .. } => match bits {
            80 if m.layout.ptr_bits == 64 => 16,
            80 => 12,
            b => u64::from(b.div_ceil(8)),
        },
        DebugType::Pointer { size, .. }
        | DebugType::Array { size, .. }
        | DebugType::Record { size, .. } => *size,
        DebugType::Alias { .. } => 0,
    }
}

/// Members of a structure, those of its members included, that are printed
/// with their names; larger ones are bytes.
const MOST_MEMBERS: u32 = 1024;

/// How to print a value of the type.
pub fn input_type(m: &Module, ty: DebugTypeId, size: u64) -> InputType {
    let mut left = MOST_MEMBERS;
    described(m, ty, size, &mut left)
}

fn described(m: &Module, ty: DebugTypeId, size: u64, left: &mut u32) -> InputType {
    match strip(m, ty) {
        DebugType::Bool => InputType::Bool,
        DebugType::Char { .. } => InputType::Char,
        DebugType::Int { bits, signed, .. } | DebugType::Enum { bits, signed, .. } => {
            InputType::Int {
                bits: *bits,
                signed: *signed,
            }
        }
        DebugType::Float {
            bits: bits @ (16 | 32 | 64 | 80 | 128),
            ..
        } => InputType::Float { bits: *bits },
        DebugType::Pointer { size, .. } if (1..=8).contains(size) => InputType::Pointer {
            bits: 8 * *size as u32,
        },
        DebugType::Record { size, fields, .. } if *size > 0 && !fields.is_empty() => {
            let mut members = Vec::new();
            for f in fields {
                // Also ends what describes itself as a part of itself.
                let Some(fewer) = left.checked_sub(1) else {
                    return InputType::Bytes;
                };
                *left = fewer;
                members.push(InputField {
                    name: f.name.clone(),
                    bit_offset: f.bit_offset,
                    bits: f.bit_size,
                    ty: described(m, f.ty, size_of(m, f.ty), left),
                });
            }
            InputType::Record {
                size: *size,
                fields: members,
            }
        }
        DebugType::Array { element, .. } => {
            let e = size_of(m, *element);
            if e == 0 || size % e != 0 {
                return InputType::Bytes;
            }
            InputType::Array {
                element: Box::new(described(m, *element, e, left)),
                len: size / e,
            }
        }
        _ => InputType::Bytes,
    }
}

/// The shape of `size` bytes at `offset` of an object of this type.
pub fn shape(m: &Module, ty: Option<DebugTypeId>, offset: u64, size: u64) -> Shape {
    let whole = ty.filter(|t| offset == 0 && size_of(m, *t) == size && size > 0);
    let part = ty.filter(|_| whole.is_none());
    let printed = match (whole, part.map(|t| strip(m, t))) {
        (Some(t), _) => input_type(m, t, size),
        // A part of an array is an array.
        (None, Some(DebugType::Array { element, .. })) => {
            let e = size_of(m, *element);
            if e > 0 && size % e == 0 && offset % e == 0 {
                InputType::Array {
                    element: Box::new(input_type(m, *element, e)),
                    len: size / e,
                }
            } else {
                InputType::Bytes
            }
        }
        _ => InputType::Bytes,
    };
    let mut marks: Vec<(u64, u32)> = Vec::new();
    let mut integers = true;
    if let Some(t) = ty {
        flatten(m, t, 0, offset, offset + size, &mut marks, &mut integers);
    }
    marks.sort_unstable();
    let mut leaves = Vec::new();
    let mut at = offset;
    for (o, n) in marks {
        if o < at {
            // Overlapping members (unions, bit-fields): bytes.
            continue;
        }
        while at < o {
            leaves.push((at - offset, 1));
            at += 1;
        }
        leaves.push((o - offset, n));
        at += u64::from(n);
    }
    while at < offset + size {
        leaves.push((at - offset, 1));
        at += 1;
    }
    Shape {
        ty: printed,
        leaves,
        integers,
    }
}

/// Which bytes of a type belong to members: not those that pad it, that a
/// bit-field shares with nothing, or that only some member of a union has.
pub fn members(m: &Module, ty: DebugTypeId) -> Vec<bool> {
    let size = size_of(m, ty).min(LARGEST_RESULT) as usize;
    let mut bits = vec![0u8; size];
    cover(m, ty, 0, 0, &mut bits);
    bits.into_iter().map(|b| b == 0xff).collect()
}

/// Results beyond this are compared up to it.
const LARGEST_RESULT: u64 = 1 << 16;

/// Sets the bits of the members of a type that begins at a bit.
fn cover(m: &Module, ty: DebugTypeId, at: u64, depth: u32, out: &mut [u8]) {
    let n = size_of(m, ty);
    match strip(m, ty) {
        _ if depth > 32 || at / 8 >= out.len() as u64 => {}
        DebugType::Array { element, .. } => {
            let e = size_of(m, *element);
            for i in 0..n.checked_div(e).unwrap_or(0).min(LARGEST_RESULT) {
                cover(m, *element, at + 8 * i * e, depth + 1, out);
            }
        }
        DebugType::Record {
            fields,
            union: true,
            ..
        } => {
            let mut all: Option<Vec<u8>> = None;
            for f in fields {
                let mut own = vec![0; out.len()];
                cover(m, f.ty, at + f.bit_offset, depth + 1, &mut own);
                all = Some(match all {
                    None => own,
                    Some(a) => a.iter().zip(&own).map(|(a, b)| a & b).collect(),
                });
            }
            for (o, a) in out.iter_mut().zip(all.unwrap_or_default()) {
                *o |= a;
            }
        }
        DebugType::Record { fields, .. } => {
            for f in fields {
                match f.bit_field {
                    true => set_bits(out, at + f.bit_offset, f.bit_size),
                    false => cover(m, f.ty, at + f.bit_offset, depth + 1, out),
                }
            }
        }
        DebugType::Float { bits: 80, .. } => set_bits(out, at, 80),
        _ => set_bits(out, at, 8 * n),
    }
}

fn set_bits(out: &mut [u8], from: u64, n: u64) {
    for bit in from..from + n {
        if let Some(byte) = out.get_mut((bit / 8) as usize) {
            *byte |= 1 << (bit % 8);
        }
    }
}

/// Collects the scalars of a type that lie in `lo..hi`.
fn flatten(
    m: &Module,
    ty: DebugTypeId,
    at: u64,
    lo: u64,
    hi: u64,
    out: &mut Vec<(u64, u32)>,
    integers: &mut bool,
) {
    let n = size_of(m, ty);
    if n == 0 || at >= hi || at + n <= lo {
        return;
    }
    match strip(m, ty) {
        DebugType::Array { element, .. } => {
            let e = size_of(m, *element);
            if e == 0 {
                return;
            }
            let first = lo.saturating_sub(at) / e;
            let last = (hi - at).min(n).div_ceil(e);
            for i in first..last {
                flatten(m, *element, at + i * e, lo, hi, out, integers);
            }
        }
        DebugType::Record {
            fields,
            union: false,
            ..
        } => {
            for f in fields {
                if f.bit_offset % 8 == 0 && f.bit_size == 8 * size_of(m, f.ty) {
                    flatten(m, f.ty, at + f.bit_offset / 8, lo, hi, out, integers);
                }
            }
        }
        DebugType::Record { .. } => {}
        t => {
            if matches!(t, DebugType::Float { .. }) {
                *integers = false;
            }
            // The room of a `long double` ends with bytes that it does not
            // have; they are inputs of their own.
            let n = match t {
                DebugType::Float { bits: 80, .. } => 10,
                _ => n,
            };
            if at >= lo && at + n <= hi && n <= 16 {
                out.push((at, n as u32));
            }
        }
    }
}
