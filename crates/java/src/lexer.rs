//! Tokens of Java and of specifications in comments.
//!
//! A comment that starts with `//@` or `/*@` is a specification: its tokens
//! stand in the same stream and carry the mark `ghost`. What `javac` sees is
//! the stream without them. As in JML an `@` at the start of a line inside
//! `/*@ … @*/` is skipped. One pass, no allocation per token.

use crate::source::{Problem, Span};
use ep_base::FileId;

/// The kind of a token. Identifiers of specifications (`requires`, `open`, …)
/// are plain [`Tok::Ident`]: they are words of the language only in ghost text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tok {
    /// A name.
    Ident,
    /// A keyword of Java or punctuation.
    Sym(&'static str),
    /// An integer literal, `L` included.
    Int,
    /// A character literal.
    Char,
    /// A string literal.
    Str,
    /// A literal with a fraction or an exponent (outside the subset).
    Float,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What.
    pub tok: Tok,
    /// Where.
    pub span: Span,
    /// Inside a specification comment.
    pub ghost: bool,
}

const KEYWORDS: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
];

/// Longest first.
const PUNCTUATION: &[&str] = &[
    ">>>=", "&*&", "<<=", ">>=", ">>>", "...", "==>", "->", "::", "++", "--", "&&", "||", "==",
    "!=", "<=", ">=", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "%=", "<<", ">>", "(", ")", "{",
    "}", "[", "]", ";", ",", ".", "@", "=", ">", "<", "!", "~", "?", ":", "+", "-", "*", "/", "&",
    "|", "^", "%",
];

/// Where the lexer is.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Java,
    /// In `//@`, to the end of the line.
    Line,
    /// In `/*@ … @*/`.
    Block(usize),
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    file: FileId,
    at: usize,
    mode: Mode,
    out: Vec<Token>,
    problems: Vec<Problem>,
}

/// All tokens, the last of which is [`Tok::End`], and what is no token.
pub fn lex(file: FileId, text: &str) -> (Vec<Token>, Vec<Problem>) {
    let mut l = Lexer {
        text,
        bytes: text.as_bytes(),
        file,
        at: 0,
        mode: Mode::Java,
        out: Vec::with_capacity(text.len() / 4),
        problems: Vec::new(),
    };
    l.run();
    (l.out, l.problems)
}

impl Lexer<'_> {
    fn span(&self, start: usize) -> Span {
        Span {
            file: self.file,
            start: start as u32,
            end: self.at as u32,
        }
    }
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }
    fn peek(&self, k: usize) -> u8 {
        self.bytes.get(self.at + k).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        loop {
            self.space();
            let start = self.at;
            if start >= self.bytes.len() {
                break;
            }
            let ghost = self.mode != Mode::Java;
            if let Some(tok) = self.token() {
                self.out.push(Token {
                    tok,
                    span: self.span(start),
                    ghost,
                });
            }
        }
        if let Mode::Block(start) = self.mode {
            let span = self.span(start);
            self.problems.push(
                Problem::syntax(
                    Span {
                        end: span.start + 3,
                        ..span
                    },
                    "this specification comment is never closed",
                )
                .help("close it with `@*/`"),
            );
        }
        let end = self.span(self.bytes.len());
        self.out.push(Token {
            tok: Tok::End,
            span: end,
            ghost: false,
        });
    }

    /// Skips white space and comments; enters and leaves specifications.
    fn space(&mut self) {
        loop {
            match self.peek(0) {
                b'\n' => {
                    self.at += 1;
                    if self.mode == Mode::Line {
                        self.mode = Mode::Java;
                    }
                    if matches!(self.mode, Mode::Block(_)) {
                        self.skip_margin();
                    }
                }
                b' ' | b'\t' | b'\r' | 12 => self.at += 1,
                b'@' if matches!(self.mode, Mode::Block(_)) && self.rest().starts_with("@*/") => {
                    self.at += 3;
                    self.mode = Mode::Java;
                }
                b'*' if matches!(self.mode, Mode::Block(_)) && self.peek(1) == b'/' => {
                    self.at += 2;
                    self.mode = Mode::Java;
                }
                b'/' if self.peek(1) == b'/' => {
                    if self.mode == Mode::Java && self.peek(2) == b'@' {
                        self.at += 3;
                        self.mode = Mode::Line;
                        continue;
                    }
                    while self.at < self.bytes.len() && self.peek(0) != b'\n' {
                        self.at += 1;
                    }
                }
                b'/' if self.peek(1) == b'*' && self.mode == Mode::Java => {
                    let start = self.at;
                    if self.peek(2) == b'@' {
                        self.at += 3;
                        self.mode = Mode::Block(start);
                        continue;
                    }
                    match self.text[start + 2..].find("*/") {
                        Some(n) => self.at = start + 2 + n + 2,
                        None => {
                            self.at = self.bytes.len();
                            let mut span = self.span(start);
                            span.end = span.start + 2;
                            self.problems
                                .push(Problem::syntax(span, "this comment is never closed"));
                        }
                    }
                }
                _ => return,
            }
        }
    }

    /// JML's margin: `@` at the start of a line in a block, unless it closes it.
    fn skip_margin(&mut self) {
        let line = self.rest();
        let trimmed = line.trim_start_matches([' ', '\t']);
        if trimmed.starts_with('@') && !trimmed.starts_with("@*/") {
            self.at += line.len() - trimmed.len() + 1;
        }
    }

    fn token(&mut self) -> Option<Tok> {
        let start = self.at;
        let c = self.rest().chars().next()?;
        if c == '_' || c == '$' || c.is_alphabetic() || (c == '\\' && self.mode != Mode::Java) {
            self.at += c.len_utf8();
            while let Some(c) = self.rest().chars().next() {
                if c != '_' && c != '$' && !c.is_alphanumeric() {
                    break;
                }
                self.at += c.len_utf8();
            }
            let word = &self.text[start..self.at];
            return Some(match KEYWORDS.iter().find(|k| **k == word) {
                Some(k) => Tok::Sym(k),
                None => Tok::Ident,
            });
        }
        match c {
            '0'..='9' => return Some(self.number()),
            '.' if self.peek(1).is_ascii_digit() => return Some(self.number()),
            '"' if self.rest().starts_with("\"\"\"") => {
                self.at += 3;
                match self.rest().find("\"\"\"") {
                    Some(n) => self.at += n + 3,
                    None => self.at = self.bytes.len(),
                }
                let span = self.span(start);
                self.problems.push(Problem::outside(span, "a text block"));
                return Some(Tok::Str);
            }
            '"' | '\'' => return self.quoted(c),
            _ => {}
        }
        if let Some(p) = PUNCTUATION.iter().find(|p| self.rest().starts_with(**p)) {
            // `&*&` and `==>` are words of specifications only.
            let p = match (*p, self.mode) {
                ("&*&", Mode::Java) => &"&",
                ("==>", Mode::Java) => &"==",
                _ => p,
            };
            self.at += p.len();
            return Some(Tok::Sym(p));
        }
        self.at += c.len_utf8();
        let span = self.span(start);
        self.problems.push(Problem::syntax(
            span,
            format!("the character `{}` has no place here", c.escape_default()),
        ));
        None
    }

    fn number(&mut self) -> Tok {
        let hex = self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X' | b'b' | b'B');
        let mut float = false;
        if hex {
            self.at += 2;
        }
        loop {
            match self.peek(0) {
                b'0'..=b'9' | b'_' => {}
                b'a'..=b'f' | b'A'..=b'F' if hex => {}
                b'.' if !hex && self.peek(1).is_ascii_digit() => float = true,
                b'.' if !hex && !self.peek(1).is_ascii_alphabetic() && self.peek(1) != b'.' => {
                    float = true;
                }
                b'e' | b'E' if !hex => {
                    float = true;
                    if matches!(self.peek(1), b'+' | b'-') {
                        self.at += 1;
                    }
                }
                b'f' | b'F' | b'd' | b'D' if !hex => {
                    self.at += 1;
                    return Tok::Float;
                }
                b'l' | b'L' => {
                    self.at += 1;
                    return Tok::Int;
                }
                _ => break,
            }
            self.at += 1;
        }
        if float {
            Tok::Float
        } else {
            Tok::Int
        }
    }

    fn quoted(&mut self, quote: char) -> Option<Tok> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.rest().chars().next() {
                None | Some('\n') => {
                    let span = self.span(start);
                    self.problems
                        .push(Problem::syntax(span, "this literal is never closed"));
                    return None;
                }
                Some('\\') => {
                    self.at += 1;
                    if let Some(c) = self.rest().chars().next() {
                        self.at += c.len_utf8();
                    }
                }
                Some(c) => {
                    self.at += c.len_utf8();
                    if c == quote {
                        return Some(if quote == '"' { Tok::Str } else { Tok::Char });
                    }
                }
            }
        }
    }
}

/// The UTF-16 units of a literal's inside (without its quotes), or what is
/// wrong with it.
pub fn unescape(inside: &str) -> Result<Vec<u16>, String> {
    let mut out = Vec::new();
    let mut chars = inside.chars().peekable();
    let mut buffer = [0u16; 2];
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.extend_from_slice(c.encode_utf16(&mut buffer));
            continue;
        }
        let unit = match chars.next() {
            Some('n') => 10,
            Some('t') => 9,
            Some('r') => 13,
            Some('b') => 8,
            Some('f') => 12,
            Some('s') => 32,
            Some(q @ ('\\' | '\'' | '"')) => q as u16,
            Some(d @ '0'..='7') => {
                let mut v = d as u16 - 48;
                let most = if d <= '3' { 2 } else { 1 };
                for _ in 0..most {
                    match chars.peek() {
                        Some(d @ '0'..='7') => {
                            v = v * 8 + (*d as u16 - 48);
                            chars.next();
                        }
                        _ => break,
                    }
                }
                v
            }
            Some('u') => {
                while chars.peek() == Some(&'u') {
                    chars.next();
                }
                let hex: String = chars.by_ref().take(4).collect();
                u16::from_str_radix(&hex, 16).map_err(|_| format!("`\\u{hex}` is no character"))?
            }
            Some(c) => return Err(format!("`\\{c}` is no escape")),
            None => return Err("a backslash at the end".into()),
        };
        out.push(unit);
    }
    Ok(out)
}
