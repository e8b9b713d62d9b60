//! The places of a program at which a proof says something.
//!
//! Idea: a loop is where a proof needs an invariant, so each `for` and `while` is a
//! place, and the start of the body of a `do`, and what a `goto` comes back to. A
//! program without loops is proved by what holds before its errors: the statement that
//! decides about one is a place, with what the text says there as the first thing to
//! be said (the negated condition of the `if`, the argument of the function that
//! asserts), and each `return` is one, where values were computed. Places are starts of
//! statements, behind which an assertion can stand. Cost: linear in the text for each.

use super::hull::Column;
use super::invariants::{self, At};
use super::places::{self, Condition, Keyword};
use super::program::Program;
use super::scope::{in_scope, Class, Types, Variable};
use super::tokens::{closing, tokens, Kind, Token};
use std::collections::BTreeSet;

/// A place, and what can be spoken of there.
#[derive(Clone, Debug)]
pub struct Spot {
    pub file: usize,
    pub at: At,
    pub line: u32,
    pub column: u32,
    /// Variables of the scope.
    pub columns: Vec<Column>,
    /// What the text says there.
    pub given: Vec<String>,
}

/// The most variables of a place.
const VARIABLES: usize = 12;
/// The most places that are no loops.
const STATEMENTS: usize = 12;
/// Tokens of a loop's text, if its end is not known.
const AHEAD: usize = 200;
/// The functions whose call is an error.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// The text of one file, with its types.
struct Text<'a> {
    file: usize,
    all: Vec<Token<'a>>,
    /// Of braces, before each token.
    depths: Vec<usize>,
    types: Types,
    text: &'a str,
    m32: bool,
}

fn texts(program: &Program) -> Vec<Text<'_>> {
    let mut types = Types::default();
    for t in &program.included.texts {
        types.add(&tokens(t));
    }
    program
        .sources
        .iter()
        .enumerate()
        .map(|(file, s)| {
            let all = tokens(&s.text);
            let mut types = types.clone();
            types.add(&all);
            Text {
                file,
                depths: depths(&all),
                all,
                types,
                text: &s.text,
                m32: program.m32,
            }
        })
        .collect()
}

fn depths(all: &[Token<'_>]) -> Vec<usize> {
    let mut depth = 0usize;
    all.iter()
        .map(|t| {
            let before = depth;
            match t.kind {
                Kind::Mark('{') => depth += 1,
                Kind::Mark('}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            before
        })
        .collect()
}

/// The loops of the program.
pub fn loops(program: &Program) -> Vec<Spot> {
    let mut out = Vec::new();
    for t in texts(program) {
        let dropped = super::tokens::conditional(t.text);
        let kept = |line: u32| !dropped.iter().any(|r| r.contains(&line));
        for c in invariants::loops(t.text) {
            let columns = t.columns(c.from, (c.token, t.end_of_loop(&c)));
            out.push(t.spot(At::Loop(c.clone()), &t.all[c.token], columns, vec![]));
        }
        let others: Vec<(usize, (usize, usize))> = (places::conditions(t.text).iter())
            .filter(|c| c.keyword == Keyword::Do)
            .filter_map(|c| Some((c.token + 2, (c.token, closing(&t.all, c.token + 1)? + 40))))
            .chain(t.labels())
            .collect();
        for (first, spoken) in others {
            if t.starts_a_statement(first) && kept(t.all[first].line) {
                let columns = t.columns(t.all[first].at, spoken);
                out.push(t.statement(first, columns, vec![]));
            }
        }
    }
    out
}

/// The statements that decide about an error, and those that end a function.
pub fn statements(program: &Program) -> Vec<Spot> {
    let (mut guards, mut ends) = (Vec::new(), Vec::new());
    for t in texts(program) {
        let dropped = super::tokens::conditional(t.text);
        let asserting = t.asserting();
        for (i, token) in t.all.iter().enumerate() {
            let kept = !dropped.iter().any(|r| r.contains(&token.line));
            if token.kind != Kind::Word || !kept || !t.starts_a_statement(i) {
                continue;
            }
            let body = t.body_around(i);
            let columns = || t.columns(token.at, body);
            if let Some(given) = t.guard(i, &asserting) {
                guards.push(t.statement(i, columns(), given));
            } else if token.text == "return" {
                ends.push(t.statement(i, columns(), vec![]));
            }
        }
    }
    // The last ones of a text are those of `main`, as a rule.
    guards.reverse();
    ends.reverse();
    guards.extend(ends);
    guards.truncate(STATEMENTS);
    guards
}

impl Text<'_> {
    fn spot(&self, at: At, token: &Token<'_>, columns: Vec<Column>, given: Vec<String>) -> Spot {
        Spot {
            file: self.file,
            at,
            line: token.line,
            column: token.column,
            columns,
            given,
        }
    }

    fn statement(&self, i: usize, columns: Vec<Column>, given: Vec<String>) -> Spot {
        let token = &self.all[i];
        self.spot(At::Statement(token.at), token, columns, given)
    }

    /// The variables at a byte: those that these tokens speak of first, then those
    /// that a function may change that is called there.
    fn columns(&self, byte: usize, spoken: (usize, usize)) -> Vec<Column> {
        let scope = in_scope(&self.all, byte, &self.types);
        let range = spoken.0..spoken.1.min(self.all.len());
        let here: BTreeSet<&str> = self.all[range].iter().map(|t| t.text).collect();
        let written = self.written();
        let rank = |v: &Variable| {
            let name = v.name.split('.').next().unwrap_or_default();
            match (here.contains(name), written.contains(name)) {
                (true, true) => Some(0),
                (true, false) => Some(1),
                (false, true) => Some(2),
                (false, false) => None,
            }
        };
        let mut found: Vec<(usize, Variable)> = scope
            .into_iter()
            .flat_map(|v| self.types.parts(v))
            .filter(|v| v.is_integer() || v.ty.class == Class::Pointer)
            .filter_map(|v| Some((rank(&v)?, v)))
            .collect();
        found.sort_by_key(|(r, _)| *r);
        found.truncate(VARIABLES);
        found
            .into_iter()
            .map(|(_, v)| {
                let pointer = v.ty.class == Class::Pointer;
                let (least, greatest) = v.range(self.m32);
                Column {
                    word: v.name,
                    least: if pointer { 0 } else { least },
                    greatest: if pointer { 1 } else { greatest },
                    pointer,
                }
            })
            .collect()
    }

    /// Names that an assignment changes, in the whole text.
    fn written(&self) -> BTreeSet<&str> {
        let mut out = BTreeSet::new();
        for (i, t) in self.all.iter().enumerate() {
            if t.kind != Kind::Word {
                continue;
            }
            let mark = |k: usize, c: char| self.all.get(k).is_some_and(|t| t.is(c));
            let back = |n: usize, c: char| i >= n && mark(i - n, c);
            // `x = 1` and not `x == 1`, `x += 1`, `x++`, `++x`, `&x`, `x.a = 1`.
            let plain = mark(i + 1, '=') && !mark(i + 2, '=');
            let operator = !mark(i + 1, '=')
                && !mark(i + 1, '<')
                && !mark(i + 1, '>')
                && !mark(i + 1, '!')
                && (mark(i + 2, '=') && !mark(i + 3, '=')
                    || (mark(i + 1, '+') && mark(i + 2, '+'))
                    || (mark(i + 1, '-') && mark(i + 2, '-')));
            let shift = (mark(i + 1, '<') && mark(i + 2, '<')
                || mark(i + 1, '>') && mark(i + 2, '>'))
                && mark(i + 3, '=');
            let before =
                back(1, '+') && back(2, '+') || back(1, '-') && back(2, '-') || back(1, '&');
            if plain || operator || shift || before || mark(i + 1, '.') {
                out.insert(t.text);
            }
        }
        out
    }

    /// Behind the last token of a loop.
    fn end_of_loop(&self, c: &Condition) -> usize {
        let close = closing(&self.all, c.token + 1);
        let open = close.map(|k| k + 1);
        let braced = open.filter(|&k| self.all.get(k).is_some_and(|t| t.is('{')));
        match braced.and_then(|k| closing(&self.all, k)) {
            Some(end) => end + 1,
            None => {
                let from = close.unwrap_or(c.token);
                let next = self.all[from..].iter().position(|t| t.is(';'));
                from + next.unwrap_or(AHEAD).min(AHEAD) + 1
            }
        }
    }

    /// Where something can be put before a token.
    fn starts_a_statement(&self, i: usize) -> bool {
        let Some(t) = self.all.get(i) else {
            return false;
        };
        let before = i.checked_sub(1).map(|p| &self.all[p]);
        let free = before.is_some_and(|b| b.is(';') || b.is('{') || b.is('}'));
        let label = self.all.get(i + 1).is_some_and(|n| n.is(':'));
        let word = t.kind == Kind::Word || t.is('*') || t.is('(') || t.is('+') || t.is('-');
        free && word
            && !label
            && !matches!(t.text, "case" | "default" | "else" | "while" | "do")
            && self.depth(i) > 0
            && !self.in_parentheses(i)
    }

    fn depth(&self, i: usize) -> usize {
        self.depths.get(i).copied().unwrap_or(0)
    }

    fn in_parentheses(&self, i: usize) -> bool {
        let mut depth = 0i64;
        for t in self.all[..i].iter().rev() {
            match t.kind {
                Kind::Mark(')') => depth += 1,
                Kind::Mark('(') if depth == 0 => return true,
                Kind::Mark('(') => depth -= 1,
                Kind::Mark('{' | '}') => return false,
                _ => {}
            }
        }
        false
    }

    /// What a `goto` comes back to: the first statement behind the labelled one.
    fn labels(&self) -> Vec<(usize, (usize, usize))> {
        let mut out = Vec::new();
        for (i, t) in self.all.iter().enumerate() {
            let label = t.kind == Kind::Word
                && self.all.get(i + 1).is_some_and(|n| n.is(':'))
                && i.checked_sub(1)
                    .is_some_and(|p| [';', '{', '}'].iter().any(|c| self.all[p].is(*c)))
                && t.text != "default";
            let comes_back = (i + 2..self.all.len())
                .filter(|&k| self.all[k].text == "goto")
                .find(|&k| self.all.get(k + 1).is_some_and(|n| n.text == t.text));
            let (true, Some(back)) = (label, comes_back) else {
                continue;
            };
            let next = (i + 2..back).find(|&k| self.starts_a_statement(k));
            out.extend(next.map(|k| (k, (i, back + 2))));
        }
        out
    }

    /// The functions that call an error function, but for that itself.
    fn asserting(&self) -> BTreeSet<&str> {
        let mut out = BTreeSet::new();
        let (mut name, mut depth) = ("", 0);
        for (i, t) in self.all.iter().enumerate() {
            match t.kind {
                Kind::Mark('{') => depth += 1,
                Kind::Mark('}') => depth -= 1,
                Kind::Word if depth == 0 && self.all.get(i + 1).is_some_and(|n| n.is('(')) => {
                    name = t.text;
                }
                Kind::Word
                    if depth > 0
                        && ERRORS.contains(&t.text)
                        && name != "main"
                        && name != t.text =>
                {
                    out.insert(name);
                }
                _ => {}
            }
        }
        out
    }

    /// What holds before a statement that decides about an error, if it is one.
    fn guard(&self, i: usize, asserting: &BTreeSet<&str>) -> Option<Vec<String>> {
        let t = &self.all[i];
        if !self.all.get(i + 1)?.is('(') {
            return None;
        }
        let close = closing(&self.all, i + 1)?;
        let inner = self.text[self.all[i + 1].at + 1..self.all[close].at].trim();
        if asserting.contains(t.text) {
            return Some(vec![inner.to_string()]);
        }
        if t.text != "if" {
            return None;
        }
        let open = close + 1;
        let end = match self.all.get(open)?.is('{') {
            true => closing(&self.all, open)?,
            false => open + self.all[open..].iter().position(|t| t.is(';'))?,
        };
        let body = &self.all[open..end];
        let first = body.iter().take(8);
        let decides = first.clone().any(|t| ERRORS.contains(&t.text));
        decides.then(|| vec![format!("!({inner})")])
    }

    /// The tokens of the function around a token.
    fn body_around(&self, i: usize) -> (usize, usize) {
        let mut depth = 0i64;
        let mut from = i;
        while from > 0 {
            from -= 1;
            match self.all[from].kind {
                Kind::Mark('}') => depth += 1,
                Kind::Mark('{') if depth == 0 && self.depth(from) == 0 => break,
                // A block inside of the function's.
                Kind::Mark('{') if depth == 0 => {}
                Kind::Mark('{') => depth -= 1,
                _ => {}
            }
        }
        let end = closing(&self.all, from).unwrap_or(self.all.len());
        (from, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Program {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.c");
        std::fs::write(&file, text).unwrap();
        Program::new(&[file], &[], false, None, dir.path()).unwrap()
    }

    fn told(all: &[Spot]) -> Vec<String> {
        all.iter()
            .map(|s| {
                let words: Vec<&str> = s.columns.iter().map(|c| c.word.as_str()).collect();
                format!(
                    "{}:{} {} | {}",
                    s.line,
                    s.column,
                    words.join(" "),
                    s.given.join(" ")
                )
            })
            .collect()
    }

    #[test]
    fn loops_of_every_kind() {
        let text = "int g;\nvoid f(void) { g++; }\nint main(void) {\n  int i, k = 0;\n  for (i = 0; i < 3; i++) f();\n  do { k++; } while (k < 9);\nagain:\n  k--;\n  if (k) goto again;\n  while (0) { case_: k = 1; }\n}\n";
        assert_eq!(
            told(&loops(&program(text))),
            [
                "5:3 i k g | ",
                "10:3 k i g | ",
                "6:8 k i g | ",
                "9:3 k i g | ",
            ]
        );
    }

    #[test]
    fn what_decides_about_an_error() {
        let text = "void reach_error(void) { __assert_fail(\"0\", \"a.c\", 1, \"\"); }\nvoid check(int ok) {\n  if (!ok) { reach_error(); }\n}\nint main(void) {\n  int x = 1;\n  check(x > 0 && (x < 9));\n  if (x) return 1;\n  return x;\n}\n";
        assert_eq!(
            told(&statements(&program(text))),
            ["7:3 x | x > 0 && (x < 9)", "3:3 ok | !(!ok)", "9:3 x | "]
        );
    }

    #[test]
    fn nothing_stands_before_a_label_or_a_part_of_a_statement() {
        let text = "int main(void) {\n  int x = 0;\n  if (x) { x = 1; } else return 1;\n  do { default_: x++; } while (x < 3);\n  switch (x) { case 1: return 2; }\n  return 3;\n}\n";
        let p = program(text);
        assert!(loops(&p).is_empty());
        assert_eq!(told(&statements(&p)), ["6:3 x | "]);
    }

    #[test]
    fn text_that_ends_in_the_middle() {
        for text in [
            "int main(void) { do",
            "x: goto x; a:",
            "if (",
            "int main() { if (x) reach_error",
        ] {
            let p = program(text);
            loops(&p);
            statements(&p);
        }
    }
}
