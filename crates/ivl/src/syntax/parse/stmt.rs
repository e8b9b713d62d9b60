//! Statements. A statement that fails is skipped up to the next one, so that
//! all errors of a body are named.

use super::super::lex::Tok;
use super::super::symbol::{kw, Symbol};
use super::super::tree::{
    Decreases, Define, DefineBody, Expr, ExprKind, Spec, SpecKind, Stmt, StmtKind,
};
use super::{Parsed, Parser};

/// The words that begin a statement and nothing else inside a body.
const STATEMENTS: &[Symbol] = &[
    kw::Fold,
    kw::Unfold,
    kw::Inhale,
    kw::Exhale,
    kw::Assert,
    kw::Assume,
    kw::Refute,
    kw::If,
    kw::While,
    kw::Var,
    kw::Define,
    kw::Goto,
    kw::Label,
    kw::Package,
    kw::Apply,
    kw::Quasihavoc,
    kw::Quasihavocall,
];

impl Parser<'_> {
    /// `{ statements }`
    pub(super) fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.expect(Tok::LBrace, "`{`")?;
        self.nested(|p| {
            let mut stmts = Vec::new();
            loop {
                while p.eat(Tok::Semi) {}
                match p.tok() {
                    Tok::RBrace => {
                        p.bump();
                        return Ok(stmts);
                    }
                    Tok::End => return p.fail("`}`"),
                    _ => {}
                }
                let before = p.at;
                match p.stmt() {
                    Ok(stmt) => stmts.push(stmt),
                    Err(failed) => {
                        if p.depth >= super::MAX_DEPTH {
                            return Err(failed);
                        }
                        p.recover_stmt(before);
                    }
                }
            }
        })
    }

    fn recover_stmt(&mut self, before: usize) {
        self.recovered = true;
        if self.at == before {
            self.bump();
        }
        self.skip_to(|token| match token.tok {
            Tok::Semi | Tok::RBrace => true,
            Tok::Name(word) if word.is_keyword() => STATEMENTS.contains(&word),
            // A new line most likely begins a new statement.
            Tok::Name(_) => token.after_newline,
            _ => false,
        });
    }

    fn stmt(&mut self) -> Parsed<Stmt> {
        let start = self.start();
        let Tok::Name(word) = self.tok() else {
            return self.other_stmt(start);
        };
        let kind = match word {
            kw::Fold => self.with_expr(StmtKind::Fold, Self::suffixed)?,
            kw::Unfold => self.with_expr(StmtKind::Unfold, Self::suffixed)?,
            kw::Inhale => self.with_expr(StmtKind::Inhale, Self::expr)?,
            kw::Exhale => self.with_expr(StmtKind::Exhale, Self::expr)?,
            kw::Assert => self.with_expr(StmtKind::Assert, Self::expr)?,
            kw::Assume => self.with_expr(StmtKind::Assume, Self::expr)?,
            kw::Refute => self.with_expr(StmtKind::Refute, Self::expr)?,
            kw::Apply => self.with_expr(StmtKind::Apply, Self::wand)?,
            kw::Package => {
                self.bump();
                let wand = self.wand()?;
                let script = match self.is(Tok::LBrace) {
                    true => self.without_defines(Self::block)?,
                    false => Vec::new(),
                };
                StmtKind::Package(wand, script)
            }
            kw::If => self.if_stmt()?,
            kw::While => {
                self.bump();
                let condition = self.condition()?;
                let specs = self.specs(kw::Invariant)?;
                StmtKind::While(condition, specs, self.block()?)
            }
            kw::Var => {
                self.bump();
                let decls = self.decls()?;
                let value = match self.eat(Tok::Assign) {
                    true => Some(self.expr()?),
                    false => None,
                };
                StmtKind::Var(decls, value)
            }
            kw::Define => {
                if self.no_defines {
                    let span = self.token_span(self.token());
                    let message = "a macro cannot be defined inside of a macro or a proof script";
                    self.report(span, message.to_owned());
                }
                StmtKind::Define(self.define()?)
            }
            kw::Goto => {
                self.bump();
                StmtKind::Goto(self.name("a label")?)
            }
            kw::Label => {
                self.bump();
                let name = self.name("the name of the label")?;
                StmtKind::Label(name, self.specs(kw::Invariant)?)
            }
            kw::Quasihavoc => {
                self.bump();
                StmtKind::Quasihavoc(Vec::new(), self.expr()?)
            }
            kw::Quasihavocall => {
                self.bump();
                let decls = self.decls()?;
                self.expect(Tok::ColonColon, "`::`")?;
                StmtKind::Quasihavoc(decls, self.expr()?)
            }
            _ => return self.other_stmt(start),
        };
        Ok(self.stmt_since(start, kind))
    }

    fn with_expr(
        &mut self,
        make: fn(Expr) -> StmtKind,
        parse: fn(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<StmtKind> {
        self.bump();
        Ok(make(parse(self)?))
    }

    /// Blocks, assignments, calls, macros, and the document's `use` and `join`.
    fn other_stmt(&mut self, start: u32) -> Parsed<Stmt> {
        let kind = match self.tok() {
            Tok::LBrace => StmtKind::Block(self.block()?),
            Tok::At => {
                self.annotation()?;
                return self.nested(Self::stmt);
            }
            Tok::Name(word) if self.ghost(word).is_some() => {
                let make = self.ghost(word).unwrap_or(StmtKind::Use);
                self.with_expr(make, Self::expr)?
            }
            _ => self.assignment()?,
        };
        Ok(self.stmt_since(start, kind))
    }

    /// `use f(x)` and `join φ`: two names in a row are no statement of Viper.
    fn ghost(&self, word: Symbol) -> Option<fn(Expr) -> StmtKind> {
        let make: fn(Expr) -> StmtKind = match self.interner.text(word) {
            "use" => StmtKind::Use,
            "join" => StmtKind::Join,
            _ => return None,
        };
        let last = self.tokens.len() - 1;
        let next = self.tokens[(self.at + 1).min(last)];
        let starts = match next.tok {
            Tok::Name(s) => !s.is_keyword() || matches!(s, kw::Acc | kw::True | kw::False),
            Tok::Not => true,
            _ => false,
        };
        (starts && !next.after_newline).then_some(make)
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let mut targets = vec![self.target()?];
        while self.eat(Tok::Comma) {
            targets.push(self.target()?);
        }
        if self.eat(Tok::Assign) {
            let value = self.expr()?;
            return Ok(StmtKind::Assign(targets, value));
        }
        match targets.pop() {
            Some(call)
                if targets.is_empty()
                    && matches!(call.kind, ExprKind::Name(_) | ExprKind::Call(..)) =>
            {
                Ok(StmtKind::Assign(Vec::new(), call))
            }
            _ => self.fail("`:=`"),
        }
    }

    fn target(&mut self) -> Parsed<Expr> {
        match self.tok() {
            Tok::Name(word) if word.is_keyword() && self.peek(1) != Tok::LParen => {
                self.fail("a statement")
            }
            Tok::Name(_) | Tok::LParen => {
                let target = self.suffixed()?;
                match target.kind {
                    ExprKind::Name(_) | ExprKind::Call(..) | ExprKind::Field(..) => Ok(target),
                    _ => {
                        self.report(
                            target.span,
                            "this can be neither assigned to nor called".to_owned(),
                        );
                        Err(super::Failed)
                    }
                }
            }
            _ => self.fail("a statement"),
        }
    }

    fn without_defines<T>(&mut self, f: fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = std::mem::replace(&mut self.no_defines, true);
        let result = f(self);
        self.no_defines = outer;
        result
    }

    fn condition(&mut self) -> Parsed<Expr> {
        self.expect(Tok::LParen, "`(`")?;
        let condition = self.expr()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(condition)
    }

    fn if_stmt(&mut self) -> Parsed<StmtKind> {
        self.nested(|p| {
            p.bump();
            let condition = p.condition()?;
            let then = p.block()?;
            let start = p.start();
            let other = if p.is_kw(kw::Elseif) {
                let inner = p.if_stmt()?;
                vec![p.stmt_since(start, inner)]
            } else if p.eat_kw(kw::Else) {
                p.block()?
            } else {
                Vec::new()
            };
            Ok(StmtKind::If(condition, then, other))
        })
    }

    /// Clauses that begin with `word` or `decreases`.
    pub(super) fn specs(&mut self, word: Symbol) -> Parsed<Vec<Spec>> {
        let mut specs = Vec::new();
        loop {
            let mut ahead = 0;
            while self.peek(ahead) == Tok::Semi {
                ahead += 1;
            }
            let next = self.peek(ahead);
            if next != Tok::Name(word) && next != Tok::Name(kw::Decreases) {
                if !specs.is_empty() {
                    while self.eat(Tok::Semi) {}
                }
                return Ok(specs);
            }
            while self.eat(Tok::Semi) {}
            let start = self.start();
            let kind = if self.eat_kw(word) {
                SpecKind::Condition(self.expr()?)
            } else {
                self.bump();
                self.decreases()?
            };
            specs.push(Spec {
                kind,
                span: self.since(start),
            });
        }
    }

    fn decreases(&mut self) -> Parsed<SpecKind> {
        let wildcard = matches!(self.tok(), Tok::Name(s) if self.interner.text(s) == "_");
        let measure = if self.eat(Tok::Star) {
            return Ok(SpecKind::Decreases(Decreases::Star, None));
        } else if wildcard {
            self.bump();
            Decreases::Wildcard
        } else if self.starts_measure() {
            let mut items = vec![self.expr()?];
            while self.eat(Tok::Comma) {
                items.push(self.expr()?);
            }
            Decreases::Tuple(items)
        } else {
            Decreases::Tuple(Vec::new())
        };
        let condition = match self.eat_kw(kw::If) {
            true => Some(self.expr()?),
            false => None,
        };
        Ok(SpecKind::Decreases(measure, condition))
    }

    /// Whether an expression follows `decreases`.
    fn starts_measure(&self) -> bool {
        match self.tok() {
            Tok::Name(word) => {
                !word.is_keyword()
                    || matches!(
                        word,
                        kw::True
                            | kw::False
                            | kw::Null
                            | kw::Old
                            | kw::Acc
                            | kw::None
                            | kw::Write
                            | kw::Let
                            | kw::Unfolding
                            | kw::Seq
                            | kw::Set
                            | kw::Multiset
                            | kw::Map
                            | kw::Range
                            | kw::Forall
                            | kw::Exists
                            | kw::PermOf
                            | kw::Result
                            | kw::Asserting
                    )
            }
            Tok::Int
            | Tok::LParen
            | Tok::Bar
            | Tok::LBracket
            | Tok::Minus
            | Tok::Not
            | Tok::Hash => true,
            _ => false,
        }
    }

    /// `define name(params) body`
    pub(super) fn define(&mut self) -> Parsed<Define> {
        let start = self.start();
        self.bump();
        let name = self.name("the name of the macro")?;
        let params = match self.is(Tok::LParen) && self.params_of_define() {
            true => {
                self.bump();
                Some(self.list(Tok::RParen, "`,` or `)`", |p| p.name("a parameter"))?)
            }
            false => None,
        };
        let is_type = match self.tok() {
            Tok::Name(kw::Bool | kw::Int | kw::Perm | kw::Rational | kw::Ref) => true,
            Tok::Name(kw::Seq | kw::Set | kw::Multiset | kw::Map) => self.type_macro(),
            _ => false,
        };
        let body = if self.is(Tok::LBrace) {
            DefineBody::Stmts(self.without_defines(Self::block)?)
        } else if is_type || self.named_type() {
            DefineBody::Type(self.ty()?)
        } else {
            DefineBody::Expr(self.expr()?)
        };
        Ok(Define {
            name,
            params,
            body,
            span: self.since(start),
        })
    }

    /// Whether `(` opens parameters: `(a, b)` and then a body, not `(a + b)`.
    fn params_of_define(&self) -> bool {
        let mut n = 1;
        if self.peek(n) == Tok::RParen {
            return true;
        }
        loop {
            if !matches!(self.peek(n), Tok::Name(s) if !s.is_keyword()) {
                return false;
            }
            match self.peek(n + 1) {
                Tok::Comma => n += 2,
                Tok::RParen => return true,
                _ => return false,
            }
        }
    }

    /// `Seq[Int]` that is not followed by `(`: a type, not an empty literal.
    fn type_macro(&self) -> bool {
        self.closing_bracket(1)
            .is_some_and(|n| self.peek(n + 1) != Tok::LParen)
    }
    /// `Name[Type]`, which as an expression would be an index: a type when
    /// what stands in the brackets can only be a type.
    fn named_type(&self) -> bool {
        matches!(self.tok(), Tok::Name(s) if !s.is_keyword())
            && self.peek(1) == Tok::LBracket
            && matches!(
                self.peek(2),
                Tok::Name(
                    kw::Bool
                        | kw::Int
                        | kw::Perm
                        | kw::Ref
                        | kw::Seq
                        | kw::Set
                        | kw::Multiset
                        | kw::Map
                )
            )
    }
    fn closing_bracket(&self, from: usize) -> Option<usize> {
        if self.peek(from) != Tok::LBracket {
            return None;
        }
        let (mut n, mut depth) = (from, 0);
        loop {
            match self.peek(n) {
                Tok::LBracket => depth += 1,
                Tok::RBracket => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(n);
                    }
                }
                Tok::End => return None,
                _ => {}
            }
            n += 1;
        }
    }

    fn stmt_since(&self, start: u32, kind: StmtKind) -> Stmt {
        Stmt {
            kind,
            span: self.since(start),
        }
    }
}
