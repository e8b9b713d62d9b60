//! Statements: assignments in all their forms, scopes, labels.

use super::{Checker, Global};
use crate::ast::{
    Block, Builder, ExprId, ExprKind, Label, Loop, Measure, MeasureKind, Program, StmtId,
    StmtKind as S, TypeId, Types, VarId,
};
use crate::problem::{Problem, ProblemKind};
use crate::syntax::tree::{Decreases, Expr, ExprKind as K, Spec, SpecKind, Stmt, StmtKind as K2};
use ep_base::entity::EntityId;
use ep_base::Span;

/// Where the value of an assignment goes.
enum Target {
    Var(VarId),
    /// Receiver and field.
    Field(ExprId, crate::ast::FieldId),
}

impl Checker<'_> {
    /// A block with a scope of its own.
    pub(super) fn block(&mut self, stmts: &[Stmt]) -> Block {
        self.cx.scopes.open();
        let mut block = Block::new();
        self.stmts(stmts, &mut block);
        self.cx.scopes.close();
        block
    }

    fn stmts(&mut self, stmts: &[Stmt], block: &mut Block) {
        for stmt in stmts {
            self.stmt(stmt, block);
        }
    }

    /// All labels of a body, before it is checked: they may be used earlier.
    pub(super) fn find_labels(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                K2::Label(name, _) => {
                    let label = self.cx.labels.push(Label {
                        name: self.interner.text(name.symbol).to_owned(),
                        span: name.span,
                    });
                    if self.cx.scopes.labels.insert(name.symbol, label).is_some() {
                        let message =
                            format!("there is another label `{}`", self.text(name.symbol));
                        self.problems.push(crate::problem::Problem::new(
                            crate::problem::ProblemKind::Consistency,
                            name.span,
                            message,
                        ));
                    }
                }
                K2::If(_, a, b) => {
                    self.find_labels(a);
                    self.find_labels(b);
                }
                K2::While(_, _, body)
                | K2::Block(body)
                | K2::Inline(body)
                | K2::Package(_, body) => self.find_labels(body),
                _ => {}
            }
        }
    }

    fn push(&mut self, kind: S, span: Span, block: &mut Block) -> StmtId {
        let id = self.b.stmt(kind, span);
        block.push(id);
        id
    }

    fn stmt(&mut self, stmt: &Stmt, block: &mut Block) {
        let span = stmt.span;
        let kind = match &stmt.kind {
            K2::Inline(stmts) => return self.stmts(stmts, block),
            K2::Assign(targets, value) => {
                let (mark, vars) = (self.b.program.exprs.len(), self.cx.vars.len());
                self.assign(targets, value, span, block);
                return self.settle(mark, vars);
            }
            K2::Var(decls, value) => {
                if self.var(decls, value.as_ref(), span, block).is_none() {
                    // Reported.
                }
                return;
            }
            K2::Fold(e) => self.access(e, "folded").map(S::Fold),
            K2::Unfold(e) => self.access(e, "unfolded").map(S::Unfold),
            K2::Inhale(e) => self.whole(e, Types::BOOL, true).map(S::Inhale),
            K2::Exhale(e) => self.whole(e, Types::BOOL, true).map(S::Exhale),
            K2::Assert(e) => self.whole(e, Types::BOOL, true).map(S::Assert),
            K2::Assume(e) => self.whole(e, Types::BOOL, true).map(S::Assume),
            K2::Refute(e) => self.whole(e, Types::BOOL, true).map(S::Refute),
            K2::Join(e) => self.whole(e, Types::BOOL, true).map(S::Join),
            K2::Use(e) => self.use_stmt(e),
            K2::Apply(e) => self.whole_wand(e).map(S::ApplyWand),
            K2::Package(e, script) => {
                let wand = self.whole_wand(e);
                let script = self.block(script);
                wand.map(|wand| S::Package(wand, script))
            }
            K2::If(condition, then, other) => {
                let condition = self.whole(condition, Types::BOOL, false);
                let (then, other) = (self.block(then), self.block(other));
                condition.map(|c| S::If(c, then, other))
            }
            K2::While(condition, specs, body) => {
                let condition = self.whole(condition, Types::BOOL, false);
                let (invariants, decreases) = self.specs(specs);
                let body = self.block(body);
                condition.map(|condition| {
                    S::While(Box::new(Loop {
                        condition,
                        invariants,
                        decreases,
                        body,
                    }))
                })
            }
            K2::Label(name, specs) => {
                let (invariants, _) = self.specs(specs);
                self.label(*name).map(|label| S::Label(label, invariants))
            }
            K2::Goto(name) => self.label(*name).map(S::Goto),
            K2::Block(stmts) => Some(S::Block(self.block(stmts))),
            K2::Quasihavoc(decls, e) => self.quasihavoc(decls, e),
            K2::Define(_) => None,
        };
        if let Some(kind) = kind {
            self.push(kind, span, block);
        }
    }

    fn access(&mut self, e: &Expr, done: &str) -> Option<crate::ast::Access> {
        let (mark, vars) = (self.b.program.exprs.len(), self.cx.vars.len());
        let access = self.predicate_access(e, done);
        self.settle(mark, vars);
        access
    }

    fn whole_wand(&mut self, e: &Expr) -> Option<ExprId> {
        let (mark, vars) = (self.b.program.exprs.len(), self.cx.vars.len());
        let wand = self.wand(e);
        self.settle(mark, vars);
        wand
    }

    fn use_stmt(&mut self, e: &Expr) -> Option<S> {
        let (mark, vars) = (self.b.program.exprs.len(), self.cx.vars.len());
        let call = self.expr(e);
        self.settle(mark, vars);
        match self.b.program.exprs[call?].kind {
            ExprKind::Call(..) => call.map(S::Use),
            _ => self.error(e.span, "`use` takes a call of a function"),
        }
    }

    fn quasihavoc(&mut self, decls: &[crate::syntax::tree::Decl], e: &Expr) -> Option<S> {
        use crate::syntax::tree::BinOp;
        self.cx.scopes.open();
        let bound = self.bind(decls);
        let (mark, vars) = (self.b.program.exprs.len(), self.cx.vars.len());
        let mut guard = None;
        let resource = match &e.kind {
            K::Binary(BinOp::Implies, condition, resource) => {
                guard = self.expr(condition);
                if let Some(c) = guard {
                    self.need(c, Types::BOOL).and_then(|c| self.need_pure(c));
                }
                resource
            }
            _ => e,
        };
        let found = match &resource.kind {
            K::Field(..) | K::Call(..) | K::Binary(BinOp::Wand, _, _) => {
                let found = self.expr(resource);
                if let (Some(id), K::Call(..)) = (found, &resource.kind) {
                    if !matches!(self.b.program.exprs[id].kind, ExprKind::Acc(_)) {
                        self.error::<()>(resource.span, "expected a field, a predicate or a wand");
                    }
                }
                found
            }
            _ => self.error(resource.span, "expected a field, a predicate or a wand"),
        };
        self.settle(mark, vars);
        self.cx.scopes.close();
        Some(S::Quasihavoc(bound?, guard, found?))
    }

    fn var(
        &mut self,
        decls: &[crate::syntax::tree::Decl],
        value: Option<&Expr>,
        span: Span,
        block: &mut Block,
    ) -> Option<()> {
        let vars = self.bind(decls);
        for &var in vars.iter().flatten() {
            let span = self.cx.vars[var].span;
            self.push(S::Declare(var), span, block);
        }
        let value = value?;
        // An initialised declaration assigns, so it may call a method.
        let targets: Vec<Target> = vars?.into_iter().map(Target::Var).collect();
        let (mark, count) = (self.b.program.exprs.len(), self.cx.vars.len());
        let done = self.assign_to(targets, value, span, block);
        self.settle(mark, count);
        done
    }

    fn assign(
        &mut self,
        targets: &[Expr],
        value: &Expr,
        span: Span,
        block: &mut Block,
    ) -> Option<()> {
        let mut checked = Some(Vec::new());
        for target in targets {
            let target = self.target(target);
            checked = checked.zip(target).map(|(mut all, target)| {
                all.push(target);
                all
            });
        }
        self.assign_to(checked?, value, span, block)
    }

    fn target(&mut self, e: &Expr) -> Option<Target> {
        match &e.kind {
            K::Name(name) => {
                if self.cx.scopes.is_ambiguous(*name) {
                    let message = format!("`{}` is declared twice", self.text(*name));
                    return self.error(e.span, message);
                }
                let Some(var) = self.cx.scopes.find(*name) else {
                    let message = format!("there is no variable `{}` here", self.text(*name));
                    return self.error(e.span, message);
                };
                if var.index() < self.cx.fixed {
                    let message = format!(
                        "`{}` is a parameter, which cannot be assigned",
                        self.text(*name)
                    );
                    return self.error(e.span, message);
                }
                Some(Target::Var(var))
            }
            K::Field(..) => {
                let id = self.expr(e)?;
                match self.b.program.exprs[id].kind {
                    ExprKind::Field(receiver, field) => Some(Target::Field(receiver, field)),
                    _ => self.error(e.span, "this cannot be assigned"),
                }
            }
            // Without macros the parser would not take it.
            _ => {
                self.problems.push(Problem::new(
                    ProblemKind::Syntax,
                    e.span,
                    "this cannot be assigned",
                ));
                None
            }
        }
    }

    fn target_type(&self, target: &Target) -> TypeId {
        match target {
            Target::Var(var) => self.cx.vars[*var].ty,
            Target::Field(_, field) => self.b.program.fields[*field].ty,
        }
    }

    fn assign_to(
        &mut self,
        targets: Vec<Target>,
        value: &Expr,
        span: Span,
        block: &mut Block,
    ) -> Option<()> {
        if let K::Call(name, args, None) = &value.kind {
            let global = self.globals.get(&name.symbol).copied();
            match global {
                Some(Global::Method(method)) => {
                    return self.method_call(targets, method, args, span, block)
                }
                None if targets.len() != 1 => {
                    let message = format!("there is no method `{}`", self.text(name.symbol));
                    return self.error(name.span, message);
                }
                _ => {}
            }
        }
        let target = match <[Target; 1]>::try_from(targets) {
            Ok([target]) => target,
            Err(targets) if targets.is_empty() => {
                if let K::Name(name) = &value.kind {
                    if self.text(*name) == "unreachable" {
                        self.push(S::Unreachable, span, block);
                        return Some(());
                    }
                }
                return self.error(
                    span,
                    "only a call of a method may stand here, not an expression",
                );
            }
            Err(_) => return self.error(span, "only a method call has several results"),
        };
        if let K::New(fields) = &value.kind {
            return self.new_object(target, fields.as_deref(), span, block);
        }
        let ty = self.target_type(&target);
        let value = self.expr(value)?;
        self.need_pure(value)?;
        self.need(value, ty)?;
        let kind = match target {
            Target::Var(var) => S::Assign(var, value),
            Target::Field(receiver, field) => S::AssignField(receiver, field, value),
        };
        self.push(kind, span, block);
        Some(())
    }

    fn method_call(
        &mut self,
        targets: Vec<Target>,
        method: crate::ast::MethodId,
        args: &[Expr],
        span: Span,
        block: &mut Block,
    ) -> Option<()> {
        let m = &self.b.program.methods[method];
        let params: Vec<_> = m.params.iter().map(|&p| m.vars[p].ty).collect();
        let returns: Vec<_> = m.returns.iter().map(|&r| m.vars[r].ty).collect();
        if returns.len() != targets.len() {
            let message = format!(
                "the method `{}` has {} result{}, but {} are assigned",
                m.name,
                returns.len(),
                if returns.len() == 1 { "" } else { "s" },
                targets.len()
            );
            return self.error(span, message);
        }
        for (target, &ty) in targets.iter().zip(&returns) {
            let found = self.target_type(target);
            if !self.unify(found, ty) {
                let message = format!(
                    "a result of type {} cannot be assigned to a target of type {}",
                    self.show(ty),
                    self.show(found)
                );
                return self.error(span, message);
            }
        }
        let args = self.arguments(args, &params, span)?;
        self.through_vars(targets, span, block, |targets| S::Call {
            method,
            args,
            targets,
        })
    }

    fn new_object(
        &mut self,
        target: Target,
        fields: Option<&[crate::syntax::tree::Name]>,
        span: Span,
        block: &mut Block,
    ) -> Option<()> {
        let ty = self.target_type(&target);
        if !self.unify(ty, Types::REF) {
            let message = format!("expected a target of type Ref, found {}", self.show(ty));
            return self.error(span, message);
        }
        let all = fields.is_none();
        let fields = match fields {
            None => self.b.program.fields.ids().collect(),
            Some(names) => {
                let mut ids = Vec::new();
                for name in names {
                    match self.globals.get(&name.symbol) {
                        Some(Global::Field(field)) => ids.push(*field),
                        _ => {
                            let message = format!("there is no field `{}`", self.text(name.symbol));
                            return self.error(name.span, message);
                        }
                    }
                }
                ids
            }
        };
        self.through_vars(vec![target], span, block, |targets| S::New {
            target: targets[0],
            fields,
            all,
        })
    }

    /// Fields as targets: receivers are evaluated before, results are stored
    /// in fresh variables and written after.
    fn through_vars(
        &mut self,
        targets: Vec<Target>,
        span: Span,
        block: &mut Block,
        make: impl FnOnce(Vec<VarId>) -> S,
    ) -> Option<()> {
        let mut vars = Vec::new();
        let mut after = Vec::new();
        let mut inner = Block::new();
        for (n, target) in targets.into_iter().enumerate() {
            match target {
                Target::Var(var) => vars.push(var),
                Target::Field(receiver, field) => {
                    if after.iter().any(|&(_, f, _)| f == field) {
                        return self.error(
                            span,
                            "two targets are the same field, perhaps of the same object",
                        );
                    }
                    let at = self.span(receiver);
                    let ty = self.b.program.fields[field].ty;
                    let held = self.fresh_var(&format!("_receiver{n}"), Types::REF, at, &mut inner);
                    self.push(S::Assign(held, receiver), at, &mut inner);
                    let result = self.fresh_var(&format!("_target{n}"), ty, at, &mut inner);
                    after.push((held, field, result));
                    vars.push(result);
                }
            }
        }
        let call = self.b.stmt(make(vars), span);
        if after.is_empty() {
            block.push(call);
            return Some(());
        }
        inner.push(call);
        for (held, field, result) in after {
            let receiver = self.b.var(&self.cx.vars, held, span);
            let value = self.b.var(&self.cx.vars, result, span);
            self.push(S::AssignField(receiver, field, value), span, &mut inner);
        }
        self.push(S::Block(inner), span, block);
        Some(())
    }

    fn fresh_var(&mut self, base: &str, ty: TypeId, span: Span, block: &mut Block) -> VarId {
        let taken = |p: &Program, vars: &crate::ast::Vars, name: &str| {
            vars.iter().any(|(_, v)| v.name == name) || p.fields.iter().any(|(_, f)| f.name == name)
        };
        let mut name = base.to_owned();
        let mut n = 0;
        while taken(&self.b.program, &self.cx.vars, &name) {
            name = format!("{base}_{n}");
            n += 1;
        }
        let var = Builder::declare_var(&mut self.cx.vars, name, ty, span);
        self.push(S::Declare(var), span, block);
        var
    }

    /// Conditions and measures of clauses.
    pub(super) fn specs(&mut self, specs: &[Spec]) -> (Vec<ExprId>, Vec<Measure>) {
        let (mut conditions, mut measures) = (Vec::new(), Vec::new());
        for spec in specs {
            match &spec.kind {
                SpecKind::Condition(e) => conditions.extend(self.whole(e, Types::BOOL, true)),
                SpecKind::Decreases(measure, condition) => {
                    let condition = match condition {
                        Some(c) => match self.whole(c, Types::BOOL, false) {
                            Some(c) => Some(c),
                            None => continue,
                        },
                        None => None,
                    };
                    let kind = match measure {
                        Decreases::Wildcard => MeasureKind::Wildcard,
                        Decreases::Star => MeasureKind::Star,
                        Decreases::Tuple(items) => {
                            let mut checked = Vec::new();
                            for item in items {
                                checked.extend(self.measure(item));
                            }
                            MeasureKind::Tuple(checked)
                        }
                    };
                    measures.push(Measure {
                        kind,
                        condition,
                        span: spec.span,
                    });
                }
            }
        }
        (conditions, measures)
    }

    fn measure(&mut self, e: &Expr) -> Option<ExprId> {
        let (mark, vars) = (self.b.program.exprs.len(), self.cx.vars.len());
        self.cx.in_measure = true;
        let checked = self.expr(e);
        self.cx.in_measure = false;
        let checked = checked.and_then(|id| self.need_pure(id));
        self.settle(mark, vars);
        checked
    }
}
