//! Text to tokens, by hand: the language has one-character lookahead except
//! for comments. Anything that is no token becomes [`Tok::Bad`], which the
//! parser reports where it meets it. Cost: linear.

use super::symbol::{Interner, Symbol};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tok {
    /// A name or a reserved word.
    Name(Symbol),
    /// Decimal digits; the text is in the source.
    Int,
    /// `"…"`; the text is in the source.
    Str,
    LParen,
    RParen,
    LBrace,
    RBrace,
    LBracket,
    RBracket,
    Comma,
    Semi,
    Colon,
    ColonColon,
    Assign,
    Dot,
    DotDot,
    At,
    Hash,
    Plus,
    PlusPlus,
    Minus,
    Star,
    Slash,
    Backslash,
    Percent,
    EqEq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Not,
    AndAnd,
    OrOr,
    Bar,
    Implies,
    Iff,
    Question,
    Wand,
    /// A character (or an unfinished comment or string) that is no token.
    Bad,
    /// The end of the file.
    End,
}

/// A token with its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub tok: Tok,
    pub start: u32,
    pub end: u32,
    /// A line break stands before it.
    pub after_newline: bool,
}

/// The tokens of a text; the last one is [`Tok::End`].
pub fn lex(text: &str, interner: &mut Interner) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(bytes.len() / 4 + 1);
    let (mut i, mut newline) = (0, true);
    while let Some(&b) = bytes.get(i) {
        let start = i;
        let rest = &bytes[i..];
        let tok = match b {
            b'\n' => {
                newline = true;
                i += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                i += 1;
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                while i < bytes.len() && bytes[i] != b'\n' {
                    i += 1;
                }
                continue;
            }
            b'/' if rest.starts_with(b"/*") => match text[i + 2..].find("*/") {
                Some(length) => {
                    newline |= text[i..i + 2 + length].contains('\n');
                    i += length + 4;
                    continue;
                }
                None => {
                    i = bytes.len();
                    Tok::Bad
                }
            },
            b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'$' => {
                while i < bytes.len() && is_name(bytes[i]) {
                    i += 1;
                }
                Tok::Name(interner.intern(&text[start..i]))
            }
            b'0'..=b'9' => {
                while i < bytes.len() && bytes[i].is_ascii_digit() {
                    i += 1;
                }
                Tok::Int
            }
            b'"' => match text[i + 1..].find(['"', '\n']) {
                Some(length) if bytes[i + 1 + length] == b'"' => {
                    i += length + 2;
                    Tok::Str
                }
                _ => {
                    i += 1;
                    Tok::Bad
                }
            },
            _ => {
                let (tok, length) = punctuation(rest);
                i += length;
                if tok == Tok::Bad {
                    while !text.is_char_boundary(i) {
                        i += 1;
                    }
                }
                tok
            }
        };
        tokens.push(Token {
            tok,
            start: start as u32,
            end: i as u32,
            after_newline: newline,
        });
        newline = false;
    }
    tokens.push(Token {
        tok: Tok::End,
        start: bytes.len() as u32,
        end: bytes.len() as u32,
        after_newline: true,
    });
    tokens
}

fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'$'
}

/// Longest match first.
const PUNCTUATION: &[(&str, Tok)] = &[
    ("<==>", Tok::Iff),
    ("==>", Tok::Implies),
    ("--*", Tok::Wand),
    ("::", Tok::ColonColon),
    (":=", Tok::Assign),
    ("..", Tok::DotDot),
    ("++", Tok::PlusPlus),
    ("==", Tok::EqEq),
    ("!=", Tok::Ne),
    ("<=", Tok::Le),
    (">=", Tok::Ge),
    ("&&", Tok::AndAnd),
    ("||", Tok::OrOr),
    ("(", Tok::LParen),
    (")", Tok::RParen),
    ("{", Tok::LBrace),
    ("}", Tok::RBrace),
    ("[", Tok::LBracket),
    ("]", Tok::RBracket),
    (",", Tok::Comma),
    (";", Tok::Semi),
    (":", Tok::Colon),
    (".", Tok::Dot),
    ("@", Tok::At),
    ("#", Tok::Hash),
    ("+", Tok::Plus),
    ("-", Tok::Minus),
    ("*", Tok::Star),
    ("/", Tok::Slash),
    ("\\", Tok::Backslash),
    ("%", Tok::Percent),
    ("<", Tok::Lt),
    (">", Tok::Gt),
    ("!", Tok::Not),
    ("|", Tok::Bar),
    ("?", Tok::Question),
];

fn punctuation(rest: &[u8]) -> (Tok, usize) {
    PUNCTUATION
        .iter()
        .find(|(text, _)| rest.starts_with(text.as_bytes()))
        .map_or((Tok::Bad, 1), |(text, tok)| (*tok, text.len()))
}
