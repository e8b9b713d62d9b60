//! The values of flags: durations, sizes, lists. Each parser says in one
//! sentence what it wants; clap shows that sentence with the flag's name.

use ep_base::outcome::ErrorKind;
use ep_explore::{ArgSpec, CheckSet, Device};
use std::time::Duration;

/// The longest time limit: more is a slip of the finger.
const MAX_SECONDS: f64 = 366.0 * 86400.0;
/// The smallest memory limit that a run can start with.
const MIN_MEMORY: u64 = 64 << 20;
/// The largest symbolic standard input or argument.
const MAX_SYMBOLIC_BYTES: u64 = 1 << 20;

/// The largest device, and the end of the addresses for them.
const MAX_DEVICE: u64 = 1 << 20;
const END_OF_DEVICES: u64 = 0x1000_0000_0000;

/// `30`, `30s`, `500ms`, `2m`, `1.5h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wanted = "want a time like 30, 30s, 500ms, 2m or 1h";
    let split = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| wanted.to_string())?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1e3,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wanted.into()),
    };
    if seconds <= 0.0 {
        return Err("a time limit must be more than 0".into());
    }
    if seconds > MAX_SECONDS {
        return Err("more than a year; leave the flag out for no limit".into());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Bytes: `2G`, `512M`, `64K`, `1048576`; powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let wanted = "want a size like 2G, 512M, 64K or a number of bytes";
    let upper = text.to_ascii_uppercase();
    let digits = upper.trim_end_matches("IB").trim_end_matches('B');
    let (number, shift) = match digits.chars().last() {
        Some('K') => (&digits[..digits.len() - 1], 10),
        Some('M') => (&digits[..digits.len() - 1], 20),
        Some('G') => (&digits[..digits.len() - 1], 30),
        Some('T') => (&digits[..digits.len() - 1], 40),
        _ => (digits, 0),
    };
    let n: u64 = number.parse().map_err(|_| wanted.to_string())?;
    n.checked_mul(1 << shift)
        .filter(|&b| b <= 1 << 50)
        .ok_or_else(|| "more than any machine has".into())
}

/// `--max-memory`.
pub fn memory(text: &str) -> Result<u64, String> {
    match size(text)? {
        n if n < MIN_MEMORY => Err("less than 64M is not enough to start".into()),
        n => Ok(n),
    }
}

/// `--stack-size`.
pub fn stack(text: &str) -> Result<u64, String> {
    match size(text)? {
        n if n < 4096 => Err("a stack of less than 4K holds no call".into()),
        n if n > 1 << 32 => Err("a stack of more than 4G is never reached".into()),
        n => Ok(n),
    }
}

/// A count of at least 1.
pub fn count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".into()),
        Ok(n) => Ok(n),
        Err(_) => Err("want a number of at least 1".into()),
    }
}

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
    fn durations() {
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        for bad in [
            "",
            "0",
            "-1",
            "x",
            "3 days",
            "1e9",
            "99999999999999h",
            "1..2",
            "inf",
            "nan",
        ] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(memory("2G"), Ok(2 << 30));
        assert_eq!(memory("512m"), Ok(512 << 20));
        assert_eq!(memory("1GiB"), Ok(1 << 30));
        assert_eq!(stack("64K"), Ok(64 << 10));
        for bad in [
            "",
            "G",
            "1",
            "12X",
            "-2G",
            "99999999999T",
            "18446744073709551615G",
        ] {
            assert!(memory(bad).is_err(), "{bad}");
        }
        assert!(stack("1").is_err());
    }

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
    fn counts() {
        assert_eq!(count("7"), Ok(7));
        for bad in ["0", "-1", "", "1.5", "18446744073709551616"] {
            assert!(count(bad).is_err(), "{bad}");
        }
        assert_eq!(symbolic_bytes("0"), Ok(0));
        assert!(symbolic_bytes("99999999").is_err());
    }
}
