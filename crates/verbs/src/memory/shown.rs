//! What a run is given, in one line: numbers by their names, the beginning of texts and
//! of buffers.

use ep_base::memory::grouped;
use ep_base::outcome::{Input, InputSource, InputType};
use num_bigint::BigInt;

/// What a run is given, in one line.
pub fn in_one_line(inputs: &[Input]) -> String {
    let arguments = |i: &&Input| matches!(i.source, InputSource::Argument { .. });
    if inputs.iter().any(|i| arguments(&i)) {
        return called(inputs);
    }
    let mut parts = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for i in inputs {
        let signed = match &i.ty {
            InputType::Int { signed, .. } => *signed,
            InputType::Bool => false,
            // With or without a sign: the type does not tell.
            InputType::Char => false,
            _ => continue,
        };
        if !matches!(
            i.source,
            InputSource::Parameter { .. } | InputSource::Nondet { .. } | InputSource::MakeSymbolic
        ) {
            continue;
        }
        let n = match signed {
            true => BigInt::from_signed_bytes_le(&i.bytes),
            false => BigInt::from_bytes_le(num_bigint::Sign::Plus, &i.bytes),
        };
        let text = match i.ty {
            InputType::Char if n >= BigInt::from(128) => format!("0x{n:x}"),
            _ => grouped(&n),
        };
        let name = i.name.strip_prefix("__VERIFIER_nondet_");
        let name = name.unwrap_or(&i.name);
        named.push(name);
        // As bounds tell inputs of one name apart.
        parts.push(match named.iter().filter(|n| **n == name).count() {
            1 => format!("{name} = {text}"),
            n => format!("{name}#{n} = {text}"),
        });
        if parts.len() == PARTS {
            parts.push("…".into());
            break;
        }
    }
    // Numbers that were read are those of the text.
    if parts.is_empty() {
        parts.extend(inputs.iter().filter_map(text));
    }
    let left = PARTS.saturating_sub(parts.len());
    parts.extend(buffers(inputs, left));
    parts.join(", ")
}

/// Inputs that are told.
const PARTS: usize = 4;
/// Bytes of a buffer that are told.
const BYTES: usize = 8;

/// The first bytes of buffers that a run gets.
fn buffers(inputs: &[Input], most: usize) -> Vec<String> {
    let many = |i: &&Input| match i.source {
        InputSource::Buffer { .. } | InputSource::Object { .. } => true,
        InputSource::MakeSymbolic => i.ty == InputType::Bytes,
        _ => false,
    };
    let mut all = inputs.iter().filter(many);
    let one = |i: &Input| {
        let same = i.bytes.first().filter(|b| i.bytes.iter().all(|x| x == *b));
        let n = i.bytes.len();
        let content = match same {
            Some(b) if n > 2 => format!("{b} in all {} bytes", grouped(&BigInt::from(n))),
            _ => {
                let first: Vec<String> = (i.bytes.iter().take(BYTES))
                    .map(ToString::to_string)
                    .collect();
                let more = match n > BYTES {
                    true => format!(", ... {} bytes", grouped(&BigInt::from(n))),
                    false => String::new(),
                };
                format!("{{{}{more}}}", first.join(", "))
            }
        };
        format!("{} = {content}", i.name)
    };
    let mut out: Vec<String> = all.by_ref().take(most).map(one).collect();
    if !out.is_empty() && all.next().is_some() {
        out.push("…".into());
    }
    out
}

/// Arguments that are shown.
const ARGUMENTS: usize = 4;

/// What the program is called with, and what it reads.
fn called(inputs: &[Input]) -> String {
    let arguments = |i: &&Input| matches!(i.source, InputSource::Argument { .. });
    let all: Vec<&Input> = inputs.iter().filter(arguments).collect();
    let mut parts = Vec::new();
    if all.len() > ARGUMENTS {
        parts.push(format!("argc = {}", grouped(&BigInt::from(all.len() + 1))));
    }
    parts.extend(all.iter().take(ARGUMENTS).filter_map(|i| text(i)));
    if all.len() > ARGUMENTS {
        parts.push("…".into());
    }
    let input = inputs.iter().find(|i| i.source == InputSource::Stdin);
    parts.extend(input.and_then(text));
    parts.join(", ")
}

/// Letters of a text that are shown.
const LETTERS: usize = 24;

/// A text that a run reads or gets.
fn text(i: &Input) -> Option<String> {
    let name = match &i.source {
        InputSource::Stdin => "stdin".to_owned(),
        InputSource::Argument { index } => format!("argv[{index}]"),
        _ => return None,
    };
    let end = i.bytes.iter().rposition(|b| *b != 0).map_or(0, |n| n + 1);
    let shown = i.bytes.get(..end.min(LETTERS))?.escape_ascii().to_string();
    let more = if end > LETTERS { "…" } else { "" };
    Some(format!("{name} = \"{shown}{more}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(name: &str, bytes: &[u8]) -> Input {
        Input {
            name: name.into(),
            ty: InputType::Bytes,
            source: InputSource::Buffer { index: 0 },
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn buffers_are_shortened() {
        let long: Vec<u8> = (0..40).collect();
        let n = Input {
            name: "n".into(),
            ty: InputType::Int {
                bits: 8,
                signed: true,
            },
            source: InputSource::Parameter { index: 1 },
            bytes: vec![255],
        };
        for (inputs, want) in [
            (vec![buffer("in", &[1, 2])], "in = {1, 2}"),
            (
                vec![buffer("in", &long)],
                "in = {0, 1, 2, 3, 4, 5, 6, 7, ... 40 bytes}",
            ),
            (vec![buffer("in", &[9; 2_000])], "in = 9 in all 2,000 bytes"),
            (vec![buffer("a", &[1]), n], "n = -1, a = {1}"),
        ] {
            assert_eq!(in_one_line(&inputs), want);
        }
    }
}
