//! The tokens of a C text with their places.
//!
//! Idea: witnesses name places in the text as it was given, by line and by
//! column in characters, which a compiler that has expanded macros does not
//! know. The text is cut into tokens once; comments, strings and line
//! directives are passed over. Nothing is expanded: a place inside of a
//! macro's expansion has no token of its own here, and says so by not being
//! found. Cost: linear.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A string or a character.
    Literal,
    /// One character of punctuation.
    Mark(char),
}

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// What kind of token it is.
    pub kind: Kind,
    /// As it stands there.
    pub text: &'a str,
    /// Byte offset of its start.
    pub at: usize,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

impl Token<'_> {
    /// Whether it is this punctuation.
    pub fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }
}

/// A line for the preprocessor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// Behind the `#`, lines that a backslash continues in one.
    pub text: String,
    /// From 1.
    pub line: u32,
}

impl Directive {
    /// What stands behind this name, if that is the directive's.
    pub fn is(&self, name: &str) -> Option<&str> {
        let rest = self.text.trim_start().strip_prefix(name)?;
        let ends = !rest.starts_with(|c: char| c == '_' || c.is_alphanumeric());
        ends.then(|| rest.trim_start())
    }
}

/// A text in which lines that a backslash continues are one, as the compiler has it.
pub fn joined(text: &str) -> String {
    text.replace("\\\r\n", "").replace("\\\n", "")
}

/// Cuts a text into tokens.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    cut(text).0
}

/// The lines of a text that are for the preprocessor.
pub fn directives(text: &str) -> Vec<Directive> {
    cut(text).1
}

fn cut(text: &str) -> (Vec<Token<'_>>, Vec<Directive>) {
    let mut cursor = Cursor {
        text,
        at: 0,
        line: 1,
        column: 1,
    };
    let (mut out, mut directives) = (Vec::new(), Vec::new());
    let mut fresh_line = 0;
    while let Some(c) = cursor.peek() {
        let (at, line, column) = (cursor.at, cursor.line, cursor.column);
        let rest = &text[at..];
        let kind = if c.is_whitespace() || rest.starts_with("\\\n") {
            cursor.step();
            continue;
        } else if rest.starts_with("//") {
            cursor.skip_while(|c| c != '\n');
            continue;
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").map_or(rest.len(), |i| i + 4);
            cursor.skip_to(at + end);
            continue;
        } else if (c == '#' || rest.starts_with("%:")) && fresh_line != line {
            cursor.directive();
            let all = joined(&text[at..cursor.at]);
            let behind = all.strip_prefix('#').or_else(|| all.strip_prefix("%:"));
            directives.push(Directive {
                text: behind.unwrap_or_default().to_string(),
                line,
            });
            continue;
        } else if c == '_' || c.is_alphabetic() {
            cursor.skip_while(|c| c == '_' || c.is_alphanumeric());
            Kind::Word
        } else if c.is_ascii_digit() {
            cursor.skip_while(|c| c == '.' || c == '_' || c.is_alphanumeric());
            Kind::Number
        } else if c == '"' || c == '\'' {
            cursor.literal(c);
            Kind::Literal
        } else {
            cursor.step();
            Kind::Mark(c)
        };
        fresh_line = line;
        out.push(Token {
            kind,
            text: &text[at..cursor.at],
            at,
            line,
            column,
        });
    }
    (out, directives)
}

/// The lines between `#if` and its `#endif`, which the preprocessor may drop.
pub fn conditional(text: &str) -> Vec<std::ops::RangeInclusive<u32>> {
    let mut out = Vec::new();
    let mut open = Vec::new();
    for d in directives(text) {
        if ["if", "ifdef", "ifndef"].iter().any(|n| d.is(n).is_some()) {
            open.push(d.line);
        } else if d.is("endif").is_some() {
            if let Some(from) = open.pop().filter(|_| open.is_empty()) {
                out.push(from..=d.line);
            }
        }
    }
    // One without an end goes to the end of the text.
    out.extend(open.first().map(|from| *from..=u32::MAX));
    out
}

/// The token that begins at this place.
pub fn at<'t, 'a>(all: &'t [Token<'a>], line: u32, column: u32) -> Option<(usize, &'t Token<'a>)> {
    let i = all.partition_point(|t| (t.line, t.column) < (line, column));
    let t = all.get(i)?;
    (t.line == line && t.column == column).then_some((i, t))
}

/// The index of the bracket that closes the one at `open`.
pub fn closing(all: &[Token<'_>], open: usize) -> Option<usize> {
    let (from, to) = match all.get(open)?.kind {
        Kind::Mark('(') => ('(', ')'),
        Kind::Mark('{') => ('{', '}'),
        Kind::Mark('[') => ('[', ']'),
        _ => return None,
    };
    let mut depth = 0;
    for (i, t) in all.iter().enumerate().skip(open) {
        if t.is(from) {
            depth += 1;
        } else if t.is(to) {
            depth -= 1;
            if depth == 0 {
                return Some(i);
            }
        }
    }
    None
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn step(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn skip_while(&mut self, goes_on: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&goes_on) {
            self.step();
        }
    }

    fn skip_to(&mut self, end: usize) {
        while self.at < end && self.step().is_some() {}
    }

    /// To the end of a line that no backslash continues.
    fn directive(&mut self) {
        let mut last = ' ';
        while let Some(c) = self.peek() {
            if c == '\n' && last != '\\' {
                return;
            }
            if self.text[self.at..].starts_with("/*") {
                let rest = &self.text[self.at + 2..];
                let end = rest.find("*/").map_or(rest.len(), |i| i + 2);
                self.skip_to(self.at + 2 + end);
                last = ' ';
                continue;
            }
            last = c;
            self.step();
        }
    }

    fn literal(&mut self, quote: char) {
        self.step();
        while let Some(c) = self.peek() {
            if c == '\n' {
                return;
            }
            self.step();
            if c == '\\' {
                self.step();
            } else if c == quote {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_characters() {
        let text = "#define X(a) \\\n  a // (\nint ü = f(\"(\", '\\'') /* ( */ + 0x1p3;\n";
        let all = tokens(text);
        let words: Vec<_> = all.iter().map(|t| t.text).collect();
        assert_eq!(
            words,
            ["int", "ü", "=", "f", "(", "\"(\"", ",", "'\\''", ")", "+", "0x1p3", ";"]
        );
        let (i, f) = at(&all, 3, 9).unwrap();
        assert_eq!(f.text, "f");
        let close = &all[closing(&all, i + 1).unwrap()];
        assert_eq!((close.line, close.column), (3, 20));
        assert_eq!(at(&all, 3, 10), Some((4, &all[4])));
        assert_eq!(at(&all, 1, 1), None, "a directive has no tokens");
        assert_eq!(closing(&all, 0), None);
    }

    #[test]
    fn lines_that_the_preprocessor_may_drop() {
        let text = "a\n#if X\nb\n# ifdef Y\nc\n#endif // no\nd\n #endif\ne\n/* #endif */ #if 0\nf\n/*\n#endif\n*/\ng\n#en\\\ndif\nh\n%:ifndef Z\ni\n";
        assert_eq!(conditional(text), [2..=8, 10..=16, 19..=u32::MAX]);
        assert_eq!(
            directives("x # if\n#define A \\\n 1\n")[0].is("define"),
            Some("A  1")
        );
        assert_eq!(directives("#iffy\n")[0].is("if"), None);
    }

    #[test]
    fn text_that_ends_in_the_middle() {
        for text in ["/* x", "\"abc", "f((", "'", "#", "a\\"] {
            tokens(text);
        }
        assert_eq!(closing(&tokens("f(("), 1), None);
    }
}
