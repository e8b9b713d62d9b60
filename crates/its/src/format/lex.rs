//! Tokens with their places, pulled one at a time, so that a file of 50 MB
//! costs its own size and no list of tokens.

use super::mistake::Mistake;
use crate::num::Int;

/// A token. Operators are their own text, the longest that fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// Letters, digits, and what the format counts as such; starts with no digit.
    Word(&'a str),
    /// Digits.
    Number(&'a str),
    /// Anything else.
    Sign(&'a str),
    /// Between double quotes.
    Text(&'a str),
    /// The text is over.
    End,
}

impl Token<'_> {
    /// As a message names it.
    pub fn shown(&self) -> String {
        match self {
            Token::Word(w) | Token::Number(w) | Token::Sign(w) | Token::Text(w) => {
                let short: String = w.chars().take(40).collect();
                format!("`{short}`")
            }
            Token::End => "the end of the file".into(),
        }
    }
}

/// A place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// The longest number that is read: its value is found in quadratic time, and
/// whatever is done with it after that takes longer.
const MAX_DIGITS: usize = 30_000;

impl Place {
    /// A number that is written here.
    pub fn number(self, digits: &str) -> Result<Int, Mistake> {
        if digits.len() > MAX_DIGITS {
            return Err(self.mistake(format!("a number of over {MAX_DIGITS} digits")));
        }
        digits.parse().map_err(|_| self.mistake("not a number"))
    }

    pub fn mistake(self, what: impl Into<String>) -> Mistake {
        Mistake {
            line: self.line,
            column: self.column,
            what: what.into(),
            help: None,
        }
    }

    /// A remark: no rule has the start location on its left side. Such a system is legal
    /// (T2's own tests have some), and more often a slip in a name.
    pub fn idle(self, start: &str) -> Mistake {
        self.mistake(format!("no rule leaves the start location `{start}`"))
            .helped("a run ends where it starts")
    }
}

/// Signs of several characters, longest first.
const SIGNS: [&str; 22] = [
    ":|:", "<->", "-{", "}>", "->", "&&", "||", "/\\", "\\/", ">=", "<=", "==", "!=", ":=", "=<",
    "<", ">", "=", "+", "-", "*", "^",
];

/// How a format writes words and comments.
#[derive(Clone, Copy)]
pub struct Style {
    /// What may stand inside a word beside letters, digits and `_`.
    pub inside: &'static str,
    /// A comment to the end of the line starts so.
    pub comment: &'static str,
    /// Whether words may start with what is an operator elsewhere.
    pub operators_are_words: bool,
    /// Whether what stands between two `|` is a word without them.
    pub bars: bool,
}

#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    here: Place,
    style: Style,
    token: Token<'a>,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str, style: Style) -> Self {
        let start = Place { line: 1, column: 1 };
        let mut lexer = Lexer {
            text,
            at: 0,
            here: start,
            style,
            token: Token::End,
            place: start,
        };
        lexer.advance();
        lexer
    }
    /// The token that is next.
    pub fn peek(&self) -> &Token<'a> {
        &self.token
    }
    /// Where it stands.
    pub fn place(&self) -> Place {
        self.place
    }
    /// Takes it.
    pub fn take(&mut self) -> Token<'a> {
        let t = self.token.clone();
        self.advance();
        t
    }
    /// Takes it if it is this sign or word.
    pub fn eat(&mut self, what: &str) -> bool {
        let fits = matches!(&self.token, Token::Sign(s) | Token::Word(s) if *s == what);
        if fits {
            self.advance();
        }
        fits
    }
    /// Takes this sign or word.
    pub fn want(&mut self, what: &str) -> Result<(), Mistake> {
        match self.eat(what) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{what}`"))),
        }
    }
    /// Takes a word.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Mistake> {
        match self.token {
            Token::Word(w) => {
                self.advance();
                Ok(w)
            }
            _ => Err(self.unexpected(what)),
        }
    }
    /// Something else was wanted here.
    pub fn unexpected(&self, wanted: &str) -> Mistake {
        let found = self.token.shown();
        self.place
            .mistake(format!("{wanted} is wanted here, not {found}"))
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, bytes: usize) {
        let passed = self.rest().get(..bytes).unwrap_or_default();
        for c in passed.chars() {
            match c {
                '\n' => {
                    self.here.line += 1;
                    self.here.column = 1;
                }
                _ => self.here.column += 1,
            }
        }
        self.at += bytes;
    }

    fn advance(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            if blank > 0 {
                self.skip(blank);
            } else if !self.style.comment.is_empty() && rest.starts_with(self.style.comment) {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else {
                break;
            }
        }
        self.place = self.here;
        let rest = self.rest();
        let style = self.style;
        let inside = |c: char| c.is_alphanumeric() || c == '_' || style.inside.contains(c);
        let Some(first) = rest.chars().next() else {
            self.token = Token::End;
            return;
        };
        if style.bars && first == '|' {
            // A bar that is never closed is a sign, which nothing wants.
            let inner = rest.get(1..).unwrap_or_default();
            let (length, token) = match inner.find('|') {
                Some(n) => (n + 2, Token::Word(inner.get(..n).unwrap_or_default())),
                None => (1, Token::Sign("|")),
            };
            self.token = token;
            self.skip(length);
            return;
        }
        let run = |ok: &dyn Fn(char) -> bool| rest.find(|c| !ok(c)).unwrap_or(rest.len());
        let (length, make): (usize, fn(&'a str) -> Token<'a>) = if first.is_ascii_digit() {
            (run(&|c| c.is_ascii_digit()), Token::Number)
        } else if first == '"' {
            let inner = rest.get(1..).unwrap_or_default();
            (inner.find('"').map_or(rest.len(), |n| n + 2), Token::Text)
        } else if inside(first) && (style.operators_are_words || !"-+*<>=!".contains(first)) {
            (run(&inside), Token::Word)
        } else {
            let sign = SIGNS.iter().find(|s| rest.starts_with(**s));
            (sign.map_or(first.len_utf8(), |s| s.len()), Token::Sign)
        };
        self.token = make(rest.get(..length).unwrap_or_default());
        self.skip(length);
    }
}
