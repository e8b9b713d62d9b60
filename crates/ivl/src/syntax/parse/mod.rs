//! Recursive descent with recovery: a failure is reported where it happens,
//! then the parser goes on at the next statement or the next declaration, so
//! that one run names all syntax errors. Source: the grammar of Viper's
//! parser. Cost: linear; a nesting of more than [`MAX_DEPTH`] is an error, so
//! that no text overflows the stack.

mod expr;
mod member;
mod stmt;

use super::lex::{lex, Tok, Token};
use super::symbol::{kw, Interner, Symbol};
use super::tree::{Decl, Member, Name, Type, TypeKind};
use crate::problem::{Problem, ProblemKind};
use ep_base::{FileId, Position, Span};

/// How deep expressions, statements and types may nest.
const MAX_DEPTH: u32 = 400;

/// The failure was reported already.
struct Failed;

type Parsed<T> = Result<T, Failed>;

/// All declarations of a file, and what is wrong with it.
pub fn parse_file(
    text: &str,
    file: FileId,
    interner: &mut Interner,
) -> (Vec<Member>, Vec<Problem>) {
    let tokens = lex(text, interner);
    let lines = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(i, _)| i as u32 + 1))
        .collect();
    let mut parser = Parser {
        text,
        tokens,
        lines,
        file,
        at: 0,
        depth: 0,
        open_paren: usize::MAX,
        no_defines: false,
        recovered: false,
        interner,
        problems: Vec::new(),
    };
    let members = parser.members();
    (members, parser.problems)
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    lines: Vec<u32>,
    file: FileId,
    at: usize,
    depth: u32,
    /// The token after an opening parenthesis of a parenthesised expression:
    /// only there may a call carry its type.
    open_paren: usize,
    /// Inside of a macro or a proof script.
    no_defines: bool,
    /// A statement was skipped in the last declaration, so that its end may
    /// have been misjudged.
    recovered: bool,
    interner: &'a mut Interner,
    problems: Vec<Problem>,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.at]
    }
    fn tok(&self) -> Tok {
        self.tokens[self.at].tok
    }
    fn peek(&self, n: usize) -> Tok {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + n).min(last)].tok
    }
    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.tok != Tok::End {
            self.at += 1;
        }
        token
    }
    fn is(&self, tok: Tok) -> bool {
        self.tok() == tok
    }
    fn is_kw(&self, word: Symbol) -> bool {
        self.is(Tok::Name(word))
    }
    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.is(tok);
        if found {
            self.bump();
        }
        found
    }
    fn eat_kw(&mut self, word: Symbol) -> bool {
        self.eat(Tok::Name(word))
    }

    fn position(&self, offset: u32) -> Position {
        let line = self.lines.partition_point(|&l| l <= offset);
        Position {
            file: self.file,
            line: line as u32,
            column: offset - self.lines[line - 1] + 1,
        }
    }
    fn span_of(&self, start: u32, end: u32) -> Span {
        let end = self.position(end);
        Span {
            start: self.position(start),
            end_line: end.line,
            end_column: end.column,
        }
    }
    fn token_span(&self, token: Token) -> Span {
        self.span_of(token.start, token.end)
    }
    /// The offset where the next token begins.
    fn start(&self) -> u32 {
        self.token().start
    }
    /// From an offset to the end of the last consumed token.
    fn since(&self, start: u32) -> Span {
        let end = match self.at {
            0 => start,
            n => self.tokens[n - 1].end.max(start),
        };
        self.span_of(start, end)
    }

    /// The token as a message calls it.
    fn describe(&self, token: Token) -> String {
        let text = &self.text[token.start as usize..token.end as usize];
        match token.tok {
            Tok::End => "the end of the file".to_owned(),
            Tok::Bad if text.starts_with("/*") => "a comment that does not end".to_owned(),
            Tok::Bad if text == "\"" => "a string that does not end on its line".to_owned(),
            Tok::Name(s) if s.is_keyword() => format!("the reserved word `{text}`"),
            _ => format!("`{text}`"),
        }
    }
    /// Reports that something else was expected here.
    fn fail<T>(&mut self, expected: &str) -> Parsed<T> {
        let token = self.token();
        let found = self.describe(token);
        self.report(
            self.token_span(token),
            format!("expected {expected}, found {found}"),
        );
        Err(Failed)
    }
    fn report(&mut self, span: Span, message: String) {
        self.problems
            .push(Problem::new(ProblemKind::Syntax, span, message));
    }
    fn expect(&mut self, tok: Tok, what: &str) -> Parsed<Token> {
        if self.is(tok) {
            return Ok(self.bump());
        }
        self.fail(what)
    }
    fn expect_kw(&mut self, word: Symbol, what: &str) -> Parsed<()> {
        if self.eat_kw(word) {
            return Ok(());
        }
        self.fail(what)
    }
    /// Runs `f` one level deeper.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.token_span(self.token());
            self.report(span, format!("nested deeper than {MAX_DEPTH} levels"));
            return Err(Failed);
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// A name that is not reserved.
    fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.tok() {
            Tok::Name(symbol) if !symbol.is_keyword() => {
                let token = self.bump();
                Ok(Name {
                    symbol,
                    span: self.token_span(token),
                })
            }
            _ => self.fail(what),
        }
    }
    /// `item, item, …` up to `close`, which is consumed.
    fn list<T>(
        &mut self,
        close: Tok,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            self.expect(Tok::Comma, what)?;
        }
    }
    /// `name: type`
    fn decl(&mut self) -> Parsed<Decl> {
        let name = self.name("a name")?;
        self.expect(Tok::Colon, "`:` and a type")?;
        let ty = self.ty()?;
        Ok(Decl { name, ty })
    }
    /// One or more `name: type`.
    fn decls(&mut self) -> Parsed<Vec<Decl>> {
        let mut decls = vec![self.decl()?];
        while self.eat(Tok::Comma) {
            decls.push(self.decl()?);
        }
        Ok(decls)
    }
    /// `(name: type, …)`
    fn params(&mut self) -> Parsed<Vec<Decl>> {
        self.expect(Tok::LParen, "`(`")?;
        self.list(Tok::RParen, "`,` or `)`", Self::decl)
    }

    /// A type.
    fn ty(&mut self) -> Parsed<Type> {
        self.nested(Self::ty_here)
    }
    fn ty_here(&mut self) -> Parsed<Type> {
        let start = self.start();
        let Tok::Name(symbol) = self.tok() else {
            return self.fail("a type");
        };
        let one = |p: &mut Self| -> Parsed<Box<Type>> {
            p.bump();
            p.expect(Tok::LBracket, "`[` and the type of the elements")?;
            let ty = p.ty()?;
            p.expect(Tok::RBracket, "`]`")?;
            Ok(Box::new(ty))
        };
        let kind = match symbol {
            kw::Bool => self.basic(TypeKind::Bool),
            kw::Int => self.basic(TypeKind::Int),
            kw::Perm | kw::Rational => self.basic(TypeKind::Perm),
            kw::Ref => self.basic(TypeKind::Ref),
            kw::Seq => TypeKind::Seq(one(self)?),
            kw::Set => TypeKind::Set(one(self)?),
            kw::Multiset => TypeKind::Multiset(one(self)?),
            kw::Map => {
                self.bump();
                self.expect(Tok::LBracket, "`[` and the types of keys and values")?;
                let key = self.ty()?;
                self.expect(Tok::Comma, "`,` and the type of the values")?;
                let value = self.ty()?;
                self.expect(Tok::RBracket, "`]`")?;
                TypeKind::Map(Box::new(key), Box::new(value))
            }
            _ => {
                let name = self.name("a type")?;
                if self.eat(Tok::LBracket) {
                    let args = self.list(Tok::RBracket, "`,` or `]`", Self::ty)?;
                    TypeKind::Named(name.symbol, Some(args))
                } else if self.is(Tok::LParen) && !self.token().after_newline {
                    self.bump();
                    let args = self.list(Tok::RParen, "`,` or `)`", Self::expr)?;
                    TypeKind::Macro(name, args)
                } else {
                    TypeKind::Named(name.symbol, None)
                }
            }
        };
        let span = self.since(start);
        Ok(Type { kind, span })
    }
    fn basic(&mut self, kind: TypeKind) -> TypeKind {
        self.bump();
        kind
    }

    /// Skips to where `stop` says at the nesting of brackets in which it is
    /// called, or to the bracket that closes it.
    fn skip_to(&mut self, stop: impl Fn(Token) -> bool) {
        let mut nesting = 0u32;
        loop {
            let tok = self.tok();
            if tok == Tok::End || (nesting == 0 && stop(self.token())) {
                return;
            }
            match tok {
                Tok::LBrace | Tok::LParen | Tok::LBracket => nesting += 1,
                Tok::RBrace if nesting == 0 => return,
                Tok::RBrace | Tok::RParen | Tok::RBracket => {
                    nesting = nesting.saturating_sub(1);
                }
                _ => {}
            }
            self.bump();
        }
    }
}
