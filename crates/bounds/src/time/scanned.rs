//! What a format of `scanf` asks for.
//!
//! Idea: of each conversion only what the analysis of a program's input needs:
//! which argument it stores through, how many bytes at most, and that one that
//! is stored has taken a byte of the input at least. What is not understood
//! (positions, `%m`, wide characters, a broken format, one that is met without
//! any input) is refused, never guessed. Source: C17 7.21.6.2. Cost: linear.

/// What the stored bytes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A number, or characters without an end.
    Number,
    /// A string, with a terminator among its bytes.
    Text,
    /// An address (`%p`).
    Address,
}

/// What is stored through an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Bytes at most; none where the input says how many.
    pub bytes: Option<u64>,
    pub what: What,
    /// It counts for the result, and took a byte of the input.
    pub counts: bool,
}

/// The arguments of a format that is met in an input: its first directive takes
/// a character, so that at the end of the input the result is `EOF`.
pub fn stored(format: &[u8]) -> Option<Vec<Stored>> {
    let format = format.split(|b| *b == 0).next()?;
    let mut out = Vec::new();
    let mut rest = format.iter().copied().peekable();
    let mut first = true;
    while let Some(c) = rest.next() {
        if is_space(c) {
            continue;
        }
        if c != b'%' {
            first = false;
            continue;
        }
        let suppressed = rest.next_if_eq(&b'*').is_some();
        let mut width: Option<u64> = None;
        while let Some(d) = rest.next_if(u8::is_ascii_digit) {
            let more = width.unwrap_or(0).checked_mul(10)?;
            width = Some(more.checked_add(u64::from(d - b'0'))?);
        }
        if width == Some(0) {
            return None;
        }
        let mut length = String::new();
        while let Some(l) = rest.next_if(|b| b"hlLqjzt".contains(b)) {
            length.push(l.into());
        }
        let letter = rest.next()?;
        let (bytes, what) = match letter {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'n' => {
                (Some(integer(&length)?), What::Number)
            }
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => (
                Some(match length.as_str() {
                    "" => 4,
                    "l" => 8,
                    "L" => 16,
                    _ => return None,
                }),
                What::Number,
            ),
            b'p' if length.is_empty() => (Some(8), What::Address),
            b'c' if length.is_empty() => (Some(width.unwrap_or(1)), What::Number),
            b's' if length.is_empty() => (end(width)?, What::Text),
            b'[' if length.is_empty() => {
                rest.next_if_eq(&b'^');
                rest.next_if_eq(&b']');
                // A format that ends in the set is broken.
                while rest.next()? != b']' {}
                (end(width)?, What::Text)
            }
            b'%' if !suppressed && width.is_none() && length.is_empty() => {
                first = false;
                continue;
            }
            _ => return None,
        };
        if letter == b'n' {
            if first || suppressed || width.is_some() {
                return None;
            }
        } else {
            first = false;
        }
        if !suppressed {
            out.push(Stored {
                bytes,
                what,
                counts: letter != b'n',
            });
        }
    }
    (!first).then_some(out)
}

/// Bits and sign of the numbers that a format of decimal numbers alone asks for, with
/// nothing but whitespace between them: each is a whole word of the input. None for
/// any other format.
pub fn words(format: &[u8]) -> Option<Vec<(u32, bool)>> {
    let format = format.split(|b| *b == 0).next()?;
    let mut out = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(c) = rest.next() {
        if is_space(c) {
            continue;
        }
        if c != b'%' {
            return None;
        }
        let mut length = String::new();
        while let Some(l) = rest.next_if(|b| b"hlLqjzt".contains(b)) {
            length.push(l.into());
        }
        let signed = match rest.next()? {
            b'd' => true,
            b'u' => false,
            _ => return None,
        };
        out.push((8 * u32::try_from(integer(&length)?).ok()?, signed));
    }
    (!out.is_empty()).then_some(out)
}

/// With the terminator; the whole is none if it is too large.
fn end(width: Option<u64>) -> Option<Option<u64>> {
    match width {
        Some(w) => w.checked_add(1).map(Some),
        None => Some(None),
    }
}

fn integer(length: &str) -> Option<u64> {
    Some(match length {
        "hh" => 1,
        "h" => 2,
        "" => 4,
        // No more than that, where a `long` is shorter.
        "l" | "ll" | "q" | "L" | "j" | "z" | "t" => 8,
        _ => return None,
    })
}

/// As `isspace` in the C locale.
fn is_space(c: u8) -> bool {
    matches!(c, b' ' | 9..=13)
}

#[cfg(test)]
mod tests {
    use super::{stored, words, Stored, What};

    fn number(bytes: u64) -> Stored {
        Stored {
            bytes: Some(bytes),
            what: What::Number,
            counts: true,
        }
    }

    #[test]
    fn words_are_whole_decimal_numbers() {
        let of = |format: &str| words(format.as_bytes());
        assert_eq!(of("%d"), Some(vec![(32, true)]));
        assert_eq!(of(" %hhu\n%lld"), Some(vec![(8, false), (64, true)]));
        for other in [
            "", " ", "%3d", "%*d", "%i", "%x", "%d,%d", "n=%d", "%d%c", "%",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn a_format_says_what_is_stored() {
        let word = |bytes| Stored {
            bytes,
            what: What::Text,
            counts: true,
        };
        let count = Stored {
            counts: false,
            ..number(4)
        };
        for (format, wanted) in [
            ("%d", vec![number(4)]),
            (" %ld,%hhx\n", vec![number(8), number(1)]),
            ("%*d%lf", vec![number(8)]),
            ("%31s%s", vec![word(Some(32)), word(None)]),
            ("%5[^]a]%c", vec![word(Some(6)), number(1)]),
            (
                "%p",
                vec![Stored {
                    what: What::Address,
                    ..number(8)
                }],
            ),
            ("x", vec![]),
            ("%% %d%n", vec![number(4), count]),
            ("%3d\0%d", vec![number(4)]),
        ] {
            assert_eq!(stored(format.as_bytes()), Some(wanted), "{format}");
        }
        // Without input their result is not the end, or they are not modelled.
        for format in [
            "", "  ", "%n%d", " %n", "%1$d", "%ms", "%ls", "%lc", "%S", "%", "%[ab", "%0d", "%hf",
            "%y",
        ] {
            assert_eq!(stored(format.as_bytes()), None, "{format}");
        }
    }
}
