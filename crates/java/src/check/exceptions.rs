//! Checked exceptions are caught or declared (JLS 11.2).

use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;

struct Walk<'p> {
    p: &'p Program,
    /// What is caught around here, innermost last, the method's own first.
    caught: Vec<Vec<ClassId>>,
    problems: Vec<Problem>,
}

/// What is thrown without being caught or declared.
pub fn check(p: &Program) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (_, m) in p.methods.iter() {
        let Some(Body::Block(body)) = &m.body else {
            continue;
        };
        let mut w = Walk {
            p,
            caught: vec![m.throws.clone()],
            problems: Vec::new(),
        };
        w.stmts(body);
        problems.extend(w.problems);
    }
    problems
}

impl Walk<'_> {
    fn thrown(&mut self, class: ClassId, span: Span, by: &str) {
        let k = &self.p.known;
        if self.p.is_subclass(class, k.runtime_exception) || self.p.is_subclass(class, k.error) {
            return;
        }
        let fine = self
            .caught
            .iter()
            .flatten()
            .any(|c| self.p.is_subclass(class, *c));
        if !fine {
            let name = &self.p.classes[class].name;
            self.problems.push(
                Problem::ty(span, format!("{by} `{name}`, which is not caught"))
                    .help(format!("catch it, or declare `throws {name}`")),
            );
        }
    }

    fn stmts(&mut self, list: &[Stmt]) {
        for s in list {
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Local(_, e) => self.each(e.as_ref()),
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::If(c, a, b) => {
                self.expr(c);
                self.stmt(a);
                if let Some(b) = b {
                    self.stmt(b);
                }
            }
            StmtKind::While { cond, body, .. } | StmtKind::DoWhile { cond, body, .. } => {
                self.expr(cond);
                self.stmt(body);
            }
            StmtKind::For {
                init,
                cond,
                update,
                body,
                ..
            } => {
                self.stmts(init);
                self.each(cond);
                self.each(update);
                self.stmt(body);
            }
            StmtKind::Switch { on, cases, .. } => {
                self.expr(on);
                for c in cases {
                    self.stmts(&c.body);
                }
            }
            StmtKind::Labeled(_, b) => self.stmt(b),
            StmtKind::Return(e) => self.each(e),
            StmtKind::Throw(e) => {
                self.expr(e);
                if let Type::Class(c) = e.ty {
                    self.thrown(c, s.span, "this throws");
                }
            }
            StmtKind::Try {
                body,
                catches,
                finally,
            } => {
                self.caught
                    .push(catches.iter().flat_map(|c| c.classes.clone()).collect());
                self.stmts(body);
                self.caught.pop();
                for c in catches {
                    self.stmts(&c.body);
                }
                if let Some(f) = finally {
                    self.stmts(f);
                }
            }
            StmtKind::Block(list) => self.stmts(list),
            StmtKind::Assert(c, m) => {
                self.expr(c);
                self.each(m);
            }
            StmtKind::ConstructorCall {
                constructor, args, ..
            } => {
                self.each(args);
                self.call(*constructor, s.span);
            }
            StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Open(_)
            | StmtKind::Close(_)
            | StmtKind::Use(_)
            | StmtKind::GhostAssert(_)
            | StmtKind::Join(_) => {}
        }
    }

    fn call(&mut self, m: MethodId, span: Span) {
        for c in self.p.methods[m].throws.clone() {
            self.thrown(c, span, "this call throws");
        }
    }

    fn each<'e>(&mut self, list: impl IntoIterator<Item = &'e Expr>) {
        for e in list {
            self.expr(e);
        }
    }

    fn place(&mut self, p: &Place) {
        match p {
            Place::Local(_) | Place::Static(_) => {}
            Place::Field(o, _) => self.expr(o),
            Place::Index(a, i) => {
                self.expr(a);
                self.expr(i);
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Call {
                target,
                method,
                args,
            } => {
                if let Target::Virtual(o) | Target::Exact(o) = target {
                    self.expr(o);
                }
                self.each(args);
                self.call(*method, e.span);
            }
            ExprKind::New {
                constructor, args, ..
            } => {
                self.each(args);
                self.call(*constructor, e.span);
            }
            ExprKind::Assign(p, v) => {
                self.place(p);
                self.expr(v);
            }
            ExprKind::Compound { place, value, .. } => {
                self.place(place);
                self.expr(value);
            }
            ExprKind::IncDec { place, .. } => self.place(place),
            ExprKind::Field(x, _)
            | ExprKind::Length(x)
            | ExprKind::Unary(_, x)
            | ExprKind::Convert(x)
            | ExprKind::Cast(x)
            | ExprKind::InstanceOf(x, _) => self.expr(x),
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) | ExprKind::Concat(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Conditional(c, a, b) => {
                self.expr(c);
                self.expr(a);
                self.expr(b);
            }
            ExprKind::String(_, list) | ExprKind::NewArray(list) | ExprKind::ArrayLiteral(list) => {
                self.each(list)
            }
            ExprKind::Print(_, x) => self.each(x.as_deref()),
            ExprKind::Opening(_, b) | ExprKind::Using(_, b) => self.expr(b),
            _ => {}
        }
    }
}
