//! The functions that give inputs: which type each returns, and its values as
//! text.

use super::options::DataModel;
use ep_base::outcome::{Input, InputSource, InputType};
use ep_harness::{literal, nondet};

/// The type of the result of `__VERIFIER_nondet_T`; none where a constant of C
/// cannot say its value.
pub fn result_type(function: &str, model: DataModel) -> Option<InputType> {
    let word = if model == DataModel::Ilp32 { 32 } else { 64 };
    let ty = nondet::returns(function)?.values.input_type(word);
    match ty {
        InputType::Int { bits, .. } if bits > 64 => None,
        ty => Some(ty),
    }
}

/// The value of an input as a constant of C without a suffix; none where it
/// has none (a pointer, a NaN, bytes).
pub fn constant(input: &Input, model: DataModel) -> Option<String> {
    // The explorer's type is that of the bits; the sign is the function's.
    let declared = match &input.source {
        InputSource::Nondet { function } => result_type(function, model)?,
        _ => input.ty.clone(),
    };
    let bytes = &input.bytes[..];
    if bytes.is_empty() || bytes.len() > 8 {
        return None;
    }
    match declared {
        InputType::Bool => Some((bytes[0] & 1).to_string()),
        InputType::Char => Some(literal::integer(&bytes[..1], true)),
        InputType::Int { signed, .. } => Some(literal::integer(bytes, signed)),
        // As `double`, which has every value of `float`.
        InputType::Float { bits: 32 } => {
            let x = bytes.try_into().ok().map(f32::from_le_bytes)?;
            float(f64::from(x))
        }
        InputType::Float { bits: 64 } => float(bytes.try_into().ok().map(f64::from_le_bytes)?),
        _ => None,
    }
}

/// A decimal number that reads back as the same one.
fn float(x: f64) -> Option<String> {
    let same = x.is_finite() && !(x == 0.0 && x.is_sign_negative());
    literal::float(&x.to_le_bytes()).filter(|_| same)
}

/// The input that gives this value.
///
/// # Errors
/// Why there is none.
pub fn input(function: &str, value: &str, model: DataModel) -> Result<Input, String> {
    let ty = result_type(function, model)
        .ok_or_else(|| format!("the values of `{function}` are no constants"))?;
    let wrong = || format!("`{value}` is no value of `{function}`");
    let bytes = match ty {
        InputType::Float { bits: 32 } => {
            let x: f32 = value.parse().map_err(|_| wrong())?;
            x.to_le_bytes().to_vec()
        }
        InputType::Float { .. } => {
            let x: f64 = value.parse().map_err(|_| wrong())?;
            x.to_le_bytes().to_vec()
        }
        _ => {
            let n: i128 = integer(value).ok_or_else(wrong)?;
            let (bits, signed) = match ty {
                InputType::Bool => (1, false),
                InputType::Int { bits, signed } => (bits, signed),
                _ => (8, true),
            };
            let (low, high) = match signed {
                true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                false => (0, (1i128 << bits) - 1),
            };
            if n < low || n > high {
                return Err(wrong());
            }
            let size = (bits as usize).div_ceil(8);
            n.to_le_bytes()[..size].to_vec()
        }
    };
    Ok(Input {
        name: function.to_string(),
        ty,
        source: InputSource::Nondet {
            function: function.to_string(),
        },
        bytes,
    })
}

/// Zero, where a witness says nothing.
pub fn zero(function: &str, model: DataModel) -> Option<Input> {
    input(function, "0", model).ok()
}

fn integer(text: &str) -> Option<i128> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let n = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse::<i128>().ok()?,
    };
    Some(if negative { -n } else { n })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back() {
        for (f, text) in [
            ("__VERIFIER_nondet_int", "-2147483648"),
            ("__VERIFIER_nondet_uint", "4294967295"),
            ("__VERIFIER_nondet_char", "-56"),
            ("__VERIFIER_nondet_uchar", "200"),
            ("__VERIFIER_nondet_bool", "1"),
            ("__VERIFIER_nondet_ulong", "18446744073709551615"),
            ("__VERIFIER_nondet_float", "0.10000000149011612"),
            ("__VERIFIER_nondet_double", "-1.5e300"),
        ] {
            let i = input(f, text, DataModel::Lp64).unwrap();
            assert_eq!(constant(&i, DataModel::Lp64).as_deref(), Some(text), "{f}");
            // Whatever the explorer calls its type.
            if i.bytes.len() == 1 && text != "1" {
                let mut other = i.clone();
                other.ty = InputType::Char;
                assert_eq!(constant(&other, DataModel::Lp64).as_deref(), Some(text));
            }
        }
    }

    #[test]
    fn what_a_type_cannot_hold_is_refused() {
        for (f, text) in [
            ("__VERIFIER_nondet_int", "2147483648"),
            ("__VERIFIER_nondet_uint", "-1"),
            ("__VERIFIER_nondet_bool", "2"),
            ("__VERIFIER_nondet_int", "1.5"),
            ("__VERIFIER_nondet_int", "n"),
            ("__VERIFIER_nondet_pchar", "0"),
            ("__VERIFIER_nondet_double", "x"),
        ] {
            assert!(input(f, text, DataModel::Lp64).is_err(), "{f} {text}");
        }
        assert!(input("__VERIFIER_nondet_long", "4294967296", DataModel::Ilp32).is_err());
        assert!(input("__VERIFIER_nondet_long", "4294967296", DataModel::Lp64).is_ok());
    }
}
