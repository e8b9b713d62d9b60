//! Statements.

use super::{expr::has_effect, Lowerer};
use crate::delta::ErrorKind;
use crate::expr::{ExprId, VarId};
use crate::lang::{BlockId, Catch, Lhs, Stmt};
use crate::mutation::JavaRule;
use ep_base::entity::EntityId;
use ep_java::tree::{self, Constant, Expr, StmtKind};
use ep_java::Type;

impl Lowerer<'_> {
    pub(crate) fn stmts(&mut self, list: &[tree::Stmt]) {
        for s in list {
            self.stmt(s);
        }
    }

    fn body(&mut self, s: &tree::Stmt) -> BlockId {
        self.block(|l| l.stmt(s))
    }

    fn stmt(&mut self, s: &tree::Stmt) {
        self.line = self.line_of(s.span);
        match &s.kind {
            StmtKind::Local(id, init) => {
                let Some(m) = self.method else { return };
                let local = &self.j.methods[m].locals[*id];
                let (name, ty) = (local.name.clone(), local.ty);
                let v = self.local(&name, ty);
                self.local_of.insert(*id, v);
                if let Some(e) = init {
                    let value = self.expr(e);
                    self.line = self.line_of(s.span);
                    self.emit(Stmt::Assign(Lhs::var(v), value));
                }
            }
            StmtKind::Expr(e) => {
                let v = self.expr(e);
                // A value that nobody wants still meets its errors.
                if !self.out.x.is_total(v) && !has_effect(e) {
                    self.save(v, e.ty);
                }
            }
            StmtKind::If(c, then, els) => {
                let line = self.line;
                let c = self.expr(c);
                let a = self.body(then);
                let b = self.block(|l| {
                    if let Some(s) = els {
                        l.stmt(s);
                    }
                });
                self.line = line;
                self.emit(Stmt::If(c, a, b));
            }
            StmtKind::While {
                label, cond, body, ..
            } => self.while_loop(*label, Some(cond), &[], body),
            StmtKind::For {
                label,
                init,
                cond,
                update,
                body,
                ..
            } => {
                self.stmts(init);
                self.line = self.line_of(s.span);
                self.while_loop(*label, cond.as_ref(), update, body);
            }
            StmtKind::DoWhile {
                label, body, cond, ..
            } => {
                let own = self.out.p.label();
                let inner = self.out.p.label();
                self.labels.insert(*label, (own, Some(inner)));
                let line = self.line;
                let block = self.block(|l| {
                    let b = l.body(body);
                    l.emit(Stmt::Labelled(inner, b));
                    l.line = l.line_of(cond.span);
                    let c = l.expr(cond);
                    let stay = l.block(|_| {});
                    let leave = l.block(|l| l.emit(Stmt::Break(own)));
                    l.emit(Stmt::If(c, stay, leave));
                });
                self.line = line;
                let always = self.out.x.bool(true);
                self.emit(Stmt::While(always, block, own));
            }
            StmtKind::Switch { label, on, cases } => self.switch(*label, on, cases),
            StmtKind::Labeled(label, inner) => {
                let own = self.out.p.label();
                self.labels.insert(*label, (own, None));
                let b = self.body(inner);
                self.emit(Stmt::Labelled(own, b));
            }
            StmtKind::Break(l) => match self.labels.get(l) {
                Some(&(own, _)) => self.emit(Stmt::Break(own)),
                None => self.unsupported("a jump to an unknown label"),
            },
            StmtKind::Continue(l) => match self.labels.get(l) {
                Some(&(own, _)) if self.broken(JavaRule::ContinueLeaves) => {
                    self.emit(Stmt::Break(own));
                }
                Some(&(_, Some(inner))) => self.emit(Stmt::Break(inner)),
                Some(&(own, None)) => self.emit(Stmt::Continue(own)),
                None => self.unsupported("a jump to an unknown label"),
            },
            StmtKind::Return(e) => {
                let v = e.as_ref().map(|e| self.expr(e));
                self.line = self.line_of(s.span);
                self.emit(Stmt::Return(v));
            }
            StmtKind::Throw(e) => {
                let v = self.expr(e);
                self.line = self.line_of(s.span);
                self.emit(Stmt::Throw(v));
            }
            StmtKind::Try {
                body,
                catches,
                finally,
            } => self.try_stmt(body, catches, finally.as_deref()),
            StmtKind::Block(list) => self.stmts(list),
            // As with java -ea; the message is only evaluated on failure.
            StmtKind::Assert(c, _) => {
                let v = self.expr(c);
                self.line = self.line_of(s.span);
                if !self.broken(JavaRule::AssertionsOff) {
                    self.emit(Stmt::Check(v, ErrorKind::Assertion));
                }
            }
            StmtKind::ConstructorCall {
                this,
                constructor,
                args,
            } => {
                let Some(object) = self.this else { return };
                let object = self.out.x.of(object);
                self.construct(*constructor, object, args);
                if !this && !self.broken(JavaRule::FieldInitializersSkipped) {
                    self.field_initializers(object);
                }
            }
            // Specifications say nothing about what runs.
            StmtKind::Open(_)
            | StmtKind::Close(_)
            | StmtKind::Use(_)
            | StmtKind::GhostAssert(_)
            | StmtKind::Join(_) => {}
        }
    }

    fn field_initializers(&mut self, object: ExprId) {
        let Some(m) = self.method else { return };
        let class = self.j.methods[m].class;
        for &f in &self.j.classes[class].fields {
            let field = &self.j.fields[f];
            let Some(init) = field.init.as_ref().filter(|_| !field.is_static) else {
                continue;
            };
            self.line = self.line_of(field.span);
            let v = self.expr(init);
            let h = Lhs::at(self.out.fields[f.index()], object);
            self.emit(Stmt::Assign(h, v));
        }
    }

    fn while_loop(
        &mut self,
        label: tree::LabelId,
        cond: Option<&Expr>,
        update: &[Expr],
        body: &tree::Stmt,
    ) {
        let own = self.out.p.label();
        let inner = self.out.p.label();
        let line = self.line;
        let simple = cond.is_none_or(|c| !has_effect(c));
        let plain = simple && update.is_empty();
        self.labels.insert(label, (own, (!plain).then_some(inner)));
        let block = self.block(|l| {
            if let Some(c) = cond.filter(|_| !simple) {
                let v = l.expr(c);
                let stay = l.block(|_| {});
                let leave = l.block(|l| l.emit(Stmt::Break(own)));
                l.line = line;
                l.emit(Stmt::If(v, stay, leave));
            }
            if plain {
                l.stmt(body);
            } else {
                let b = l.body(body);
                l.emit(Stmt::Labelled(inner, b));
            }
            for e in update {
                l.line = l.line_of(e.span);
                l.expr(e);
            }
        });
        self.line = line;
        let c = match cond.filter(|_| simple) {
            Some(c) => self.expr(c),
            None => self.out.x.bool(true),
        };
        self.emit(Stmt::While(c, block, own));
    }

    /// The number of the group that control enters decides; later groups run
    /// too, until a `break`.
    fn switch(&mut self, label: tree::LabelId, on: &Expr, cases: &[tree::Case]) {
        let own = self.out.p.label();
        self.labels.insert(label, (own, None));
        let line = self.line;
        let v = self.expr(on);
        let v = self.save(v, on.ty);
        if on.ty == Type::Str {
            // A nil string is an error before any comparison.
            let there = self.out.x.not_nil(v);
            self.emit(Stmt::Check(there, ErrorKind::NullDereference));
        }
        let none = cases.iter().position(|c| c.default).unwrap_or(cases.len());
        let group = self.local("t", Type::Int);
        let n = self.out.x.int(none as i32);
        self.emit(Stmt::Assign(Lhs::var(group), n));
        self.choose_group(group, (v, on.ty), cases, 0);
        let entered = self.out.x.of(group);
        let block = self.block(|l| {
            for (at, case) in cases.iter().enumerate() {
                let b = l.block(|l| l.stmts(&case.body));
                let rest = l.block(|_| {});
                l.line = line;
                let n = l.out.x.int(at as i32);
                let c = match l.broken(JavaRule::NoFallThrough) {
                    true => l.out.x.eq(entered, n),
                    false => l.out.x.bin(crate::BinOp::Le, entered, n),
                };
                l.emit(Stmt::If(c, b, rest));
            }
        });
        self.line = line;
        self.emit(Stmt::Labelled(own, block));
    }

    /// One test after the other, so that a path says which values it is for.
    fn choose_group(
        &mut self,
        group: VarId,
        on: (ExprId, Type),
        cases: &[tree::Case],
        first: usize,
    ) {
        let with_values = |at: &usize| !cases[*at].values.is_empty();
        let Some(at) = (first..cases.len()).find(with_values) else {
            return;
        };
        let mut any = self.out.x.bool(false);
        for value in &cases[at].values {
            let is = self.case_is(on.0, value, on.1);
            any = self.out.x.or(any, is);
        }
        let n = self.out.x.int(at as i32);
        let then = self.block(|l| l.emit(Stmt::Assign(Lhs::var(group), n)));
        let els = self.block(|l| l.choose_group(group, on, cases, at + 1));
        self.emit(Stmt::If(any, then, els));
    }

    fn case_is(&mut self, v: ExprId, value: &Constant, ty: Type) -> ExprId {
        match value {
            Constant::Str(text) => self.is_text(v, text),
            Constant::Boolean(b) => {
                let b = self.out.x.bool(*b);
                self.out.x.eq(v, b)
            }
            Constant::Integer(n) => {
                let n = match ty {
                    Type::Long => self.out.x.long(*n),
                    _ => self.out.x.int(*n as i32),
                };
                self.out.x.eq(v, n)
            }
        }
    }

    fn try_stmt(
        &mut self,
        body: &[tree::Stmt],
        catches: &[tree::Catch],
        finally: Option<&[tree::Stmt]>,
    ) {
        let line = self.line;
        let saved = self.local("thrown", Type::Class(self.j.known.throwable));
        let block = self.block(|l| l.stmts(body));
        let mut list = Vec::new();
        for c in catches {
            let Some(m) = self.method else { return };
            let local = &self.j.methods[m].locals[c.local];
            let (name, ty) = (local.name.clone(), local.ty);
            let var = self.local(&name, ty);
            self.local_of.insert(c.local, var);
            let mut classes = Vec::new();
            for class in &c.classes {
                for sub in self.j.concrete_subclasses(*class) {
                    if sub != *class && self.broken(JavaRule::CatchExact) {
                        continue;
                    }
                    classes.push(self.out.classes[sub.index()]);
                }
            }
            let body = self.block(|l| l.stmts(&c.body));
            list.push(Catch {
                classes: classes.into(),
                var,
                body,
            });
        }
        let finally = finally.map(|f| self.block(|l| l.stmts(f)));
        self.line = line;
        self.emit(Stmt::Try {
            body: block,
            catches: list.into(),
            finally,
            saved,
        });
    }
}
