//! Inputs as C literals: what a user can paste into a test of their own.
//!
//! Integers carry the suffix that their value needs, strings are split where a
//! hexadecimal escape would swallow the next character, floats are printed so
//! that reading them back gives the same bits, with the hexadecimal form
//! beside them where the decimal one is not exact to the eye. Structures name
//! their members, as debuggers print them; that is for reading and no C.

use crate::extended;
use ep_base::outcome::{Input, InputField, InputSource, InputType, PointerSlot, PointerTarget};
use std::fmt::Write;

/// `name = literal` for one of `all` inputs.
pub fn assignment(input: &Input, all: &[Input]) -> String {
    let object = match &input.source {
        InputSource::Object { object } => format!(" (object {object})"),
        _ => String::new(),
    };
    format!("{}{object} = {}", input.name, value(input, all))
}

/// The value of one of `all` inputs: a literal, or what a pointer points to.
/// Pointers in an object show what they point to where another input says it.
pub fn value(input: &Input, all: &[Input]) -> String {
    if let (InputSource::Pointer { slot, .. }, Some(target)) = (&input.source, input.target()) {
        return match (target, *slot) {
            (PointerTarget::Object { object }, PointerSlot::Parameter { index })
                if object == index =>
            {
                "an object of its own".into()
            }
            (target, _) => target_text(target),
        };
    }
    // Text is told as text, whatever number has as many bytes.
    if let (InputSource::Stdin, InputType::Int { .. } | InputType::Bytes) =
        (&input.source, &input.ty)
    {
        return text(&input.bytes);
    }
    let number = match input.source {
        InputSource::Buffer { index } => Some(index),
        InputSource::Object { object } => Some(object),
        _ => None,
    };
    let pointer = |at: u64| {
        let own = PointerSlot::Field {
            object: number?,
            offset: at,
        };
        let said = all
            .iter()
            .find(|i| matches!(i.source, InputSource::Pointer { slot, .. } if slot == own))?;
        said.target().map(target_text)
    };
    show(&input.ty, &input.bytes, 0, &pointer)
}

/// Bytes as a string.
pub fn text(bytes: &[u8]) -> String {
    let ty = InputType::Array {
        element: Box::new(InputType::Char),
        len: bytes.len() as u64,
    };
    literal(&ty, bytes)
}

fn target_text(target: PointerTarget) -> String {
    match target {
        PointerTarget::Null => "null".into(),
        PointerTarget::Object { object } => format!("&object {object}"),
        PointerTarget::Function { signature, number } => {
            format!("&function {}", signature * 8 + number + 1)
        }
    }
}

/// The bytes (in memory order, little endian) as a literal of this type. Bytes
/// that do not fit the type are printed as bytes.
pub fn literal(ty: &InputType, bytes: &[u8]) -> String {
    show(ty, bytes, 0, &|_| None)
}

/// What a pointer at a byte of the object leads to, where that is known.
type Pointers<'a> = &'a dyn Fn(u64) -> Option<String>;

/// The literal of what stands at byte `at` of an object.
fn show(ty: &InputType, bytes: &[u8], at: u64, pointers: Pointers<'_>) -> String {
    if size(ty).is_some_and(|s| s != bytes.len()) {
        return byte_list(bytes);
    }
    match ty {
        InputType::Int { signed, .. } => suffixed(bytes, *signed),
        InputType::Char => character(bytes[0]),
        InputType::Bool => integer(bytes, false),
        InputType::Float { bits: 80 } => extended::shown(bytes).unwrap_or_else(|| byte_list(bytes)),
        InputType::Float { .. } => float_with_bits(bytes),
        InputType::Pointer { .. } => pointers(at).unwrap_or_else(|| address(bytes)),
        InputType::Array { element, len } => array((element, *len), bytes, at, pointers),
        InputType::Record { fields, .. } => record(fields, bytes, at, pointers),
        InputType::Bytes => byte_list(bytes),
    }
}

/// An address that is only a number.
fn address(bytes: &[u8]) -> String {
    match bytes.iter().rev().fold(0u64, |v, b| v << 8 | u64::from(*b)) {
        0 => "null".into(),
        n => format!("{n:#x}"),
    }
}

/// The members in their order, as `{id = 7, name = "ab"}`.
fn record(fields: &[InputField], bytes: &[u8], at: u64, pointers: Pointers<'_>) -> String {
    let mut parts = Vec::new();
    for f in fields {
        let first = (f.bit_offset / 8) as usize;
        let whole = f.bit_offset % 8 == 0
            && f.bits % 8 == 0
            && size(&f.ty).is_none_or(|n| n as u64 * 8 == f.bits);
        let text = match whole {
            true => {
                let part = bytes.get(first..first + (f.bits / 8) as usize);
                part.map(|b| show(&f.ty, b, at + first as u64, pointers))
            }
            false => bit_field(f, bytes),
        };
        // What does not lie in the structure cannot be shown in it.
        let Some(text) = text else {
            return byte_list(bytes);
        };
        parts.push(match f.name.is_empty() {
            true => text,
            false => format!("{} = {text}", f.name),
        });
    }
    format!("{{{}}}", parts.join(", "))
}

/// The value of a bit-field: a number of at most 64 bits.
fn bit_field(f: &InputField, bytes: &[u8]) -> Option<String> {
    if f.bits == 0 || f.bits > 64 {
        return None;
    }
    let mut value = 0u64;
    for k in 0..f.bits {
        let bit = f.bit_offset + k;
        let byte = bytes.get((bit / 8) as usize)?;
        value |= u64::from(byte >> (bit % 8) & 1) << k;
    }
    let unused = 64 - f.bits as u32;
    Some(match f.ty {
        InputType::Int { signed: true, .. } => (((value << unused) as i64) >> unused).to_string(),
        _ => value.to_string(),
    })
}

/// The size of a type in bytes; `None` for what has no fixed size.
pub fn size(ty: &InputType) -> Option<usize> {
    match ty {
        InputType::Int { bits, .. } => Some(bits.div_ceil(8) as usize),
        InputType::Char | InputType::Bool => Some(1),
        // In memory it takes 16 bytes, on i386 12.
        InputType::Float { bits: 80 } => None,
        InputType::Float { bits } | InputType::Pointer { bits } => Some((bits / 8) as usize),
        InputType::Record { size, .. } => usize::try_from(*size).ok(),
        InputType::Array { element, len } => size(element)?.checked_mul(*len as usize),
        InputType::Bytes => None,
    }
}

/// The decimal value of at most 16 bytes, little endian.
pub fn integer(bytes: &[u8], signed: bool) -> String {
    if bytes.len() > 16 {
        return byte_list(bytes);
    }
    let value = bytes
        .iter()
        .rev()
        .fold(0u128, |v, b| v << 8 | u128::from(*b));
    if !signed || bytes.is_empty() {
        return value.to_string();
    }
    let unused = 128 - 8 * bytes.len() as u32;
    (((value << unused) as i128) >> unused).to_string()
}

/// An integer with the suffix that makes it a literal of its value.
fn suffixed(bytes: &[u8], signed: bool) -> String {
    let text = integer(bytes, signed);
    match (text.parse::<i128>(), signed) {
        (Ok(v), true) if v == i128::from(i64::MIN) => "(-9223372036854775807ll - 1)".into(),
        (Ok(v), true) if i32::try_from(v).is_ok() => {
            // The literal 2147483648 is a long; only the value matters here.
            text
        }
        (Ok(v), true) if i64::try_from(v).is_ok() => text + "ll",
        (Ok(v), false) if i32::try_from(v).is_ok() => text,
        (Ok(v), false) if u32::try_from(v).is_ok() => text + "u",
        (Ok(v), false) if u64::try_from(v).is_ok() => text + "ull",
        _ => text,
    }
}

/// One character constant.
fn character(byte: u8) -> String {
    match byte {
        b'\'' => "'\\''".into(),
        b'"' => "'\"'".into(),
        b => format!("'{}'", escape(b)),
    }
}

/// A byte within quotes.
fn escape(byte: u8) -> String {
    match byte {
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        b'\\' => "\\\\".into(),
        b'"' => "\\\"".into(),
        b' '..=b'~' => char::from(byte).to_string(),
        b => format!("\\x{b:02x}"),
    }
}

/// A string literal of exactly these bytes (C adds one zero of its own).
pub fn string(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    let mut after_hex = false;
    for &b in bytes {
        // A hexadecimal escape takes every hexadecimal digit behind it.
        if after_hex && b.is_ascii_hexdigit() {
            text.push_str("\" \"");
        }
        let e = escape(b);
        after_hex = e.starts_with("\\x");
        text.push_str(&e);
    }
    text.push('"');
    text
}

fn array(
    (element, len): (&InputType, u64),
    bytes: &[u8],
    at: u64,
    pointers: Pointers<'_>,
) -> String {
    if *element == InputType::Char {
        return string(bytes);
    }
    let each = match element {
        InputType::Float { bits: 80 } => bytes.len().checked_div(len as usize),
        element => size(element),
    };
    let parts: Vec<String> = match each {
        Some(n) if n > 0 => bytes
            .chunks(n)
            .enumerate()
            .map(|(i, b)| show(element, b, at + (i * n) as u64, pointers))
            .collect(),
        _ => return byte_list(bytes),
    };
    format!("{{{}}}", parts.join(", "))
}

fn byte_list(bytes: &[u8]) -> String {
    let mut text = String::from("{");
    for (i, b) in bytes.iter().enumerate() {
        let _ = write!(text, "{}{b:#04x}", if i > 0 { ", " } else { "" });
    }
    text.push('}');
    text
}

/// The shortest decimal that reads back as the same float; `NAN` and
/// `INFINITY` as in <math.h>. `None` when there are not 4 or 8 bytes.
pub fn float(bytes: &[u8]) -> Option<String> {
    let (value, text) = match bytes.len() {
        4 => {
            let v = f32::from_le_bytes(bytes.try_into().ok()?);
            (f64::from(v), format!("{v:?}"))
        }
        8 => {
            let v = f64::from_le_bytes(bytes.try_into().ok()?);
            (v, format!("{v:?}"))
        }
        _ => return None,
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    Some(if value.is_nan() {
        format!("{sign}NAN")
    } else if value.is_infinite() {
        format!("{sign}INFINITY")
    } else {
        text
    })
}

fn float_with_bits(bytes: &[u8]) -> String {
    let Some(text) = float(bytes) else {
        return byte_list(bytes);
    };
    let suffix = if bytes.len() == 4 { "f" } else { "" };
    let bits = bytes.iter().rev().fold(0u64, |v, b| v << 8 | u64::from(*b));
    if text.ends_with("INFINITY") {
        return text;
    }
    if text.ends_with("NAN") {
        return format!("{text} /* bits {bits:#x} */");
    }
    // Few digits are exact to the eye: 0.5, 3.0, 1e10.
    if text.len() <= 6 {
        return format!("{text}{suffix}");
    }
    format!(
        "{text}{suffix} /* {}{suffix} */",
        hexadecimal(bits, bytes.len())
    )
}

/// The C99 hexadecimal form, exact by construction.
fn hexadecimal(bits: u64, bytes: usize) -> String {
    let (mantissa_bits, bias, sign_at) = if bytes == 4 {
        (23, 127, 31)
    } else {
        (52, 1023, 63)
    };
    let sign = if bits >> sign_at & 1 == 1 { "-" } else { "" };
    let mask = (1u64 << (sign_at - mantissa_bits)) - 1;
    let exponent = (bits >> mantissa_bits & mask) as i64;
    let mantissa = bits & ((1u64 << mantissa_bits) - 1);
    // 23 bits are padded to six hexadecimal digits.
    let padding = (4 - mantissa_bits % 4) % 4;
    let width = ((mantissa_bits + padding) / 4) as usize;
    let digits = format!("{:0width$x}", mantissa << padding);
    let digits = digits.trim_end_matches('0');
    let dot = if digits.is_empty() { "" } else { "." };
    match (exponent, mantissa) {
        (0, 0) => format!("{sign}0x0p+0"),
        (0, _) => format!("{sign}0x0{dot}{digits}p{:+}", 1 - bias),
        _ => format!("{sign}0x1{dot}{digits}p{:+}", exponent - bias),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(bits: u32, signed: bool, bytes: &[u8]) -> String {
        literal(&InputType::Int { bits, signed }, bytes)
    }

    #[test]
    fn integers_have_their_suffix() {
        assert_eq!(int(32, true, &(-5i32).to_le_bytes()), "-5");
        assert_eq!(int(32, true, &i32::MIN.to_le_bytes()), "-2147483648");
        assert_eq!(int(32, false, &u32::MAX.to_le_bytes()), "4294967295u");
        assert_eq!(
            int(64, true, &3_000_000_000i64.to_le_bytes()),
            "3000000000ll"
        );
        assert_eq!(
            int(64, true, &i64::MIN.to_le_bytes()),
            "(-9223372036854775807ll - 1)"
        );
        assert_eq!(
            int(64, false, &u64::MAX.to_le_bytes()),
            "18446744073709551615ull"
        );
        assert_eq!(int(8, true, &[0x80]), "-128");
        assert_eq!(int(128, true, &[0xff; 16]), "-1");
        assert_eq!(int(32, true, &[1, 2]), "{0x01, 0x02}");
    }

    #[test]
    fn characters_and_strings() {
        let one = |b| literal(&InputType::Char, &[b]);
        assert_eq!(
            (one(b'a'), one(b'\''), one(b'"')),
            ("'a'".into(), "'\\''".into(), "'\"'".into())
        );
        assert_eq!(
            (one(0), one(b'\n'), one(0xff)),
            ("'\\x00'".into(), "'\\n'".into(), "'\\xff'".into())
        );
        assert_eq!(string(b"ab\x00"), "\"ab\\x00\"");
        assert_eq!(string(b"\x00c\x00z\"\\"), "\"\\x00\" \"c\\x00z\\\"\\\\\"");
    }

    #[test]
    fn arrays_nest() {
        let inner = InputType::Array {
            element: Box::new(InputType::Int {
                bits: 16,
                signed: true,
            }),
            len: 2,
        };
        let outer = InputType::Array {
            element: Box::new(inner),
            len: 2,
        };
        assert_eq!(
            literal(&outer, &[1, 0, 2, 0, 0xff, 0xff, 4, 0]),
            "{{1, 2}, {-1, 4}}"
        );
    }

    #[test]
    fn floats_read_back_as_the_same_bits() {
        let f64s = |v: f64| literal(&InputType::Float { bits: 64 }, &v.to_le_bytes());
        let f32s = |v: f32| literal(&InputType::Float { bits: 32 }, &v.to_le_bytes());
        assert_eq!(f64s(0.5), "0.5");
        assert_eq!(
            f64s(0.1 + 0.2),
            "0.30000000000000004 /* 0x1.3333333333334p-2 */"
        );
        assert_eq!(f32s(0.1), "0.1f");
        assert_eq!(
            f32s(f32::MIN_POSITIVE / 2.0),
            "5.877472e-39f /* 0x0.8p-126f */"
        );
        assert_eq!(f32s(-1.2345678), "-1.2345678f /* -0x1.3c0ca2p+0f */");
        assert_eq!(f64s(f64::NEG_INFINITY), "-INFINITY");
        assert!(
            f64s(f64::NAN).starts_with("NAN /* bits 0x7ff8"),
            "{}",
            f64s(f64::NAN)
        );
    }

    fn field(name: &str, bit_offset: u64, bits: u64, ty: InputType) -> InputField {
        InputField {
            name: name.into(),
            bit_offset,
            bits,
            ty,
        }
    }

    /// `struct { short id; char name[3]; int : 4 low, 4 high; struct node *next; }`
    fn node() -> InputType {
        let int = |bits, signed| InputType::Int { bits, signed };
        let name = InputType::Array {
            element: Box::new(InputType::Char),
            len: 3,
        };
        InputType::Record {
            size: 16,
            fields: vec![
                field("id", 0, 16, int(16, true)),
                field("name", 16, 24, name),
                field("low", 40, 4, int(32, false)),
                field("high", 44, 4, int(32, true)),
                field("next", 64, 64, InputType::Pointer { bits: 64 }),
            ],
        }
    }

    const NODE: [u8; 16] = [7, 0, b'a', b'b', 0, 0xf1, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0];

    #[test]
    fn structures_name_their_members() {
        assert_eq!(
            literal(&node(), &NODE),
            "{id = 7, name = \"ab\\x00\", low = 1, high = -1, next = null}"
        );
        let mut far = NODE;
        far[9] = 0x10;
        assert!(literal(&node(), &far).ends_with("next = 0x1000}"));
        // Bytes that are no such structure are bytes.
        assert!(literal(&node(), &NODE[1..]).starts_with("{0x00, 0x61"));
        // A member that does not lie in it: what was said of it is wrong.
        let wrong = InputType::Record {
            size: 1,
            fields: vec![field("x", 0, 16, InputType::Bytes)],
        };
        assert_eq!(literal(&wrong, &[5]), "{0x05}");
        let both = InputType::Record {
            size: 4,
            fields: vec![
                field(
                    "i",
                    0,
                    32,
                    InputType::Int {
                        bits: 32,
                        signed: true,
                    },
                ),
                field("", 0, 32, InputType::Float { bits: 32 }),
            ],
        };
        assert_eq!(
            literal(&both, &1f32.to_le_bytes()),
            "{i = 1065353216, 1.0f}"
        );
    }

    #[test]
    fn pointers_in_structures_show_what_they_lead_to() {
        let input = |name: &str, ty, source, bytes: &[u8]| Input {
            name: name.into(),
            ty,
            source,
            bytes: bytes.to_vec(),
        };
        let pair = InputType::Array {
            element: Box::new(node()),
            len: 2,
        };
        let next = |offset, targets| {
            let slot = PointerSlot::Field { object: 0, offset };
            let source = InputSource::Pointer { slot, targets };
            input("p->next", InputType::Bytes, source, &[0])
        };
        let all = [
            input(
                "p",
                pair,
                InputSource::Buffer { index: 0 },
                &[NODE, NODE].concat(),
            ),
            next(8, vec![PointerTarget::Null]),
            next(24, vec![PointerTarget::Object { object: 3 }]),
        ];
        let one = "{id = 7, name = \"ab\\x00\", low = 1, high = -1, next = ";
        assert_eq!(
            assignment(&all[0], &all),
            format!("p = {{{one}null}}, {one}&object 3}}}}")
        );
        // Of another object nothing is said.
        let other = input("q", node(), InputSource::Object { object: 1 }, &NODE);
        assert_eq!(
            assignment(&other, &all),
            format!("q (object 1) = {one}null}}")
        );
    }
}
