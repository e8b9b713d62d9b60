//! A variable with the value of an input.

use crate::literal;
use crate::types::plain;
use ep_base::outcome::{Input, InputType};
use std::fmt::Write;

/// Declares the object `name` with the value of an input.
pub fn object(c: &mut String, qualifiers: &str, name: &str, input: &Input) {
    let bytes = &input.bytes;
    let value = literal::literal(&input.ty, bytes);
    let fits = literal::size(&input.ty).is_some_and(|n| n == bytes.len());
    let whole = match &input.ty {
        InputType::Array { element, len } if fits && *len > 0 => {
            plain(element).map(|ty| format!("{ty} {name}[{len}]"))
        }
        ty if fits => plain(ty).map(|ty| format!("{ty} {name}")),
        _ => None,
    };
    let _ = match whole {
        Some(declaration) => writeln!(c, "{qualifiers}{declaration} = {value};"),
        // An empty array is no C: one byte that nobody reads.
        None if bytes.is_empty() => writeln!(c, "{qualifiers}unsigned char {name}[1];"),
        None => {
            let list = literal::literal(&InputType::Bytes, bytes);
            let n = bytes.len();
            writeln!(c, "{qualifiers}unsigned char {name}[{n}] = {list};")
        }
    };
}

/// Bit patterns that a literal does not keep are written as bytes.
pub fn exact(input: &Input) -> Input {
    Input {
        ty: match kept(&input.ty, &input.bytes) {
            true => input.ty.clone(),
            false => InputType::Bytes,
        },
        ..input.clone()
    }
}

/// Whether a literal of this type has these very bytes.
fn kept(ty: &InputType, bytes: &[u8]) -> bool {
    match ty {
        // NAN and INFINITY need a header, and there are many NaNs.
        InputType::Float { .. } => {
            literal::float(bytes).is_some_and(|t| !t.ends_with("NAN") && !t.ends_with('Y'))
        }
        InputType::Array { element, .. } => match literal::size(element) {
            Some(n) if n > 0 => bytes.chunks(n).all(|b| kept(element, b)),
            _ => false,
        },
        _ => true,
    }
}
