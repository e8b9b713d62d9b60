//! Rust source with comments, strings and characters blanked out, so that a
//! search for a word finds code only. Newlines stay, so line numbers hold.
//! Cost: one pass over the bytes.

/// The source with everything that is not code replaced by spaces. Quotes of
/// string literals stay.
pub fn mask(source: &str) -> String {
    let s = source.as_bytes();
    let mut out = Vec::with_capacity(s.len());
    let mut i = 0;
    while i < s.len() {
        let end = match s[i] {
            b'/' if s.get(i + 1) == Some(&b'/') => line_end(s, i),
            b'/' if s.get(i + 1) == Some(&b'*') => block_end(s, i),
            b'"' => string_end(s, i),
            b'r' | b'b' | b'c' if !after_word(s, i) => match raw_end(s, i) {
                Some(e) => e,
                None => i,
            },
            b'\'' => char_end(s, i),
            _ => i,
        };
        if end == i {
            out.push(s[i]);
            i += 1;
            continue;
        }
        let quoted = s[i] == b'"';
        for (k, &c) in s[i..end].iter().enumerate() {
            let edge = quoted && (k == 0 || i + k + 1 == end);
            out.push(match c {
                b'\n' => b'\n',
                b'"' if edge => b'"',
                _ => b' ',
            });
        }
        i = end;
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn after_word(s: &[u8], i: usize) -> bool {
    i > 0 && (s[i - 1].is_ascii_alphanumeric() || s[i - 1] == b'_')
}

fn line_end(s: &[u8], i: usize) -> usize {
    s[i..]
        .iter()
        .position(|&c| c == b'\n')
        .map_or(s.len(), |n| i + n)
}

/// Block comments nest in Rust.
fn block_end(s: &[u8], start: usize) -> usize {
    let (mut i, mut depth) = (start, 0);
    while i < s.len() {
        if s[i..].starts_with(b"/*") {
            depth += 1;
            i += 2;
        } else if s[i..].starts_with(b"*/") {
            depth -= 1;
            i += 2;
            if depth == 0 {
                return i;
            }
        } else {
            i += 1;
        }
    }
    s.len()
}

fn string_end(s: &[u8], start: usize) -> usize {
    let mut i = start + 1;
    while i < s.len() {
        match s[i] {
            b'\\' => i += 2,
            b'"' => return i + 1,
            _ => i += 1,
        }
    }
    s.len()
}

/// The end of `r"…"`, `r#"…"#`, `br"…"`; `None` when none begins here.
fn raw_end(s: &[u8], start: usize) -> Option<usize> {
    let mut i = start;
    if matches!(s[i], b'b' | b'c') {
        i += 1;
    }
    if s.get(i) != Some(&b'r') {
        return None;
    }
    i += 1;
    let hashes = s[i..].iter().take_while(|&&c| c == b'#').count();
    i += hashes;
    if s.get(i) != Some(&b'"') {
        return None;
    }
    i += 1;
    while i < s.len() {
        if s[i] == b'"' && s[i + 1..].iter().take_while(|&&c| c == b'#').count() >= hashes {
            return Some(i + 1 + hashes);
        }
        i += 1;
    }
    Some(s.len())
}

/// The end of a character literal; a lifetime is left alone.
fn char_end(s: &[u8], i: usize) -> usize {
    match s.get(i + 1) {
        Some(b'\\') => {
            // The character after the backslash may itself be a quote.
            let rest = s.get(i + 3..).unwrap_or_default();
            rest.iter()
                .position(|&c| c == b'\'')
                .map_or(i, |n| i + 3 + n + 1)
        }
        Some(&lead) => {
            let width = match lead {
                0xf0.. => 4,
                0xe0.. => 3,
                0xc0.. => 2,
                _ => 1,
            };
            if s.get(i + 1 + width) == Some(&b'\'') {
                i + 2 + width
            } else {
                i
            }
        }
        None => i,
    }
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn only_code_is_left() {
        let cases = [
            ("a // todo!()\nb", "a b"),
            ("x /* a /* b */ c */ y", "x y"),
            ("f(\"to\\\"do\")", "f(\" \")"),
            ("r#\"a\"b\"# z", "z"),
            ("'\"' q", "q"),
            ("'\\'' q", "q"),
            ("&'a str", "&'a str"),
            ("for<'x> 'y'", "for<'x>"),
            ("'é' q", "q"),
        ];
        for (source, want) in cases {
            let got = mask(source);
            assert_eq!(got.len(), source.len(), "{source}");
            let words: Vec<_> = got.split_whitespace().collect();
            assert_eq!(words.join(" "), want, "{source}");
        }
    }

    #[test]
    fn lines_stay() {
        let s = "a\n/* x\ny */\n\"p\nq\"\nr";
        assert_eq!(mask(s).lines().count(), s.lines().count());
    }
}
