//! Standard input as words that are numbers.
//!
//! Idea: a bound may name the first words of the input, which the program takes with
//! `scanf("%d", &n)`. A run has values for them where its input begins with that many
//! decimal numbers, each of which fits its type; else it is held against no bound that
//! names one. Cost: linear in the input.
//!
//! What must never happen: a value that the program does not read from that word. So a
//! number has no sign but a minus, no leading zero (another base), and nothing behind
//! its digits but whitespace.

use ep_base::time::{ParameterKind, Report};
use num_bigint::BigInt;

/// A word that a bound names: bits and sign of the number.
pub type Kind = (u32, bool);

/// The words that the bounds of a report name, by their order.
pub fn of(report: &Report) -> Vec<Kind> {
    let mut all: Vec<(u32, Kind)> = (report.parameters.iter())
        .filter_map(|p| match p.kind {
            ParameterKind::Word {
                order,
                bits,
                signed,
            } => Some((order, (bits, signed))),
            _ => None,
        })
        .collect();
    all.sort();
    let count = all.last().map_or(0, |(k, _)| *k as usize + 1);
    // A word that no bound names is an `int`.
    let mut out = vec![(32, true); count.min(64)];
    for (k, kind) in all {
        if let Some(slot) = out.get_mut(k as usize) {
            *slot = kind;
        }
    }
    out
}

/// A decimal number as it is written by everybody.
fn canonical(word: &[u8]) -> Option<BigInt> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let plain = match digits {
        [] => false,
        [b'0'] => digits.len() == word.len(),
        [first, ..] => *first != b'0' && digits.iter().all(u8::is_ascii_digit),
    };
    BigInt::parse_bytes(word, 10).filter(|_| plain)
}

/// The word `order` of an input, if it and those before are numbers, and it fits.
pub fn word(input: &[u8], order: u32, bits: u32, signed: bool) -> Option<BigInt> {
    // As `isspace` in the C locale.
    let space = |b: &u8| matches!(b, b' ' | 9..=13);
    let mut words = input.split(space).filter(|w| !w.is_empty());
    let mut value = None;
    for _ in 0..=order {
        value = Some(canonical(words.next()?)?);
    }
    let value = value?;
    let half = BigInt::from(1) << (bits - u32::from(signed));
    let least = match signed {
        true => -half.clone(),
        false => BigInt::from(0),
    };
    (least <= value && value < half).then_some(value)
}

/// An input of these words.
pub fn text(words: &[(u64, Kind)]) -> Vec<u8> {
    let mut out = String::new();
    for (v, (bits, signed)) in words {
        let v = match bits {
            64.. => *v,
            _ => v & ((1 << bits) - 1),
        };
        let negative = *signed && v >> (bits - 1) & 1 != 0;
        let mut n = BigInt::from(v);
        if negative {
            n -= BigInt::from(1) << *bits;
        }
        out.push_str(&n.to_string());
        out.push('\n');
    }
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_the_program_reads() {
        let at = |text: &str, order| word(text.as_bytes(), order, 32, true);
        assert_eq!(at("7\n-3 x", 0), Some(7.into()));
        assert_eq!(at("7\n-3 x", 1), Some((-3).into()));
        for (text, order) in [
            ("", 0),
            ("7", 1),
            ("x 7", 1),
            ("7x", 0),
            ("07", 0),
            ("-0", 0),
            ("+7", 0),
            ("-", 0),
            ("2147483648", 0),
        ] {
            assert_eq!(at(text, order), None, "{text}");
        }
        assert_eq!(word(b"255", 0, 8, false), Some(255.into()));
        assert_eq!(word(b"-1", 0, 8, false), None);
        let written = text(&[(u64::MAX, (32, true)), (200, (8, false)), (0, (64, true))]);
        assert_eq!(written, b"-1\n200\n0\n");
    }
}
