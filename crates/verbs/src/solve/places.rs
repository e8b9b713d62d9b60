//! The places of a text that witnesses speak of: calls that give inputs,
//! conditions, loops.
//!
//! Idea: they are found in the tokens of the text as it was given. A call
//! inside of a macro's definition has no place; who needs it finds one event
//! too few and gives up. Cost: linear.

use super::tokens::{closing, tokens, Kind, Token};

/// A call that gives an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputCall {
    /// The function that is called.
    pub function: String,
    /// Bytes of the call in the text.
    pub from: usize,
    /// The byte behind the call.
    pub to: usize,
    /// Of its closing parenthesis.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
}

/// A loop or an `if`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// What it is.
    pub keyword: Keyword,
    /// Of its keyword.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
    /// Bytes of its condition, without parentheses; empty for `for (;;)`.
    pub from: usize,
    /// The byte behind the condition.
    pub to: usize,
    /// Token of its keyword.
    pub token: usize,
}

impl Condition {
    /// Whether nothing stands there, which is true.
    pub fn is_empty(&self, text: &str) -> bool {
        tokens(&text[self.from..self.to]).is_empty()
    }
}

/// The word that begins it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyword {
    /// `if`.
    If,
    /// `while` at the head of a loop.
    While,
    /// `for`.
    For,
    /// Place of the `do`; its condition is that of the `while` at its end.
    Do,
}

/// The calls of functions that give inputs, in the order of the text.
pub fn input_calls(text: &str) -> Vec<InputCall> {
    let all = tokens(text);
    let mut out = Vec::new();
    let mut depth = 0i64;
    for (i, t) in all.iter().enumerate() {
        match t.kind {
            Kind::Mark('{') => depth += 1,
            Kind::Mark('}') => depth -= 1,
            Kind::Word if depth > 0 && ep_harness::nondet::suffix(t.text).is_some() => {
                let declared = i
                    .checked_sub(1)
                    .and_then(|p| all.get(p))
                    .is_some_and(is_type);
                if declared || !all.get(i + 1).is_some_and(|n| n.is('(')) {
                    continue;
                }
                let Some(close) = closing(&all, i + 1) else {
                    continue;
                };
                out.push(InputCall {
                    function: t.text.to_string(),
                    from: t.at,
                    to: all[close].at + 1,
                    line: all[close].line,
                    column: all[close].column,
                });
            }
            _ => {}
        }
    }
    out
}

/// Whether what follows is declared and not called.
fn is_type(before: &Token<'_>) -> bool {
    const STATEMENTS: [&str; 6] = ["return", "case", "else", "do", "sizeof", "goto"];
    before.kind == Kind::Word && !STATEMENTS.contains(&before.text)
}

/// Loops and branches, in the order of the text.
pub fn conditions(text: &str) -> Vec<Condition> {
    let all = tokens(text);
    let mut out = Vec::new();
    // The `while` of a `do` is no loop of its own.
    let mut ends_of_do = Vec::new();
    for (i, t) in all.iter().enumerate() {
        if t.kind != Kind::Word {
            continue;
        }
        let found = match t.text {
            "if" => between(&all, i + 1).map(|r| (Keyword::If, r)),
            "while" if ends_of_do.contains(&i) => None,
            "while" => between(&all, i + 1).map(|r| (Keyword::While, r)),
            "for" => for_condition(&all, i + 1).map(|r| (Keyword::For, r)),
            "do" => end_of_do(&all, i).and_then(|w| {
                ends_of_do.push(w);
                between(&all, w + 1).map(|r| (Keyword::Do, r))
            }),
            _ => None,
        };
        if let Some((keyword, (from, to))) = found {
            out.push(Condition {
                keyword,
                line: t.line,
                column: t.column,
                from,
                to,
                token: i,
            });
        }
    }
    out
}

/// What stands between the parentheses that open at this token.
fn between(all: &[Token<'_>], open: usize) -> Option<(usize, usize)> {
    if !all.get(open)?.is('(') {
        return None;
    }
    let close = closing(all, open)?;
    Some((all[open].at + 1, all[close].at))
}

/// What stands between the semicolons of a `for`.
fn for_condition(all: &[Token<'_>], open: usize) -> Option<(usize, usize)> {
    if !all.get(open)?.is('(') {
        return None;
    }
    let close = closing(all, open)?;
    let mut depth = 0i64;
    let mut semicolons = Vec::new();
    for t in &all[open..close] {
        match t.kind {
            Kind::Mark('(' | '[' | '{') => depth += 1,
            Kind::Mark(')' | ']' | '}') => depth -= 1,
            Kind::Mark(';') if depth == 1 => semicolons.push(t.at),
            _ => {}
        }
    }
    match semicolons[..] {
        [a, b] => Some((a + 1, b)),
        _ => None,
    }
}

/// The token of the `while` that ends the `do` at this token; none for a body
/// without braces, which is rare.
fn end_of_do(all: &[Token<'_>], at: usize) -> Option<usize> {
    let close = closing(all, at + 1).filter(|_| all[at + 1].is('{'))?;
    let next = all.get(close + 1)?;
    (next.text == "while").then_some(close + 1)
}

/// The text with these insertions; a later one at the same place stands
/// behind.
pub fn insert(text: &str, mut at: Vec<(usize, String)>) -> String {
    at.sort_by_key(|(i, _)| *i);
    let mut out = String::with_capacity(text.len() + at.len() * 32);
    let mut from = 0;
    for (i, what) in at {
        out.push_str(&text[from..i]);
        out.push_str(&what);
        from = i;
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "extern int __VERIFIER_nondet_int(void);\n#define N __VERIFIER_nondet_int()\nint main(void) {\n  int __VERIFIER_nondet_uint(void);\n  int x = __VERIFIER_nondet_int ( /* ) */ ), y = N;\n  for (int i = f(1; 2); i < x; i++) ;\n  do { while (x) x--; } while (y);\n  for (;;) if (x) return __VERIFIER_nondet_int();\n}\n";

    #[test]
    fn calls_end_at_their_parenthesis() {
        let all = input_calls(TEXT);
        let places: Vec<_> = all.iter().map(|c| (c.line, c.column)).collect();
        assert_eq!(places, [(5, 43), (8, 48)]);
        assert_eq!(&TEXT[all[1].from..all[1].to], "__VERIFIER_nondet_int()");
    }

    #[test]
    fn conditions_have_their_keyword() {
        let all = conditions(TEXT);
        let found: Vec<_> = all
            .iter()
            .map(|c| (c.keyword, c.line, c.column, TEXT[c.from..c.to].trim()))
            .collect();
        assert_eq!(
            found,
            [
                (Keyword::For, 6, 3, "i < x"),
                (Keyword::Do, 7, 3, "y"),
                (Keyword::While, 7, 8, "x"),
                (Keyword::For, 8, 3, ""),
                (Keyword::If, 8, 12, "x"),
            ]
        );
    }

    #[test]
    fn insertions_keep_the_rest() {
        let all = vec![(3, "c".to_string()), (0, "a".into()), (3, "d".into())];
        assert_eq!(insert("123", all), "a123cd");
    }
}
