//! Statements, plain and ghost.

use super::{Failed, Parser, P};
use crate::ast::*;
use crate::lexer::Tok;
use crate::source::{Problem, Span};

impl Parser<'_> {
    /// `{ … }` with the place of its closing brace.
    pub(super) fn block(&mut self) -> P<(Vec<Stmt>, Span)> {
        self.expect("{")?;
        let body = self.statements()?;
        let end = self.brace_end()?;
        Ok((body, end))
    }

    /// Statements up to a `}`, a `case` or the end; recovers after each.
    fn statements(&mut self) -> P<Vec<Stmt>> {
        let mut out = Vec::new();
        loop {
            let t = self.here();
            match t.tok {
                Tok::End => return Ok(out),
                Tok::Sym("}" | "case" | "default") if t.ghost == self.ghost => return Ok(out),
                _ => {}
            }
            let before = self.at;
            let mode = self.ghost;
            let level = self.braces;
            match self.deeper(Self::statement) {
                Ok(s) => out.push(s),
                Err(Failed) => {
                    self.ghost = mode;
                    self.skip(level);
                    if self.at == before {
                        self.bump();
                    }
                }
            }
        }
    }

    fn stmt(&self, kind: StmtKind, start: Span) -> Stmt {
        Stmt {
            kind,
            span: start.to(self.last()),
        }
    }

    fn statement(&mut self) -> P<Stmt> {
        let t = self.here();
        let start = t.span;
        if t.ghost && !self.ghost {
            return self.ghost_statement();
        }
        let Tok::Sym(s) = t.tok else {
            if t.tok == Tok::Ident && self.nth_is(1, ":") {
                let name = self.name()?;
                self.bump();
                let body = Box::new(self.deeper(Self::statement)?);
                return Ok(self.stmt(StmtKind::Labeled(name, body), start));
            }
            if t.tok == Tok::Ident && self.word(t) == "yield" && !self.nth_is(1, "=") {
                return self.outside(start, "yield");
            }
            return self.local_or_expression();
        };
        let kind = match s {
            "{" => StmtKind::Block(self.block()?.0),
            ";" => {
                self.bump();
                StmtKind::Empty
            }
            "if" => {
                self.bump();
                let cond = self.paren()?;
                let then = Box::new(self.deeper(Self::statement)?);
                let other = if self.eat("else") {
                    Some(Box::new(self.deeper(Self::statement)?))
                } else {
                    None
                };
                StmtKind::If(cond, then, other)
            }
            "while" | "do" | "for" => return self.loop_statement(Contract::default()),
            "switch" => self.switch()?,
            "break" | "continue" => {
                self.bump();
                let label = if self.is(";") {
                    None
                } else {
                    Some(self.name()?)
                };
                self.expect(";")?;
                if s == "break" {
                    StmtKind::Break(label)
                } else {
                    StmtKind::Continue(label)
                }
            }
            "return" => {
                self.bump();
                let e = if self.is(";") {
                    None
                } else {
                    Some(self.expr()?)
                };
                self.expect(";")?;
                StmtKind::Return(e)
            }
            "throw" => {
                self.bump();
                let e = self.expr()?;
                self.expect(";")?;
                StmtKind::Throw(e)
            }
            "try" => self.try_statement()?,
            "assert" => {
                self.bump();
                let e = self.expr()?;
                let message = if self.eat(":") {
                    Some(self.expr()?)
                } else {
                    None
                };
                self.expect(";")?;
                StmtKind::Assert(e, message)
            }
            "synchronized" => return self.outside(start, "a synchronized block"),
            "class" | "interface" | "enum" | "abstract" => {
                return self.outside(start, "a local class")
            }
            "else" => {
                return self.fail(Problem::syntax(start, "this `else` has no `if`"));
            }
            "catch" | "finally" => {
                return self.fail(Problem::syntax(start, format!("this `{s}` has no `try`")));
            }
            _ => return self.local_or_expression(),
        };
        Ok(self.stmt(kind, start))
    }

    fn paren(&mut self) -> P<Expr> {
        self.expect("(")?;
        let e = self.expr()?;
        self.expect(")")?;
        Ok(e)
    }

    /// Invariants and measures between a loop's head and its body.
    fn loop_spec(&mut self, spec: &mut Contract) -> P<()> {
        while self.here().ghost && !self.ghost {
            let t = self.here();
            if !matches!(
                self.word(t),
                "invariant" | "loop_invariant" | "maintaining" | "decreases"
            ) {
                break;
            }
            self.clause(spec)?;
        }
        Ok(())
    }

    fn loop_statement(&mut self, mut spec: Contract) -> P<Stmt> {
        let start = self.span();
        let kind = if self.eat("while") {
            let cond = self.paren()?;
            self.loop_spec(&mut spec)?;
            let body = Box::new(self.deeper(Self::statement)?);
            StmtKind::While(cond, spec, body)
        } else if self.eat("do") {
            self.loop_spec(&mut spec)?;
            let body = Box::new(self.deeper(Self::statement)?);
            self.expect("while")?;
            let cond = self.paren()?;
            self.expect(";")?;
            StmtKind::DoWhile(body, spec, cond)
        } else if self.eat("for") {
            self.for_statement(spec)?
        } else {
            return self.wrong("a loop");
        };
        Ok(self.stmt(kind, start))
    }

    fn for_statement(&mut self, mut spec: Contract) -> P<StmtKind> {
        self.expect("(")?;
        let mut init = Vec::new();
        if !self.eat(";") {
            if self.starts_declaration() {
                let start = self.span();
                let is_final = self.eat("final");
                let ty = self.ty(false)?;
                let name = self.name()?;
                if self.eat(":") {
                    let array = self.expr()?;
                    self.expect(")")?;
                    self.loop_spec(&mut spec)?;
                    let body = Box::new(self.deeper(Self::statement)?);
                    let var = Param { ty, name, is_final };
                    return Ok(StmtKind::ForEach {
                        var,
                        array,
                        spec,
                        body,
                    });
                }
                let vars = self.declarators(name)?;
                let decl = LocalDecl { ty, is_final, vars };
                init.push(self.stmt(StmtKind::Local(decl), start));
            } else {
                loop {
                    let e = self.expr()?;
                    let span = e.span;
                    init.push(Stmt {
                        kind: StmtKind::Expr(e),
                        span,
                    });
                    if !self.eat(",") {
                        break;
                    }
                }
            }
            self.expect(";")?;
        }
        let cond = if self.is(";") {
            None
        } else {
            Some(self.expr()?)
        };
        self.expect(";")?;
        let mut update = Vec::new();
        if !self.is(")") {
            loop {
                update.push(self.expr()?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(")")?;
        self.loop_spec(&mut spec)?;
        let body = Box::new(self.deeper(Self::statement)?);
        Ok(StmtKind::For {
            init,
            cond,
            update,
            spec,
            body,
        })
    }

    fn switch(&mut self) -> P<StmtKind> {
        self.bump();
        let on = self.paren()?;
        self.expect("{")?;
        let mut cases = Vec::new();
        while !self.is("}") {
            let start = self.span();
            let mut labels = Vec::new();
            while self.is("case") || self.is("default") {
                if self.eat("default") {
                    labels.push(None);
                } else {
                    self.bump();
                    loop {
                        labels.push(Some(self.ternary()?));
                        if !self.eat(",") {
                            break;
                        }
                    }
                }
                if self.is("->") {
                    return self.outside(self.span(), "a switch with arrows");
                }
                self.expect(":")?;
            }
            if labels.is_empty() {
                return self.wrong("`case`, `default` or `}`");
            }
            let body = self.statements()?;
            cases.push(Case {
                labels,
                body,
                span: start,
            });
        }
        self.expect("}")?;
        Ok(StmtKind::Switch(on, cases))
    }

    fn try_statement(&mut self) -> P<StmtKind> {
        let start = self.bump().span;
        if self.is("(") {
            return self.outside(start, "try with resources");
        }
        let body = self.block()?.0;
        let mut catches = Vec::new();
        while self.is("catch") {
            let span = self.bump().span;
            self.expect("(")?;
            self.eat("final");
            let mut types = vec![self.class_name()?];
            while self.eat("|") {
                types.push(self.class_name()?);
            }
            let name = self.name()?;
            self.expect(")")?;
            let body = self.block()?.0;
            catches.push(Catch {
                types,
                name,
                body,
                span,
            });
        }
        let finally = if self.eat("finally") {
            Some(self.block()?.0)
        } else {
            None
        };
        if catches.is_empty() && finally.is_none() {
            return self.wrong("`catch` or `finally`");
        }
        Ok(StmtKind::Try {
            body,
            catches,
            finally,
        })
    }

    /// Whether `T x` or `T[] x` stands here.
    fn starts_declaration(&self) -> bool {
        let t = self.here();
        match t.tok {
            Tok::Sym(
                "int" | "long" | "boolean" | "char" | "byte" | "short" | "float" | "double"
                | "final",
            ) => true,
            Tok::Ident => {
                let mut k = 1;
                while self.nth_is(k, ".") && self.nth(k + 1).tok == Tok::Ident {
                    k += 2;
                }
                if self.nth_is(k, "<") {
                    // `List<T> x` is told as a generic type by the type rule.
                    let mut j = k + 1;
                    while matches!(self.nth(j).tok, Tok::Ident)
                        || self.nth_is(j, ",")
                        || self.nth_is(j, "?")
                        || self.nth_is(j, "<")
                    {
                        j += 1;
                    }
                    return j > k + 1
                        && (self.nth_is(j, ">") || self.nth_is(j, ">>"))
                        && self.nth(j + 1).tok == Tok::Ident;
                }
                while self.nth_is(k, "[") && self.nth_is(k + 1, "]") {
                    k += 2;
                }
                let next = self.nth(k);
                next.tok == Tok::Ident && next.ghost == self.ghost
            }
            _ => false,
        }
    }

    fn declarators(&mut self, first: Name) -> P<Vec<Declarator>> {
        let mut vars = Vec::new();
        let mut name = first;
        loop {
            let dims = self.dims()?;
            let init = if self.eat("=") {
                Some(self.initializer()?)
            } else {
                None
            };
            vars.push(Declarator { name, dims, init });
            if !self.eat(",") {
                return Ok(vars);
            }
            name = self.name()?;
        }
    }

    fn local_or_expression(&mut self) -> P<Stmt> {
        let start = self.span();
        let kind = if self.starts_declaration() {
            let is_final = self.eat("final");
            let ty = self.ty(false)?;
            let name = self.name()?;
            let vars = self.declarators(name)?;
            StmtKind::Local(LocalDecl { ty, is_final, vars })
        } else {
            let e = self.expr()?;
            let fine = matches!(
                e.kind,
                ExprKind::Assign(..)
                    | ExprKind::IncDec { .. }
                    | ExprKind::Call(..)
                    | ExprKind::ConstructorCall(..)
                    | ExprKind::New(..)
            );
            if !fine && !self.ghost {
                return self.fail(Problem::syntax(e.span, "this is not a statement"));
            }
            StmtKind::Expr(e)
        };
        self.expect(";")?;
        Ok(self.stmt(kind, start))
    }

    /// `open`, `close`, `use`, `assert`, `join`, or a loop's invariants before it.
    fn ghost_statement(&mut self) -> P<Stmt> {
        let t = self.here();
        let start = t.span;
        let word = self.word(t).to_string();
        if matches!(
            word.as_str(),
            "invariant" | "loop_invariant" | "maintaining" | "decreases"
        ) {
            let mut spec = Contract::default();
            self.loop_spec(&mut spec)?;
            return self.loop_statement(spec);
        }
        if self.is_ghost_word("return") {
            return self.wrong("a statement");
        }
        type Make = fn(Expr) -> StmtKind;
        let make: Make = match word.as_str() {
            "open" | "unfold" => StmtKind::Open,
            "close" | "fold" => StmtKind::Close,
            "use" => StmtKind::Use,
            "assert" => StmtKind::GhostAssert,
            "join" => StmtKind::Join,
            "requires" | "ensures" => {
                return self.fail(
                    Problem::syntax(start, format!("`{word}` has no place inside a body"))
                        .help("contracts stand before a method's head or between head and body"),
                )
            }
            _ => {
                return self
                    .wrong("`open`, `close`, `use`, `assert`, `join`, `invariant` or `decreases`")
            }
        };
        self.in_mode(true, |p| {
            p.bump();
            let e = p.expr()?;
            p.expect(";")?;
            Ok(p.stmt(make(e), start))
        })
    }

    /// The body of a predicate is parsed as a block in ghost mode.
    pub(super) fn initializer(&mut self) -> P<Expr> {
        if self.is("{") {
            return self.deeper(Self::array_init);
        }
        self.expr()
    }
}
