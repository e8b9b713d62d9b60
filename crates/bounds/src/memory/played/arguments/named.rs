//! What arguments are called, and the command line that an input of the copy means.
//!
//! Idea: a number that is found in an argument is an input of the bound under the name
//! of the expression that gives it, `atoi(argv[1])`. An input of the copy is one of the
//! program where its numbers are written where they are looked for. Where it is not
//! known which argument is meant, all hold the number. A command line is only a
//! suggestion: it counts when its run was measured. Cost: linear.

use ep_base::outcome::{Input, InputSource, InputType};
use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// What the number of arguments is called.
pub(super) const COUNT: &str = "argc";

/// Linux passes no longer argument, with its terminator (`MAX_ARG_STRLEN`).
pub(super) const PASSED: u64 = 131_072;

/// Arguments of a command line, and characters of one.
const MOST: usize = 4_096;
const LONGEST: usize = 100_000;

/// The name of what a function finds in an argument.
pub(super) fn name(function: &str, which: Option<u64>) -> String {
    let function = function.strip_prefix("__isoc23_").unwrap_or(function);
    match which {
        Some(k) => format!("{function}(argv[{k}])"),
        None => format!("{function}(argv[i])"),
    }
}

/// The function and the argument that a name speaks of; 0 for any.
fn meant(name: &str) -> Option<(&str, usize)> {
    let (function, rest) = name.split_once("(argv[")?;
    let which = rest.strip_suffix("])")?;
    Some((
        function,
        match which {
            "i" => 0,
            k => k.parse().ok()?,
        },
    ))
}

/// Functions that give a number of characters.
const LENGTHS: [&str; 8] = [
    "strlen",
    "strnlen",
    "strspn",
    "strcspn",
    "strdup",
    "__strdup",
    "strndup",
    "__strndup",
];

/// Whether a number of this name has no sign.
pub(in crate::memory) fn without_sign(name: &str) -> bool {
    meant(name).is_some_and(|(f, _)| LENGTHS.contains(&f) || f.starts_with("strtou"))
}

/// Between which numbers an input of this name lies as the program sees it, where its
/// type does not say so.
pub(in crate::memory) fn within(name: &str) -> Option<(u64, u64)> {
    if name == COUNT {
        return Some((1, u64::from(u32::MAX >> 1)));
    }
    let (function, _) = meant(name)?;
    LENGTHS.contains(&function).then_some((0, PASSED - 1))
}

/// An argument as it is asked for.
#[derive(Default, Clone)]
struct Asked {
    number: Option<BigInt>,
    length: Option<usize>,
}

impl Asked {
    fn text(&self, other: &Asked) -> Vec<u8> {
        let number = self.number.as_ref().or(other.number.as_ref());
        let mut text = number.map_or(Vec::new(), |n| n.to_string().into_bytes());
        if let Some(n) = self.length.or(other.length) {
            let at = usize::from(text.first() == Some(&b'-'));
            let fill = match number {
                Some(_) => b'0',
                None => b'a',
            };
            let more = n.min(LONGEST).saturating_sub(text.len());
            text.splice(at..at, std::iter::repeat_n(fill, more));
        }
        text
    }
}

/// Inputs of the copy with the numbers that the program sees.
pub(in super::super) fn seen(arguments: &[Input], inputs: Vec<Input>) -> Vec<Input> {
    let mut out = inputs;
    for i in &mut out {
        let named = i.source == InputSource::MakeSymbolic && within(&i.name).is_some();
        let found = numbers(arguments, &[&i.name]);
        if let (true, Some(n)) = (named, found.first()) {
            let bytes = n.bytes.iter().copied().chain(std::iter::repeat(0));
            i.bytes = bytes.take(i.bytes.len()).collect();
        }
    }
    out
}

/// The arguments that inputs of the copy mean.
pub(in super::super) fn text(inputs: &[Input]) -> Vec<Input> {
    let mut count = 1;
    let mut asked: BTreeMap<usize, Asked> = BTreeMap::new();
    for i in inputs {
        if i.source != InputSource::MakeSymbolic {
            continue;
        }
        if i.name == COUNT {
            let n = BigInt::from_signed_bytes_le(&i.bytes);
            count = n.to_usize().unwrap_or(1).clamp(1, MOST);
            continue;
        }
        let Some((function, k)) = meant(&i.name) else {
            continue;
        };
        let one = asked.entry(k).or_default();
        match function {
            f if LENGTHS.contains(&f) => {
                let n = BigInt::from_bytes_le(Sign::Plus, &i.bytes);
                one.length = one.length.or(n.to_usize());
            }
            _ => {
                let n = match without_sign(&i.name) {
                    true => BigInt::from_bytes_le(Sign::Plus, &i.bytes),
                    false => BigInt::from_signed_bytes_le(&i.bytes),
                };
                one.number.get_or_insert(n);
            }
        }
    }
    // An argument whose number counts is there.
    let last = asked.keys().last().copied().unwrap_or(0);
    count = count.max(last + 1).min(MOST);
    let any = asked.get(&0).cloned().unwrap_or_default();
    (1..count)
        .map(|k| {
            let bytes = asked.get(&k).cloned().unwrap_or_default().text(&any);
            Input {
                name: format!("argv[{k}]"),
                ty: InputType::Array {
                    element: Box::new(InputType::Char),
                    len: bytes.len() as u64,
                },
                source: InputSource::Argument {
                    index: u32::try_from(k).unwrap_or(u32::MAX),
                },
                bytes,
            }
        })
        .collect()
}

/// What arguments have for inputs of these names, as far as there are such.
pub(in super::super) fn numbers(arguments: &[Input], names: &[&str]) -> Vec<Input> {
    let all: BTreeMap<usize, &[u8]> = (arguments.iter())
        .filter_map(|i| match i.source {
            InputSource::Argument { index } => {
                let text = i.bytes.split(|b| *b == 0).next()?;
                Some((usize::try_from(index).ok()?, text))
            }
            _ => None,
        })
        .collect();
    let one = |name: &&str| {
        let (n, bytes, signed) = if **name == *COUNT {
            // One that is missing between others is there, and empty.
            (all.keys().last().copied().unwrap_or(0) as i64 + 1, 4, true)
        } else {
            let (function, k) = meant(name)?;
            let text = all.get(&k)?;
            match function {
                "strlen" => (i64::try_from(text.len()).ok()?, 8, false),
                "atoi" => (leading(text)?, 4, true),
                _ => return None,
            }
        };
        Some(Input {
            name: (*name).into(),
            ty: InputType::Int {
                bits: 8 * bytes,
                signed,
            },
            source: InputSource::MakeSymbolic,
            bytes: n.to_le_bytes().get(..bytes as usize)?.to_vec(),
        })
    };
    names.iter().filter_map(one).collect()
}

/// The number that a text begins with, if it fits an `int`.
fn leading(text: &[u8]) -> Option<i64> {
    let space = |b: &u8| b.is_ascii_whitespace() || *b == 11;
    let begin = text.iter().position(|b| !space(b)).unwrap_or(text.len());
    let rest = text.get(begin..)?;
    let (sign, rest) = match rest.first() {
        Some(b'-') => (-1, rest.get(1..)?),
        Some(b'+') => (1, rest.get(1..)?),
        _ => (1, rest),
    };
    let digits = rest.iter().take_while(|b| b.is_ascii_digit());
    let n = digits.fold(0i64, |n, d| {
        n.saturating_mul(10).saturating_add(i64::from(d - b'0'))
    });
    i32::try_from(sign * n).ok().map(i64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, n: i64, bytes: usize) -> Input {
        Input {
            name: name.into(),
            ty: InputType::Bytes,
            source: InputSource::MakeSymbolic,
            bytes: n.to_le_bytes()[..bytes].to_vec(),
        }
    }

    fn texts(inputs: &[Input]) -> Vec<String> {
        (text(inputs).into_iter())
            .map(|i| String::from_utf8(i.bytes).expect("characters"))
            .collect()
    }

    #[test]
    fn numbers_stand_where_they_are_looked_for() {
        let two = name("atoi", Some(2));
        assert_eq!(two, "atoi(argv[2])");
        let list = [number("argc", 4, 4), number(&two, -7, 4)];
        assert_eq!(texts(&list), ["", "-7", ""]);
        // One that counts is there.
        assert_eq!(texts(&list[1..]), ["", "-7"]);
        let any = number(&name("__isoc23_strtoul", None), 12, 8);
        assert_eq!(texts(&[number("argc", 3, 4), any.clone()]), ["12", "12"]);
        let long = number("strlen(argv[1])", 5, 8);
        assert_eq!(texts(&[long.clone(), any]), ["00012"]);
        assert_eq!(texts(&[long]), ["aaaaa"]);
        let long = number("strlen(argv[1])", 5, 8);
        assert_eq!(texts(&[number("atoi(argv[1])", -3, 4), long]), ["-0003"]);
    }

    /// What a command line has is what it was made for.
    #[test]
    fn numbers_of_a_command_line() {
        let names = ["argc", "atoi(argv[1])", "strlen(argv[2])", "atoi(argv[9])"];
        let list = [
            number("argc", 4, 4),
            number("atoi(argv[1])", -12, 4),
            number("strlen(argv[2])", 3, 8),
        ];
        let found = numbers(&text(&list), &names);
        let all: Vec<(&str, &[u8])> = (found.iter())
            .map(|i| (i.name.as_str(), &i.bytes[..]))
            .collect();
        let wanted: Vec<(&str, &[u8])> = (list.iter())
            .map(|i| (i.name.as_str(), &i.bytes[..]))
            .collect();
        assert_eq!(all, wanted);
        assert_eq!(leading(b" \t+7x"), Some(7));
        assert_eq!(leading(b"x7"), Some(0));
        assert_eq!(leading(b"99999999999999999999999"), None);
    }

    /// What the copy turns into a number that there can be is told as that.
    #[test]
    fn numbers_are_told_as_the_program_sees_them() {
        let list = vec![
            number("argc", -5, 4),
            number("strlen(argv[1])", 1 << 40, 8),
            number("other", 9, 4),
        ];
        let shown = seen(&text(&list), list.clone());
        assert_eq!(shown[0].bytes, 2i32.to_le_bytes());
        assert_eq!(shown[1].bytes, 100_000u64.to_le_bytes());
        assert_eq!(shown[2], list[2]);
    }

    #[test]
    fn what_is_too_much_is_cut() {
        assert_eq!(text(&[number("argc", i64::from(i32::MAX), 4)]).len(), 4_095);
        assert_eq!(text(&[number("argc", -1, 4)]).len(), 0);
        let long = number("strlen(argv[1])", 131_000, 8);
        assert_eq!(text(&[long])[0].bytes.len(), LONGEST);
    }
}
