//! Tokens of the text form with their positions. `;` starts a comment.

use super::parser::ParseError;

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// Letters, digits, `_`, `.`, and `-` before a letter.
    Word(&'a str),
    /// `@f3`, `@g0`: the letters and the number.
    At(&'a str),
    /// `%7`.
    Reg(u32),
    /// A number without sign.
    Number(u128),
    /// A number after `-`.
    Negative(u128),
    Text(String),
    Punct(char),
    Arrow,
    End,
}

/// A token and where it starts.
#[derive(Clone, Debug)]
pub struct Spanned<'a> {
    pub token: Token<'a>,
    pub line: u32,
    pub column: u32,
}

/// Cuts the text on demand.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer {
            text,
            at: 0,
            line: 1,
            line_start: 0,
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError {
            line: self.line,
            column: (self.at - self.line_start) as u32 + 1,
            message: message.into(),
        }
    }

    fn while_byte(&mut self, ok: impl Fn(u8) -> bool) -> &'a str {
        let from = self.at;
        while self.peek(0).is_some_and(&ok) {
            self.at += 1;
        }
        // Only ASCII bytes are accepted by the callers' tests.
        self.text.get(from..self.at).unwrap_or("")
    }

    fn number(&mut self) -> Result<u128, ParseError> {
        let digits = self.while_byte(|b| b.is_ascii_digit());
        digits
            .parse()
            .map_err(|_| self.error(format!("the number {digits} is missing or too large")))
    }

    fn string(&mut self) -> Result<String, ParseError> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or("");
            let Some(c) = rest.chars().next() else {
                return Err(self.error("the string is not closed"));
            };
            match c {
                '"' => {
                    self.at += 1;
                    return Ok(out);
                }
                '\n' => return Err(self.error("the string is not closed on its line")),
                '\\' => {
                    if let Some(hex) = rest.strip_prefix("\\u{") {
                        let parsed = hex.split_once('}').and_then(|(digits, _)| {
                            let c = u32::from_str_radix(digits, 16)
                                .ok()
                                .and_then(char::from_u32);
                            c.map(|c| (c, digits.len()))
                        });
                        let Some((c, len)) = parsed else {
                            return Err(self.error("\\u{…} is no character"));
                        };
                        out.push(c);
                        self.at += 4 + len;
                    } else {
                        match rest.as_bytes().get(1) {
                            Some(c @ (b'"' | b'\\')) => out.push(char::from(*c)),
                            _ => return Err(self.error("unknown escape in a string")),
                        }
                        self.at += 2;
                    }
                }
                c => {
                    out.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
    }

    /// The next token.
    pub fn next(&mut self) -> Result<Spanned<'a>, ParseError> {
        loop {
            match self.peek(0) {
                Some(b'\n') => {
                    self.at += 1;
                    self.line = self.line.saturating_add(1);
                    self.line_start = self.at;
                }
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                Some(b';') => {
                    while self.peek(0).is_some_and(|b| b != b'\n') {
                        self.at += 1;
                    }
                }
                _ => break,
            }
        }
        let (line, column) = (self.line, (self.at - self.line_start) as u32 + 1);
        let token = match self.peek(0) {
            None => Token::End,
            Some(b'"') => Token::Text(self.string()?),
            Some(b'%') => {
                self.at += 1;
                let n = self.number()?;
                let n = u32::try_from(n).map_err(|_| self.error("the register is too large"))?;
                Token::Reg(n)
            }
            Some(b'@') => {
                self.at += 1;
                Token::At(self.while_byte(|b| b.is_ascii_alphanumeric()))
            }
            Some(b'-') if self.peek(1) == Some(b'>') => {
                self.at += 2;
                Token::Arrow
            }
            Some(b'-') => {
                self.at += 1;
                Token::Negative(self.number()?)
            }
            Some(b'0'..=b'9') => Token::Number(self.number()?),
            Some(b) if b.is_ascii_alphabetic() || b == b'_' => {
                let from = self.at;
                while let Some(b) = self.peek(0) {
                    let dash = b == b'-' && self.peek(1).is_some_and(|b| b.is_ascii_alphabetic());
                    if b.is_ascii_alphanumeric() || b == b'_' || b == b'.' || dash {
                        self.at += 1;
                    } else {
                        break;
                    }
                }
                Token::Word(self.text.get(from..self.at).unwrap_or(""))
            }
            Some(b @ (b'(' | b')' | b'{' | b'}' | b',' | b':' | b'=' | b'*')) => {
                self.at += 1;
                Token::Punct(char::from(b))
            }
            Some(_) => return Err(self.error("unexpected character")),
        };
        Ok(Spanned {
            token,
            line,
            column,
        })
    }
}
