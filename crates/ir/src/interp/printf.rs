//! `printf` on concrete values, for programs that are run without the C
//! models: all integer conversions, strings, characters, pointers, and `f`,
//! `e`, `g` of `double`. Anything else is unsupported. Source: C11 7.21.6.1.
//! Cost: one allocation per conversion.

use super::machine::{Machine, Passed};
use super::stop::{Stop, R};
use super::value::Value;
use crate::scalar::mask64;
use crate::{FloatFormat, Type};

/// A conversion between `%` and its letter.
#[derive(Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Bits of an integer argument.
    bits: u32,
}

impl Spec {
    /// Puts a sign or base prefix, zeros and blanks around digits.
    fn pad(&self, prefix: &str, digits: &str, zeros_allowed: bool) -> String {
        let used = prefix.len() + digits.len();
        let missing = self.width.saturating_sub(used);
        if self.left {
            format!("{prefix}{digits}{}", " ".repeat(missing))
        } else if self.zero && zeros_allowed {
            format!("{prefix}{}{digits}", "0".repeat(missing))
        } else {
            format!("{}{prefix}{digits}", " ".repeat(missing))
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, _, _) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    fn integer(&self, prefix: &str, mut digits: String) -> String {
        if let Some(p) = self.precision {
            if p == 0 && digits == "0" {
                digits.clear();
            }
            if digits.len() < p {
                digits.insert_str(0, &"0".repeat(p - digits.len()));
            }
        }
        self.pad(prefix, &digits, self.precision.is_none())
    }
}

/// Longest padding that is produced.
const MAX_WIDTH: usize = 1 << 16;

/// The output of `printf(format, args…)`.
pub(super) fn format(m: &Machine<'_, '_>, format: &[u8], args: &[Passed]) -> R<Vec<u8>> {
    let mut out = Vec::new();
    let mut args = args.iter();
    let mut at = 0;
    let not_done = |text: &[u8]| {
        Stop::unsupported(format!(
            "printf conversion %{}",
            String::from_utf8_lossy(text)
        ))
    };
    while let Some(&c) = format.get(at) {
        at += 1;
        if c != b'%' {
            out.push(c);
            continue;
        }
        let from = at;
        let mut next_value = |bits: u32| -> R<u64> {
            let v = args.next().map_or(Value::UNDEF, |a| a.value.low());
            Ok(m.decide(v, bits, "output")? & mask64(bits))
        };
        let mut spec = Spec {
            bits: 32,
            ..Spec::default()
        };
        while let Some(&flag) = format.get(at) {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                _ => break,
            }
            at += 1;
        }
        let number = |at: &mut usize, next: &mut dyn FnMut(u32) -> R<u64>| -> R<i64> {
            if format.get(*at) == Some(&b'*') {
                *at += 1;
                return Ok(i64::from(next(32)? as i32));
            }
            let mut n = 0usize;
            while let Some(d) = format.get(*at).filter(|d| d.is_ascii_digit()) {
                n = n.saturating_mul(10).saturating_add(usize::from(d - b'0'));
                *at += 1;
            }
            Ok(n.min(MAX_WIDTH) as i64)
        };
        let width = number(&mut at, &mut next_value)?;
        spec.left |= width < 0;
        spec.width = (width.unsigned_abs() as usize).min(MAX_WIDTH);
        if format.get(at) == Some(&b'.') {
            at += 1;
            let p = number(&mut at, &mut next_value)?;
            spec.precision = usize::try_from(p).ok().map(|p| p.min(MAX_WIDTH));
        }
        let rest = &format[at..];
        let (skip, bits) = match rest {
            [b'h', b'h', ..] => (2, 8),
            [b'h', ..] => (1, 16),
            [b'l', b'l', ..] => (2, 64),
            [b'j' | b'q', ..] => (1, 64),
            [b'l' | b'z' | b't', ..] => (1, m.ptr_bits),
            _ => (0, 32),
        };
        at += skip;
        spec.bits = bits;
        let Some(&letter) = format.get(at) else {
            return Err(not_done(&format[from..]));
        };
        at += 1;
        let shown = match letter {
            b'%' => "%".to_string(),
            b'd' | b'i' => {
                let v = next_value(spec.bits.max(32))? & mask64(spec.bits);
                let v = crate::scalar::sext64(spec.bits, v);
                spec.integer(spec.sign(v < 0), v.unsigned_abs().to_string())
            }
            b'u' | b'x' | b'X' | b'o' => {
                let v = next_value(spec.bits.max(32))? & mask64(spec.bits);
                let (prefix, digits) = match letter {
                    b'u' => ("", v.to_string()),
                    b'x' => (if v != 0 { "0x" } else { "" }, format!("{v:x}")),
                    b'X' => (if v != 0 { "0X" } else { "" }, format!("{v:X}")),
                    _ => (if v != 0 { "0" } else { "" }, format!("{v:o}")),
                };
                spec.integer(if spec.alternate { prefix } else { "" }, digits)
            }
            b'p' => {
                let v = next_value(m.ptr_bits)?;
                if v == 0 {
                    spec.pad("", "(nil)", false)
                } else {
                    spec.integer("0x", format!("{v:x}"))
                }
            }
            b'c' => {
                let v = next_value(32)? as u8;
                let blanks = vec![b' '; spec.width.saturating_sub(1)];
                if !spec.left {
                    out.extend(&blanks);
                }
                out.push(v);
                if spec.left {
                    out.extend(&blanks);
                }
                continue;
            }
            b's' => {
                let p = args.next().map_or(Value::UNDEF, |a| a.value.low());
                let limit = spec.precision.unwrap_or(usize::MAX);
                let s = if p.undef == 0 && p.bits == 0 {
                    b"(null)".to_vec()
                } else {
                    m.memory.c_string(p, limit)?
                };
                let blanks = vec![b' '; spec.width.saturating_sub(s.len())];
                if !spec.left {
                    out.extend(&blanks);
                }
                out.extend(&s);
                if spec.left {
                    out.extend(&blanks);
                }
                continue;
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => {
                let Some(arg) = args.next() else {
                    return Err(not_done(&format[from..at]));
                };
                if arg.ty != Type::Float(FloatFormat::F64) {
                    return Err(not_done(&format[from..at]));
                }
                let v = m.decide_wide(arg.value, "output")?;
                float(&spec, letter, f64::from_bits(v as u64))
            }
            _ => return Err(not_done(&format[from..at])),
        };
        out.extend(shown.as_bytes());
    }
    Ok(out)
}

/// `d.ddde+XX` with the given digits after the point.
fn scientific(v: f64, precision: usize) -> (String, i32) {
    let text = format!("{v:.precision$e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa.to_string(), exponent.parse().unwrap_or_default()),
        None => (text, 0),
    }
}

fn exponent(e: i32) -> String {
    format!("e{}{:02}", if e < 0 { '-' } else { '+' }, e.abs())
}

fn float(spec: &Spec, letter: u8, value: f64) -> String {
    let sign = spec.sign(value.is_sign_negative());
    let v = value.abs();
    let upper = letter.is_ascii_uppercase();
    let body = if v.is_nan() {
        "nan".to_string()
    } else if v.is_infinite() {
        "inf".to_string()
    } else {
        let p = spec.precision.unwrap_or(6);
        let dot = |s: String| {
            if spec.alternate && !s.contains('.') {
                s + "."
            } else {
                s
            }
        };
        match letter.to_ascii_lowercase() {
            b'f' => dot(format!("{v:.p$}")),
            b'e' => {
                let (m, e) = scientific(v, p);
                dot(m) + &exponent(e)
            }
            _ => {
                let p = p.max(1);
                let (m, e) = scientific(v, p - 1);
                let plain = e >= -4 && e < p as i32;
                let text = if plain {
                    let after = (p as i32 - 1 - e).max(0) as usize;
                    format!("{v:.after$}")
                } else {
                    m
                };
                let text = if text.contains('.') && !spec.alternate {
                    text.trim_end_matches('0').trim_end_matches('.').to_string()
                } else {
                    dot(text)
                };
                if plain {
                    text
                } else {
                    text + &exponent(e)
                }
            }
        }
    };
    let body = if upper {
        body.to_ascii_uppercase()
    } else {
        body
    };
    spec.pad(sign, &body, v.is_finite())
}
