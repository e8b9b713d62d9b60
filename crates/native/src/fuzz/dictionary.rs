//! AFL's dictionaries: one token per line, `name="value"` or `"value"`, with
//! `\xNN`, `\\` and `\"`; `#` starts a comment.

use ep_base::Diagnostic;
use std::path::Path;

/// Tokens that an input format knows.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Dictionary {
    pub tokens: Vec<Vec<u8>>,
}

impl Dictionary {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or a line is no token.
    pub fn read(path: &Path) -> Result<Dictionary, Diagnostic> {
        let bytes = std::fs::read(path).map_err(|e| {
            Diagnostic::bad_input(format!("cannot read the dictionary: {e}"))
                .at(path.display().to_string())
        })?;
        Self::parse(&String::from_utf8_lossy(&bytes)).map_err(|(line, what)| {
            Diagnostic::bad_input(what)
                .at(format!("{}:{line}", path.display()))
                .help("want name=\"value\", with \\xNN for other bytes")
        })
    }

    /// Reads the text; an error is a line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Dictionary, (usize, String)> {
        let mut tokens = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let token = token(line).map_err(|what| (i + 1, what))?;
            if !token.is_empty() && !tokens.contains(&token) {
                tokens.push(token);
            }
        }
        Ok(Dictionary { tokens })
    }
}

fn token(line: &str) -> Result<Vec<u8>, String> {
    let start = line.find('"').ok_or("a token has no quotes")?;
    let inner = line[start + 1..]
        .strip_suffix('"')
        .ok_or("a token does not end with a quote")?
        .as_bytes();
    let mut out = Vec::new();
    let mut i = 0;
    while i < inner.len() {
        if inner[i] != b'\\' {
            out.push(inner[i]);
            i += 1;
            continue;
        }
        match inner.get(i + 1) {
            Some(b'x') => {
                let digits = inner
                    .get(i + 2..i + 4)
                    .and_then(|d| std::str::from_utf8(d).ok());
                let byte = digits.and_then(|d| u8::from_str_radix(d, 16).ok());
                out.push(byte.ok_or("\\x wants two hexadecimal digits")?);
                i += 4;
            }
            Some(c @ (b'\\' | b'"')) => {
                out.push(*c);
                i += 2;
            }
            Some(b'n') => {
                out.push(b'\n');
                i += 2;
            }
            Some(b't') => {
                out.push(b'\t');
                i += 2;
            }
            _ => return Err("only \\xNN, \\\\ and \\\" are known".into()),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_comments() {
        let d = Dictionary::parse("# x\nkw=\"IHDR\"\n\"\\x00\\\\\\\"a\"\n\nkw2=\"IHDR\"\n");
        let tokens = d.expect("parses").tokens;
        assert_eq!(tokens, [b"IHDR".to_vec(), b"\0\\\"a".to_vec()]);
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert_eq!(Dictionary::parse("\"a\"\nb=c").unwrap_err().0, 2);
        assert_eq!(Dictionary::parse("\"\\xz1\"").unwrap_err().0, 1);
    }
}
