//! Recursive descent over the token stream, with recovery.
//!
//! One rule per function; a rule that fails has told its problem and returns
//! [`Failed`]. Statements and members recover by skipping to the end of the
//! broken one (counting brackets), so that a file with several slips gets
//! several messages. Ghost tokens stand in the same stream: a rule of plain
//! Java refuses them and a rule of specifications refuses the others.

mod decl;
mod expr;
mod stmt;

use crate::ast::{Name, Unit};
use crate::lexer::{lex, Tok, Token};
use crate::source::{Problem, Span};
use ep_base::FileId;

/// The rule failed; its problem is told.
#[derive(Debug)]
pub struct Failed;

type P<T> = Result<T, Failed>;

/// More nested brackets than this are refused instead of overflowing the stack.
const MAX_DEPTH: u32 = 400;

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    /// Whether specification text is expected now.
    ghost: bool,
    depth: u32,
    /// Braces opened and not closed yet.
    braces: u32,
    problems: Vec<Problem>,
}

/// The tree of a text and everything that is wrong with it.
pub fn parse(file: FileId, text: &str) -> (Unit, Vec<Problem>) {
    let (tokens, problems) = lex(file, text);
    let mut p = Parser {
        text,
        tokens,
        at: 0,
        ghost: false,
        depth: 0,
        braces: 0,
        problems,
    };
    let unit = p.unit();
    p.problems.sort_by_key(|p| p.span);
    (unit, p.problems)
}

impl<'a> Parser<'a> {
    fn here(&self) -> Token {
        self.tokens[self.at]
    }
    fn nth(&self, k: usize) -> Token {
        self.tokens[(self.at + k).min(self.tokens.len() - 1)]
    }
    fn span(&self) -> Span {
        self.here().span
    }
    /// The span of the token before this one.
    fn last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }
    fn bump(&mut self) -> Token {
        let t = self.here();
        match t.tok {
            Tok::End => return t,
            Tok::Sym("{") => self.braces += 1,
            Tok::Sym("}") => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.at += 1;
        t
    }
    fn word(&self, t: Token) -> &'a str {
        &self.text[t.span.start as usize..t.span.end as usize]
    }
    /// Whether the next token is this keyword or punctuation in this mode.
    fn is(&self, s: &str) -> bool {
        self.nth_is(0, s) && self.here().ghost == self.ghost
    }
    fn nth_is(&self, k: usize, s: &str) -> bool {
        matches!(self.nth(k).tok, Tok::Sym(x) if x == s)
    }
    fn eat(&mut self, s: &str) -> bool {
        let yes = self.is(s);
        if yes {
            self.bump();
        }
        yes
    }
    /// Whether the next token is this word of specifications.
    fn is_ghost_word(&self, w: &str) -> bool {
        let t = self.here();
        t.ghost && self.word(t).trim_start_matches('\\') == w
    }
    fn expect(&mut self, s: &str) -> P<Span> {
        if self.is(s) {
            return Ok(self.bump().span);
        }
        // A missing semicolon belongs to the end of the line before.
        if s == ";" && self.at > 0 {
            let before = self.last();
            let span = Span {
                start: before.end.saturating_sub(1),
                ..before
            };
            let found = self.found();
            return self.fail(Problem::syntax(
                span,
                format!("`;` is missing after this; next is {found}"),
            ));
        }
        self.wrong(&format!("`{s}`"))
    }
    /// What stands here, for messages.
    fn found(&self) -> String {
        let t = self.here();
        let place = match (t.ghost, self.ghost) {
            (true, false) => " of a specification",
            (false, true) => " outside of the specification",
            _ => "",
        };
        match t.tok {
            Tok::End => "the end of the file".into(),
            _ => format!("`{}`{place}", self.word(t)),
        }
    }
    fn wrong<T>(&mut self, wanted: &str) -> P<T> {
        let found = self.found();
        let span = self.span();
        self.fail(Problem::syntax(
            span,
            format!("{wanted} was expected here, not {found}"),
        ))
    }
    fn fail<T>(&mut self, problem: Problem) -> P<T> {
        // After the first of one place the others say nothing new.
        if !self.problems.iter().any(|p| p.span == problem.span) {
            self.problems.push(problem);
        }
        Err(Failed)
    }
    /// A construct that is Java but outside of the subset.
    fn outside<T>(&mut self, span: Span, what: &str) -> P<T> {
        self.fail(Problem::outside(span, what))
    }
    fn name(&mut self) -> P<Name> {
        let t = self.here();
        if t.tok == Tok::Ident && t.ghost == self.ghost {
            self.bump();
            return Ok(Name {
                text: self.word(t).to_string(),
                span: t.span,
            });
        }
        self.wrong("a name")
    }
    /// Runs a rule one level deeper.
    fn deeper<T>(&mut self, rule: impl FnOnce(&mut Self) -> P<T>) -> P<T> {
        self.depth += 1;
        let out = if self.depth > MAX_DEPTH {
            let span = self.span();
            self.fail(Problem::syntax(
                span,
                format!("more than {MAX_DEPTH} levels of nesting"),
            ))
        } else {
            rule(self)
        };
        self.depth -= 1;
        out
    }
    /// Runs a rule in another mode.
    fn in_mode<T>(&mut self, ghost: bool, rule: impl FnOnce(&mut Self) -> P<T>) -> P<T> {
        let before = std::mem::replace(&mut self.ghost, ghost);
        let out = rule(self);
        self.ghost = before;
        out
    }
    /// Skips to behind the next `;` or balanced `{…}` at this depth of braces,
    /// or to before the `}` that closes it.
    fn skip(&mut self, level: u32) {
        let ghost = self.here().ghost;
        loop {
            let t = self.here();
            match t.tok {
                Tok::End => return,
                Tok::Sym("}") if self.braces <= level => return,
                Tok::Sym("}") if self.braces == level + 1 => {
                    self.bump();
                    return;
                }
                Tok::Sym(";") if self.braces == level && t.ghost == ghost => {
                    self.bump();
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }
}
