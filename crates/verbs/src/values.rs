//! Options of C programs as users write them: devices, checks, arguments. Each
//! parser says in one sentence what it wants; a front end adds the flag's name.

use ep_base::outcome::ErrorKind;
use ep_proofs::values::size;

pub use ep_explore::{ArgSpec, CheckSet, Device};
// What every verb has, beside what only C programs have.
pub use ep_proofs::values::{count, duration, memory, number, stack};

/// The largest symbolic standard input or argument.
const MAX_SYMBOLIC_BYTES: u64 = 1 << 20;

/// The largest device, and the end of the addresses for them.
const MAX_DEVICE: u64 = 1 << 20;
const END_OF_DEVICES: u64 = 0x1000_0000_0000;

/// Bytes that become symbols.
pub fn symbolic_bytes(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(n) if n > MAX_SYMBOLIC_BYTES => Err("more than 1048576 symbolic bytes".into()),
        Ok(n) => Ok(n),
        Err(_) => Err("want a number of bytes".into()),
    }
}

/// `--mmio`: `0x40011000:0x400`, `0x40011000:1K`.
pub fn device(text: &str) -> Result<Device, String> {
    let wanted = || "want an address and a number of bytes like 0x40011000:0x400".to_string();
    let hexadecimal = |t: &str| {
        let digits = t.strip_prefix("0x").or(t.strip_prefix("0X"));
        digits.map(|d| u64::from_str_radix(d, 16).ok())
    };
    let (base, bytes) = text.split_once(':').ok_or_else(wanted)?;
    let base = hexadecimal(base).unwrap_or(base.parse().ok());
    let bytes = hexadecimal(bytes).unwrap_or_else(|| size(bytes).ok());
    let (base, size) = base.zip(bytes).ok_or_else(wanted)?;
    if base < 4096 {
        return Err("an address below 4096 counts as null".into());
    }
    if size == 0 || size > MAX_DEVICE {
        return Err("a device has 1 to 1048576 bytes".into());
    }
    if base > END_OF_DEVICES - size {
        return Err("a device lies below 0x100000000000, where objects begin".into());
    }
    Ok(Device { base, size })
}

/// `--check`: words of error kinds. `all`, `none` and `default` set everything;
/// `-word` (or `no-word`) removes. A list that begins with a removal, or adds
/// with `+word`, begins from the default; one that begins with a plain word,
/// from nothing.
pub fn checks(text: &str) -> Result<CheckSet, String> {
    let mut set = match text.chars().next() {
        Some('-' | '+') => CheckSet::default_set(),
        _ if text.starts_with("no-") => CheckSet::default_set(),
        _ => CheckSet::NONE,
    };
    for item in text.split(',').map(str::trim) {
        match item {
            "all" => set = CheckSet::all(),
            "none" => set = CheckSet::NONE,
            "default" => set = CheckSet::default_set(),
            _ => {
                let (word, on) = match item.strip_prefix('-').or(item.strip_prefix("no-")) {
                    Some(w) => (w, false),
                    None => (item.strip_prefix('+').unwrap_or(item), true),
                };
                let kind = ErrorKind::from_word(word).ok_or_else(|| unknown_check(word))?;
                set = set.with(kind, on);
            }
        }
    }
    Ok(set)
}

fn unknown_check(word: &str) -> String {
    let words: Vec<_> = ErrorKind::ALL.iter().map(|k| k.word()).collect();
    format!(
        "no check `{word}`; there are all, none, default, {}",
        words.join(", ")
    )
}

/// `--args`: elements between commas; `sym:N` is up to N symbolic bytes, all
/// else is itself. `\,`, `\\` and `\xHH` stand for one byte each, and
/// `\sym:3` for the text `sym:3`.
pub fn args(text: &str) -> Result<Vec<ArgSpec>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    split_escaped(text)?
        .into_iter()
        .map(|element| match element {
            Element::Literal(bytes) if bytes.contains(&0) => {
                Err("an argument cannot contain a zero byte".into())
            }
            Element::Literal(bytes) => Ok(ArgSpec::Concrete(bytes)),
            Element::Symbolic(n) => match n.parse::<u32>() {
                Ok(0) => Err("sym:0 is an empty argument: write nothing".into()),
                Ok(len) if u64::from(len) <= MAX_SYMBOLIC_BYTES => Ok(ArgSpec::Symbolic { len }),
                _ => Err(format!("`sym:{n}`: want sym:N with N from 1 to 1048576")),
            },
        })
        .collect()
}

enum Element {
    Literal(Vec<u8>),
    Symbolic(String),
}

fn split_escaped(text: &str) -> Result<Vec<Element>, String> {
    let mut out = Vec::new();
    let mut current = Vec::new();
    let mut escaped = false;
    let mut finish = |current: &mut Vec<u8>, escaped: &mut bool| {
        let bytes = std::mem::take(current);
        let symbolic = match std::str::from_utf8(&bytes) {
            Ok(s) if !*escaped => s.strip_prefix("sym:").map(str::to_string),
            _ => None,
        };
        *escaped = false;
        out.push(match symbolic {
            Some(n) => Element::Symbolic(n),
            None => Element::Literal(bytes),
        });
    };
    let mut bytes = text.bytes().peekable();
    while let Some(b) = bytes.next() {
        match b {
            b',' => finish(&mut current, &mut escaped),
            b'\\' => {
                escaped = true;
                match bytes.next() {
                    Some(b'x') => {
                        let hex: Vec<u8> = bytes.by_ref().take(2).collect();
                        let byte = std::str::from_utf8(&hex)
                            .ok()
                            .filter(|h| h.len() == 2)
                            .and_then(|h| u8::from_str_radix(h, 16).ok())
                            .ok_or("\\x wants two hexadecimal digits")?;
                        current.push(byte);
                    }
                    Some(other) => current.push(other),
                    None => return Err("a backslash at the end stands for nothing".into()),
                }
            }
            other => current.push(other),
        }
    }
    finish(&mut current, &mut escaped);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_lists() {
        let leak = ErrorKind::Leak;
        let over = ErrorKind::SignedOverflow;
        let null = ErrorKind::NullDereference;
        let has = |t: &str, k| checks(t).map(|s| s.has(k));
        assert_eq!(has("all", leak), Ok(true));
        assert_eq!(has("default", leak), Ok(false));
        assert_eq!(has("default,leak", leak), Ok(true));
        assert_eq!(has("+leak", null), Ok(true));
        assert_eq!(has("-signed-overflow", over), Ok(false));
        assert_eq!(has("-signed-overflow", null), Ok(true));
        assert_eq!(has("no-signed-overflow", null), Ok(true));
        assert_eq!(has("signed-overflow", over), Ok(true));
        assert_eq!(has("signed-overflow", null), Ok(false));
        assert_eq!(has("all,-leak", leak), Ok(false));
        assert_eq!(checks("none"), Ok(CheckSet::NONE));
        assert!(checks("buffer-overflow").is_err());
        assert!(checks("").is_err());
    }

    #[test]
    fn argument_lists() {
        let lit = |s: &str| ArgSpec::Concrete(s.as_bytes().to_vec());
        assert_eq!(
            args("foo,sym:3"),
            Ok(vec![lit("foo"), ArgSpec::Symbolic { len: 3 }])
        );
        assert_eq!(args(""), Ok(vec![]));
        assert_eq!(args("a,,b"), Ok(vec![lit("a"), lit(""), lit("b")]));
        assert_eq!(args("a\\,b,\\sym:3"), Ok(vec![lit("a,b"), lit("sym:3")]));
        assert_eq!(args("\\xff"), Ok(vec![ArgSpec::Concrete(vec![0xff])]));
        for bad in [
            "sym:",
            "sym:x",
            "sym:0",
            "sym:99999999",
            "a\\",
            "\\x1",
            "\\xzz",
            "\\x00",
        ] {
            assert!(args(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn symbolic_bytes_have_an_end() {
        assert_eq!(symbolic_bytes("0"), Ok(0));
        assert!(symbolic_bytes("99999999").is_err());
    }
}
