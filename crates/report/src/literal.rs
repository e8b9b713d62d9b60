//! Inputs as C literals: what a user can paste into a test of their own.
//!
//! Integers carry the suffix that their value needs, strings are split where a
//! hexadecimal escape would swallow the next character, floats are printed so
//! that reading them back gives the same bits, with the hexadecimal form
//! beside them where the decimal one is not exact to the eye.

use crate::extended;
use ep_base::outcome::{Input, InputSource, InputType, PointerSlot, PointerTarget};
use std::fmt::Write;

/// `name = literal`.
pub fn assignment(input: &Input) -> String {
    let object = match &input.source {
        InputSource::Object { object } => format!(" (object {object})"),
        _ => String::new(),
    };
    format!("{}{object} = {}", input.name, value(input))
}

/// The value of an input: a literal, or what a pointer points to.
pub fn value(input: &Input) -> String {
    match (&input.source, input.target()) {
        (InputSource::Pointer { slot, .. }, Some(target)) => match (target, *slot) {
            (PointerTarget::Null, _) => "null".into(),
            (PointerTarget::Object { object }, PointerSlot::Parameter { index })
                if object == index =>
            {
                "an object of its own".into()
            }
            (PointerTarget::Object { object }, _) => format!("&object {object}"),
            (PointerTarget::Function { signature, number }, _) => {
                format!("&function {}", signature * 8 + number + 1)
            }
        },
        _ => literal(&input.ty, &input.bytes),
    }
}

/// The bytes (in memory order, little endian) as a literal of this type. Bytes
/// that do not fit the type are printed as bytes.
pub fn literal(ty: &InputType, bytes: &[u8]) -> String {
    if size(ty).is_some_and(|s| s != bytes.len()) {
        return byte_list(bytes);
    }
    match ty {
        InputType::Int { signed, .. } => suffixed(bytes, *signed),
        InputType::Char => character(bytes[0]),
        InputType::Bool => integer(bytes, false),
        InputType::Float { bits: 80 } => extended::shown(bytes).unwrap_or_else(|| byte_list(bytes)),
        InputType::Float { .. } => float_with_bits(bytes),
        InputType::Array { element, len } => array(element, *len, bytes),
        InputType::Bytes => byte_list(bytes),
    }
}

/// The size of a type in bytes; `None` for what has no fixed size.
pub fn size(ty: &InputType) -> Option<usize> {
    match ty {
        InputType::Int { bits, .. } => Some(bits.div_ceil(8) as usize),
        InputType::Char | InputType::Bool => Some(1),
        // In memory it takes 16 bytes, on i386 12.
        InputType::Float { bits: 80 } => None,
        InputType::Float { bits } => Some((bits / 8) as usize),
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

fn array(element: &InputType, len: u64, bytes: &[u8]) -> String {
    if *element == InputType::Char {
        return string(bytes);
    }
    let each = match element {
        InputType::Float { bits: 80 } => bytes.len().checked_div(len as usize),
        element => size(element),
    };
    let parts: Vec<String> = match each {
        Some(n) if n > 0 => bytes.chunks(n).map(|b| literal(element, b)).collect(),
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
}
