//! Numbers, times and sizes as users write them. Each parser says in one
//! sentence what it wants; a front end adds the flag's name.

use std::time::Duration;

/// The longest time limit: more is a slip of the finger.
const MAX_SECONDS: f64 = 366.0 * 86400.0;
/// The smallest memory limit that a run can start with.
const MIN_MEMORY: u64 = 64 << 20;

/// `30`, `30s`, `500ms`, `2m`, `1.5h`.
///
/// # Errors
/// The sentence that says what is wanted.
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
///
/// # Errors
/// The sentence that says what is wanted.
pub fn size(text: &str) -> Result<u64, String> {
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
///
/// # Errors
/// The sentence that says what is wanted.
pub fn memory(text: &str) -> Result<u64, String> {
    match size(text)? {
        n if n < MIN_MEMORY => Err("less than 64M is not enough to start".into()),
        n => Ok(n),
    }
}

/// `--stack-size`.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn stack(text: &str) -> Result<u64, String> {
    match size(text)? {
        n if n < 4096 => Err("a stack of less than 4K holds no call".into()),
        n if n > 1 << 32 => Err("a stack of more than 4G is never reached".into()),
        n => Ok(n),
    }
}

/// A count of at least 1.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".into()),
        Ok(n) => Ok(n),
        Err(_) => Err("want a number of at least 1".into()),
    }
}

/// A number that may be 0.
///
/// # Errors
/// What it wants instead.
pub fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "want a number of bytes".into())
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
    fn counts() {
        assert_eq!(count("7"), Ok(7));
        for bad in ["0", "-1", "", "1.5", "18446744073709551616"] {
            assert!(count(bad).is_err(), "{bad}");
        }
    }
}
