//! Statements.
//!
//! `return`, `break` and `continue` become jumps; where a statement stands at
//! the end of the method its `return` needs none. A loop whose condition has
//! effects evaluates it inside of its body.

use super::member::{Ctx, ResultOf};
use super::{Failed, L};
use crate::source::Span;
use crate::tree::*;
use crate::types::Type;
use ep_ivl::ast as ivl;
use ep_ivl::ast::{BinOp as B, ExprId, StmtId, StmtKind as S};

impl Ctx<'_, '_> {
    pub(super) fn emit(&mut self, kind: S, span: Span) {
        let at = self.at(span);
        let s = self.l.b.stmt(kind, at);
        self.block.push(s);
    }

    pub(super) fn emit_noted(&mut self, kind: S, note: String, span: Span) {
        let at = self.at(span);
        let note = self.l.b.note(note);
        if let S::Assert(cond) = &kind {
            self.note_conjuncts(*cond, note);
        }
        let s = self.l.b.stmt_noted(kind, at, note);
        self.block.push(s);
    }

    /// Runs a rule whose statements form a block of their own.
    pub(super) fn in_block<T>(
        &mut self,
        rule: impl FnOnce(&mut Self) -> L<T>,
    ) -> L<(T, Vec<StmtId>)> {
        let outer = std::mem::take(&mut self.block);
        let out = rule(self);
        let block = std::mem::replace(&mut self.block, outer);
        Ok((out?, block))
    }

    pub(super) fn assume_range(&mut self, v: ivl::VarId, ty: Type, span: Span) {
        let at = self.at(span);
        let e = self.l.b.var(&self.vars, v, at);
        if let Some(r) = self.l.in_range(e, ty, at) {
            self.emit(S::Assume(r), span);
        }
    }

    /// An object of a class has that class or one below it: wanted where
    /// predicates have several definitions.
    pub(super) fn assume_class(&mut self, object: ExprId, ty: Type, span: Span) {
        if let Some(fact) = self.class_fact(object, ty, span) {
            self.emit(S::Assume(fact), span);
        }
    }

    pub(super) fn class_fact(&mut self, object: ExprId, ty: Type, span: Span) -> Option<ExprId> {
        let Type::Class(class) = ty else { return None };
        if class == self.l.p.known.object || !self.l.has_families() {
            return None;
        }
        let classes = self.l.concrete(class);
        if classes.is_empty() || classes.len() > 8 {
            return None;
        }
        let at = self.at(span);
        let null = self.l.b.null(at);
        let mut fact = self.l.b.binary(B::Eq, object, null, at);
        for k in classes {
            let is = self.l.is_exactly(object, Type::Class(k), at);
            fact = self.l.b.binary(B::Or, fact, is, at);
        }
        Some(fact)
    }

    fn receiver_class(&mut self, e: &Expr) -> L<()> {
        let call = match &e.kind {
            ExprKind::Acc(Access::Predicate(call), _) => call,
            _ => e,
        };
        if let ExprKind::Call {
            target: Target::Virtual(o),
            ..
        } = &call.kind
        {
            if !matches!(o.kind, ExprKind::This) {
                let object = self.assertion(o)?;
                self.assume_class(object, o.ty, o.span);
            }
        }
        Ok(())
    }

    /// Statements in order; one that cannot be lowered ends the member's
    /// verification with its name, since its problem is told.
    pub(super) fn statements(&mut self, list: &[Stmt]) -> L<()> {
        let tail = self.tail;
        for (i, s) in list.iter().enumerate() {
            let rest = &list[i + 1..];
            // `if (c) return a; rest` is `if (c) a else rest`.
            if let (true, StmtKind::If(c, a, b), false) = (tail, &s.kind, rest.is_empty()) {
                if never_ends(a) || b.as_ref().is_some_and(|b| never_ends(b)) {
                    let cond = self.expr(c)?;
                    let first_leaves = never_ends(a);
                    let ((), yes) = self.in_block(|x| {
                        x.statement(a)?;
                        if first_leaves {
                            Ok(())
                        } else {
                            x.statements(rest)
                        }
                    })?;
                    let ((), no) = self.in_block(|x| {
                        if let Some(b) = b {
                            x.statement(b)?;
                        }
                        if b.as_ref().is_some_and(|b| never_ends(b)) {
                            Ok(())
                        } else {
                            x.statements(rest)
                        }
                    })?;
                    if first_leaves || b.is_some() {
                        self.emit(S::If(cond, yes, no), s.span);
                        return Ok(());
                    }
                }
            }
            self.tail = tail && rest.is_empty();
            let out = self.statement(s);
            self.tail = tail;
            out?;
        }
        Ok(())
    }

    fn nested(&mut self, s: &Stmt) -> L<Vec<StmtId>> {
        self.in_block(|c| c.statement(s)).map(|x| x.1)
    }

    pub(super) fn statement(&mut self, s: &Stmt) -> L<()> {
        let span = s.span;
        match &s.kind {
            StmtKind::Local(l, init) => {
                let v = self.variable(*l);
                match init {
                    Some(e) => {
                        let ty = self.local_type(*l);
                        self.no_covariance(e.ty, ty, e.span)?;
                        let value = self.expr(e)?;
                        self.emit(S::Assign(v, value), span);
                    }
                    None => self.emit(S::Declare(v), span),
                }
            }
            StmtKind::Expr(e) => self.effect_statement(e)?,
            StmtKind::If(c, a, b) => {
                let cond = self.expr(c)?;
                let yes = self.nested(a)?;
                let no = match b {
                    Some(b) => self.nested(b)?,
                    None => Vec::new(),
                };
                self.emit(S::If(cond, yes, no), span);
            }
            StmtKind::While {
                label,
                cond,
                spec,
                body,
            } => self.loop_statement(*label, Some(cond), spec, body, &[], span)?,
            StmtKind::For {
                label,
                init,
                cond,
                update,
                spec,
                body,
            } => {
                let tail = std::mem::replace(&mut self.tail, false);
                let out = self.statements(init);
                self.tail = tail;
                out?;
                self.loop_statement(*label, cond.as_ref(), spec, body, update, span)?;
            }
            StmtKind::DoWhile {
                label,
                body,
                spec,
                cond,
            } => self.do_while(*label, body, spec, cond, span)?,
            StmtKind::Switch { label, on, cases } => self.switch(*label, on, cases, span)?,
            StmtKind::Labeled(label, body) => {
                let tail = std::mem::replace(&mut self.tail, false);
                let out = self.statement(body);
                self.tail = tail;
                out?;
                self.place_label((*label, false), span);
            }
            StmtKind::Break(l) => self.jump((*l, false), span),
            StmtKind::Continue(l) => self.jump((*l, true), span),
            StmtKind::Return(e) => {
                if let Some(e) = e {
                    let ty = self.l.p.methods[self.method].ret;
                    self.no_covariance(e.ty, ty, e.span)?;
                    let value = self.expr(e)?;
                    if let ResultOf::Var(v) = self.result {
                        self.emit(S::Assign(v, value), span);
                    }
                }
                if !self.tail {
                    let end = self.end_label(span);
                    self.emit(S::Goto(end), span);
                }
            }
            StmtKind::Throw(e) => self.throw(e, span)?,
            StmtKind::Try { .. } => {
                return self.refuse("`try`", span);
            }
            StmtKind::Block(list) => self.statements(list)?,
            StmtKind::Assert(c, _) => {
                let cond = self.expr(c)?;
                let text = self.text(c.span);
                self.emit_noted(S::Assert(cond), format!("`{text}` might not hold"), span);
            }
            StmtKind::ConstructorCall {
                this,
                constructor,
                args,
            } => self.constructor_call(*this, *constructor, args, span)?,
            StmtKind::Open(e) => {
                self.receiver_class(e)?;
                let a = self.access(e)?;
                self.emit(S::Unfold(a), span);
            }
            StmtKind::Close(e) => {
                self.receiver_class(e)?;
                let a = self.access(e)?;
                self.emit(S::Fold(a), span);
            }
            StmtKind::Use(e) => {
                let call = self.assertion(e)?;
                self.emit(S::Use(call), span);
            }
            StmtKind::GhostAssert(e) => {
                let a = self.assertion(e)?;
                self.emit(S::Assert(a), span);
            }
            StmtKind::Join(e) => {
                let a = self.assertion(e)?;
                self.emit(S::Join(a), span);
            }
        }
        Ok(())
    }

    /// Statements that are lowered twice get labels of their own each time.
    fn forget_labels(&mut self, list: &[Stmt]) {
        for s in list {
            s.walk_stmts(&mut |s| match &s.kind {
                StmtKind::While { label, .. }
                | StmtKind::DoWhile { label, .. }
                | StmtKind::For { label, .. }
                | StmtKind::Switch { label, .. }
                | StmtKind::Labeled(label, _) => {
                    self.jumps.remove(&(*label, false));
                    self.jumps.remove(&(*label, true));
                }
                _ => {}
            });
        }
    }

    /// What is Java but not verified: the member is not supported, the others are.
    pub(super) fn refuse<T>(&mut self, what: &str, span: Span) -> L<T> {
        let text = format!("{what} (line {})", self.l.p.sources.position(span).line);
        self.unsupported = Some((text, span));
        Err(Failed)
    }

    fn throw(&mut self, e: &Expr, span: Span) -> L<()> {
        let rest = self.hoist(e)?;
        self.keep(&rest)?;
        let declared = match e.ty {
            Type::Class(c) => {
                let mine = &self.l.p.methods[self.method].throws;
                mine.iter().any(|m| self.l.p.is_subclass(c, *m))
            }
            _ => false,
        };
        let no = self.l.b.bool(false, self.at(span));
        if !declared {
            let name = self.l.p.type_name(e.ty);
            self.emit_noted(
                S::Assert(no),
                format!("this `throw` of `{name}` might be reached"),
                span,
            );
        }
        self.emit(S::Assume(no), span);
        Ok(())
    }

    // Jumps.

    fn new_label(&mut self, name: &str, span: Span) -> ivl::LabelId {
        let at = self.at(span);
        let name = format!("{name}_{}", self.labels.len());
        self.labels.push(ivl::Label { name, span: at })
    }

    pub(super) fn end_label(&mut self, span: Span) -> ivl::LabelId {
        if let Some(l) = self.end {
            return l;
        }
        let l = self.new_label("end", span);
        self.end = Some(l);
        l
    }

    fn jump(&mut self, to: (LabelId, bool), span: Span) {
        let label = match self.jumps.get(&to) {
            Some(l) => *l,
            None => {
                let name = if to.1 { "next" } else { "after" };
                let l = self.new_label(name, span);
                self.jumps.insert(to, l);
                l
            }
        };
        self.emit(S::Goto(label), span);
    }

    /// The place where jumps of a label arrive, if there are any.
    fn place_label(&mut self, to: (LabelId, bool), span: Span) {
        if let Some(l) = self.jumps.get(&to).copied() {
            self.emit(S::Label(l, Vec::new()), span);
        }
    }

    // Loops.

    /// Locals that a statement or the expressions change.
    fn changed(&self, body: &[&Stmt], more: &[&Expr]) -> Vec<LocalId> {
        let mut out = Vec::new();
        let mut visit = |e: &Expr| {
            let place = match &e.kind {
                ExprKind::Assign(p, _) => p,
                ExprKind::Compound { place, .. } | ExprKind::IncDec { place, .. } => place,
                _ => return,
            };
            if let Place::Local(l) = place {
                if !out.contains(l) {
                    out.push(*l);
                }
            }
        };
        body.iter().for_each(|s| s.walk(&mut visit));
        more.iter().for_each(|e| e.walk(&mut visit));
        out
    }

    /// The ranges of changed variables, then what the user wrote.
    fn invariants(&mut self, changed: &[LocalId], spec: &LoopSpec, span: Span) -> L<Vec<ExprId>> {
        let at = self.at(span);
        let mut out = Vec::new();
        for l in changed {
            if !self.locals.contains_key(l) {
                continue;
            }
            let ty = self.local_type(*l);
            let v = self.local(*l, span);
            if let Some(r) = self.l.in_range(v, ty, at) {
                out.push(self.assumed(r, at));
            }
        }
        for e in &spec.invariants {
            out.push(self.assertion(e)?);
        }
        Ok(out)
    }

    fn loop_statement(
        &mut self,
        label: LabelId,
        cond: Option<&Expr>,
        spec: &LoopSpec,
        body: &Stmt,
        update: &[Expr],
        span: Span,
    ) -> L<()> {
        let tail = std::mem::replace(&mut self.tail, false);
        let mut exprs: Vec<&Expr> = update.iter().collect();
        exprs.extend(cond);
        let changed = self.changed(&[body], &exprs);
        let invariants = self.invariants(&changed, spec, span)?;
        let decreases = self.measures(&spec.decreases)?;
        let effects = cond.is_some_and(|c| c.has_effect(self.l.p));
        let at = self.at(span);
        let condition = match cond {
            Some(c) if !effects => self.expr(c)?,
            _ => self.l.b.bool(true, at),
        };
        let ((), block) = self.in_block(|x| {
            if let (true, Some(c)) = (effects, cond) {
                let v = x.expr(c)?;
                let no = x.l.b.unary(ivl::UnOp::Not, v, at);
                let ((), leave) = x.in_block(|y| {
                    y.jump((label, false), span);
                    Ok(())
                })?;
                x.emit(S::If(no, leave, Vec::new()), span);
            }
            x.statement(body)?;
            x.place_label((label, true), span);
            for u in update {
                x.effect_statement(u)?;
            }
            Ok(())
        })?;
        self.emit(
            S::While(Box::new(ivl::Loop {
                condition,
                invariants,
                decreases,
                body: block,
            })),
            span,
        );
        self.place_label((label, false), span);
        self.tail = tail;
        Ok(())
    }

    /// `do s while (c)` is `s; while (c) s`, with the loop's invariant behind `s`.
    fn do_while(
        &mut self,
        label: LabelId,
        body: &Stmt,
        spec: &LoopSpec,
        cond: &Expr,
        span: Span,
    ) -> L<()> {
        let mut jumps = false;
        body.walk_stmts(&mut |s| {
            jumps |= matches!(s.kind, StmtKind::Continue(l) | StmtKind::Break(l) if l == label);
        });
        if jumps {
            return self.refuse("`break` or `continue` of a `do` loop", span);
        }
        let tail = std::mem::replace(&mut self.tail, false);
        self.statement(body)?;
        self.forget_labels(std::slice::from_ref(body));
        let out = self.loop_statement(label, Some(cond), spec, body, &[], span);
        self.tail = tail;
        out
    }

    /// A chain of conditionals; a group that falls through is followed by the
    /// next one's statements.
    fn switch(&mut self, label: LabelId, on: &Expr, cases: &[Case], span: Span) -> L<()> {
        let tail = std::mem::replace(&mut self.tail, false);
        let rest = self.hoist(on)?;
        let kept = self.keep(&rest)?;
        let mut conds = Vec::new();
        for c in cases {
            let mut any = None;
            for v in &c.values {
                let at = self.at(c.span);
                let x = self.pure(&kept)?;
                let v = self.constant(v, c.span)?;
                let eq = self.l.b.binary(B::Eq, x, v, at);
                any = Some(match any {
                    Some(a) => self.l.b.binary(B::Or, a, eq, at),
                    None => eq,
                });
            }
            conds.push(any);
        }
        // `default` is taken where no other label fits, wherever it stands.
        let mut otherwise = Vec::new();
        if let Some(d) = cases.iter().position(|c| c.default) {
            otherwise = self.case_body(label, &cases[d..], span)?;
        }
        for (i, cond) in conds.into_iter().enumerate().rev() {
            let Some(cond) = cond else { continue };
            let body = self.case_body(label, &cases[i..], span)?;
            let at = self.at(cases[i].span);
            let s = self.l.b.stmt(S::If(cond, body, otherwise), at);
            otherwise = vec![s];
        }
        self.block.extend(otherwise);
        self.place_label((label, false), span);
        self.tail = tail;
        Ok(())
    }

    /// The statements from a label on, up to the `break` at the end of a group.
    fn case_body(&mut self, label: LabelId, cases: &[Case], span: Span) -> L<Vec<StmtId>> {
        let ((), block) = self.in_block(|x| {
            for c in cases {
                let mut list = &c.body[..];
                let mut ends = false;
                if let Some((last, before)) = list.split_last() {
                    match last.kind {
                        StmtKind::Break(l) if l == label => {
                            list = before;
                            ends = true;
                        }
                        _ => ends = never_ends(last),
                    }
                }
                x.statements(list)?;
                x.forget_labels(list);
                if ends {
                    return Ok(());
                }
            }
            let _ = span;
            Ok(())
        })?;
        Ok(block)
    }
}

/// Whether control never goes on behind the statement.
fn never_ends(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Return(_) | StmtKind::Throw(_) | StmtKind::Break(_) | StmtKind::Continue(_) => {
            true
        }
        StmtKind::Block(list) => list.last().is_some_and(never_ends),
        StmtKind::If(_, a, Some(b)) => never_ends(a) && never_ends(b),
        _ => false,
    }
}
