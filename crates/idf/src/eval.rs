//! Evaluation of expressions (document 001, Figure 5).
//!
//! `eval(σ, e, Q)` of the document passes a term to a continuation; here it
//! returns the term. Where the document branches, both cases are evaluated under
//! their condition and joined: `c ? a : b` is `ite(c, a, b)`, and what was learned
//! in a case is assumed under its condition.

use crate::consume::RuleArgs;
use crate::engine::{At, Engine};
use crate::error::{ErrorKind, Fail, Reason, Res};
use crate::heap::{Heap, Place};
use crate::state::{Owner, Snap, State};
use ep_ivl::ast::{
    Access, BinOp, ExprId, ExprKind, FunctionId, Member, OldState, Permission, Resource, UnOp,
};
use ep_term::TermId;

/// The value of one case: the branches on the way to it, and what was learned.
pub struct Case {
    pub conditions: Vec<TermId>,
    pub learned: Vec<TermId>,
    pub value: TermId,
}

impl<'p> Engine<'p> {
    /// The value of a pure expression.
    pub fn eval(&mut self, st: &State, e: ExprId) -> Res<TermId> {
        let program = self.program;
        let expr = program.expr(e);
        match &expr.kind {
            ExprKind::Bool(b) => Ok(self.prover.pool.boolean(*b)),
            ExprKind::Int(n) => Ok(self.prover.pool.int(n.clone())),
            ExprKind::Null => Ok(self.logic.null),
            ExprKind::Var(v) => match st.store.get(*v) {
                Some(t) => Ok(t),
                None => self.unsupported("a variable that has no value here", expr.span),
            },
            ExprKind::Result => match st.result {
                Some(t) => Ok(t),
                None => self.unsupported("`result` outside of a postcondition", expr.span),
            },
            ExprKind::Unary(op, a) => {
                let t = self.eval(st, *a)?;
                let pool = &mut self.prover.pool;
                Ok(match op {
                    UnOp::Not => pool.not(t),
                    UnOp::Neg if pool.sort(t) == ep_term::Sort::Int => pool.int_neg(t),
                    UnOp::Neg => pool.real_neg(t),
                })
            }
            ExprKind::Binary(op, a, b) => match op {
                BinOp::And | BinOp::Or | BinOp::Implies => self.eval_lazy(st, *op, *a, *b),
                _ => self.eval_binary(st, *op, *a, *b),
            },
            ExprKind::Cond(c, a, b) => {
                let condition = self.eval(st, *c)?;
                self.eval_cond(st, condition, &mut |v| v.eval(st, *a), &mut |v| {
                    v.eval(st, *b)
                })
            }
            ExprKind::Let(v, value, body) => {
                let t = self.eval(st, *value)?;
                // A value that the body leaves out makes triggers match all the same.
                if !self.scope.under_binder() {
                    self.mention(t);
                }
                let mut inner = st.clone();
                inner.store.set(*v, t);
                self.eval(&inner, *body)
            }
            ExprKind::Quantified(binder) => self.eval_quantified(st, binder, e),
            ExprKind::Field(receiver, f) => self.eval_field(st, *receiver, Place::Field(*f), e),
            ExprKind::Call(f, args) => self.eval_call(st, *f, args, e),
            ExprKind::Apply(f, types, args) => self.eval_domain_call(st, *f, types, args, e),
            ExprKind::Old(at, inner) => {
                let heap = self.old_heap(st, *at, e)?;
                let old = State {
                    heap,
                    left: None,
                    ..st.clone()
                };
                self.eval(&old, *inner)
            }
            ExprKind::Unfolding(access, body) => self.eval_unfolding(st, access, *body, e),
            ExprKind::Asserting(assertion, body) => {
                self.prover.push();
                let checked = self.consume(st, *assertion, &mut |_, _, _| Ok(()));
                self.prover.pop();
                checked?;
                self.learn_pure(st, *assertion)?;
                self.eval(st, *body)
            }
            ExprKind::Using(call, body) => {
                self.use_function(st, *call)?;
                self.eval(st, *body)
            }
            ExprKind::InhaleExhale(a, b) => {
                let side = if st.produced && !st.exhaled { *a } else { *b };
                self.eval(st, side)
            }
            ExprKind::Perm(resource) => {
                let (place, args) = self.resource(st, resource)?;
                let heap = st.left.as_ref().unwrap_or(&st.heap);
                Ok(self.held(heap, place, &args))
            }
            ExprKind::ForPerm(vars, resource, body) => self.eval_forperm(st, vars, resource, *body),
            ExprKind::Amount(p) => match p {
                Permission::Full => Ok(self.logic.write),
                Permission::None => Ok(self.logic.none),
                Permission::Wildcard => {
                    let w = self.fresh("wildcard", ep_term::Sort::Real);
                    let positive = self.prover.pool.real_lt(self.logic.none, w);
                    self.prover.assume(positive);
                    Ok(w)
                }
                Permission::Epsilon => self.unsupported("`epsilon` is not supported", expr.span),
            },
            ExprKind::Collection(..)
            | ExprKind::Range(..)
            | ExprKind::Index(..)
            | ExprKind::Take(..)
            | ExprKind::Drop(..)
            | ExprKind::Update(..)
            | ExprKind::Size(..)
            | ExprKind::Map(..)
            | ExprKind::MapDomain(..)
            | ExprKind::MapRange(..) => self.eval_collection(st, e),
            ExprKind::Acc(_) => {
                self.unsupported("an access permission where a value is wanted", expr.span)
            }
            ExprKind::Untouched(_) => {
                self.unsupported("`untouched` where a value is wanted", expr.span)
            }
            ExprKind::Folding(..) => self.unsupported("`folding` is not supported yet", expr.span),
            ExprKind::Applying(wand, body) => self.eval_applying(st, *wand, *body),
            ExprKind::Wand(..) | ExprKind::Packaging(..) => {
                self.unsupported("a magic wand where a value is wanted", expr.span)
            }
            ExprKind::PredicateInstance(..) => {
                self.unsupported("a predicate instance where a value is wanted", expr.span)
            }
        }
    }

    /// The value of a part of an assertion that is produced: of inhale-exhale
    /// assertions in it, the side that is inhaled.
    pub fn eval_produced(&mut self, st: &State, e: ExprId) -> Res<TermId> {
        if !self.two_sided {
            return self.eval(st, e);
        }
        let produced = State {
            produced: true,
            ..st.clone()
        };
        self.eval(&produced, e)
    }

    /// All of the expressions in order.
    pub fn eval_all(&mut self, st: &State, es: &[ExprId]) -> Res<Vec<TermId>> {
        es.iter().map(|&e| self.eval(st, e)).collect()
    }

    /// `e.f`: the value of the chunk that matches.
    fn eval_field(&mut self, st: &State, receiver: ExprId, place: Place, e: ExprId) -> Res<TermId> {
        let t = self.eval(st, receiver)?;
        self.read_field(st, t, place, e)
    }

    /// See [`Engine::eval_field`]; the receiver is a term.
    pub fn read_field(&mut self, st: &State, t: TermId, place: Place, e: ExprId) -> Res<TermId> {
        if let Some(value) = self.read_in_trigger(st, t, place) {
            return Ok(value);
        }
        if !st.heap.iterated(place).is_empty() {
            return self.read_among(st, t, place, e);
        }
        if let Some(chunk) = self.find_chunk(st, &st.heap, place, &[t])? {
            let held = self.prover.pool.real_lt(self.logic.none, chunk.permission);
            if self.proves(st, held)? {
                return Ok(chunk.value);
            }
        }
        if self.prover.dead() {
            let sort = self.value_sort(place);
            return Ok(self.fresh("unreachable", sort));
        }
        // A receiver that is one of two: read each under its condition.
        if self.prover.pool.op(t) == ep_term::Op::Ite {
            let a = self.prover.pool.args(t).to_vec();
            return self.eval_cond(
                st,
                a[0],
                &mut |v| v.read_field(st, a[1], place, e),
                &mut |v| v.read_field(st, a[2], place, e),
            );
        }
        if let Some(value) = self.infer_read(st, t, place, e)? {
            return Ok(value);
        }
        let sum = self.held(&st.heap, place, &[t]);
        let held = self.prover.pool.real_lt(self.logic.none, sum);
        if self.prover.pool.as_bool(held) != Some(false) && self.proves(st, held)? {
            return self.read_one_of(st, t, place);
        }
        self.read_below(st, t, place, e)
    }

    /// The field was moved into the footprint of a wand, or is not there.
    fn read_below(&mut self, st: &State, t: TermId, place: Place, e: ExprId) -> Res<TermId> {
        if st.heap.outer().is_some() {
            if let Some(value) = self.read_transferred(st, t, place)? {
                return Ok(value);
            }
        }
        let fail = self.fail(st, Reason::InsufficientPermission, e);
        Err(self.with_consumer(fail, place, &[t]))
    }

    /// See [`Engine::read_field`], where iterated assertions are held.
    fn read_among(&mut self, st: &State, t: TermId, place: Place, e: ExprId) -> Res<TermId> {
        if let Some(chunk) = self.find_known(&st.heap, place, &[t]) {
            let held = self.prover.pool.real_lt(self.logic.none, chunk.permission);
            if self.prover.decide(held) == Some(true) {
                return Ok(chunk.value);
            }
        }
        if self.scope.unchecked() {
            let all = st.heap.iterated(place);
            let Some(c) = all.get(self.scope.chunk() % all.len().max(1)).cloned() else {
                return self.read_one_of(st, t, place);
            };
            return Ok(self.at_location(c.value, &c.args, &[t]));
        }
        let sum = self.held(&st.heap, place, &[t]);
        let held = self.prover.pool.real_lt(self.logic.none, sum);
        if self.proves(st, held)? {
            if !self.scope.under_binder() && !st.read_only {
                self.bound_at(&st.heap, place, &[t]);
            }
            return Ok(self.value_at(&st.heap, place, &[t]));
        }
        self.read_below(st, t, place, e)
    }

    /// There is permission, but in which chunk depends on what is not known.
    fn read_one_of(&mut self, st: &State, t: TermId, place: Place) -> Res<TermId> {
        let sort = self.value_sort(place);
        let mut value = self.fresh("value", sort);
        for chunk in st.heap.of(place).cloned().collect::<Vec<_>>() {
            let pool = &mut self.prover.pool;
            let same = pool.eq(chunk.args[0], t);
            let held = pool.real_lt(self.logic.none, chunk.permission);
            let here = pool.and(same, held);
            value = pool.ite(here, chunk.value, value);
        }
        Ok(value)
    }

    /// The heap that `old` looks at.
    pub fn old_heap(&mut self, st: &State, at: OldState, e: ExprId) -> Res<Heap> {
        match at {
            OldState::Pre => Ok(st.old.clone()),
            OldState::Label(l) => match st.labels.get(&l) {
                Some(heap) => Ok(heap.clone()),
                None => Err(self.fail(st, Reason::LabelledStateNotReached, e)),
            },
            OldState::Lhs => match &st.lhs {
                Some(heap) => Ok(heap.clone()),
                None => self.unsupported("`old[lhs]` here", self.program.expr(e).span),
            },
        }
    }

    /// `a && b`, `a || b`, `a ==> b`: the right side is looked at only where the
    /// left one does not decide.
    fn eval_lazy(&mut self, st: &State, op: BinOp, a: ExprId, b: ExprId) -> Res<TermId> {
        let left = self.eval(st, a)?;
        let yes = self.prover.pool.tru();
        let no = self.prover.pool.fls();
        match op {
            BinOp::And => self.eval_cond(st, left, &mut |v| v.eval(st, b), &mut |_| Ok(no)),
            BinOp::Or => self.eval_cond(st, left, &mut |_| Ok(yes), &mut |v| v.eval(st, b)),
            _ => self.eval_cond(st, left, &mut |v| v.eval(st, b), &mut |_| Ok(yes)),
        }
    }

    /// Both values under their conditions, joined. What is known decides.
    pub fn eval_cond(
        &mut self,
        _st: &State,
        condition: TermId,
        then: &mut dyn FnMut(&mut Self) -> Res<TermId>,
        otherwise: &mut dyn FnMut(&mut Self) -> Res<TermId>,
    ) -> Res<TermId> {
        match self.prover.decide(condition) {
            Some(true) => return then(self),
            Some(false) => return otherwise(self),
            None => {}
        }
        let denied = self.prover.pool.not(condition);
        let a = self.under(condition, then)?;
        let b = self.under(denied, otherwise)?;
        Ok(match (a, b) {
            (Some(a), Some(b)) => self.prover.pool.ite(condition, a, b),
            (Some(a), None) => a,
            (None, Some(b)) => b,
            (None, None) => self.prover.pool.tru(),
        })
    }

    /// The value under a condition; `None` when the condition cannot hold.
    fn under(
        &mut self,
        condition: TermId,
        run: &mut dyn FnMut(&mut Self) -> Res<TermId>,
    ) -> Res<Option<TermId>> {
        self.prover.push();
        let mark = self.prover.entries().len();
        self.prover.assume_branch(condition);
        if self.prover.dead() {
            self.prover.pop();
            return Ok(None);
        }
        let value = run(self);
        let learned = self.learned_since(mark);
        self.prover.pop();
        let value = match value {
            Err(Fail::Unreachable) => return Ok(None),
            other => other?,
        };
        self.assume_all_under(&[condition], &learned);
        Ok(Some(value))
    }

    /// Entries after the mark that are no branches.
    pub fn learned_since(&self, mark: usize) -> Vec<TermId> {
        let entries = &self.prover.entries()[mark..];
        entries
            .iter()
            .filter(|e| !e.branch)
            .map(|e| e.term)
            .collect()
    }

    /// Assumes the facts, each under all of the conditions.
    pub fn assume_all_under(&mut self, conditions: &[TermId], facts: &[TermId]) {
        for &f in facts {
            let mut t = f;
            for &c in conditions.iter().rev() {
                t = self.prover.pool.implies(c, t);
            }
            self.assume(t);
        }
    }

    /// Paths that did not come to a case are not possible (or their error was recorded),
    /// so one of the cases holds.
    pub fn assume_some_case(&mut self, cases: &[Case]) {
        let mut any = self.prover.pool.fls();
        for case in cases {
            let mut all = self.prover.pool.tru();
            for &c in &case.conditions {
                all = self.prover.pool.and(all, c);
            }
            any = self.prover.pool.or(any, all);
        }
        self.assume(any);
    }

    /// Joins the values of cases that exclude each other; `None` without a case.
    pub fn join_cases(&mut self, cases: Vec<Case>) -> Option<TermId> {
        let mut joined: Option<TermId> = None;
        for case in cases.into_iter().rev() {
            self.assume_all_under(&case.conditions, &case.learned);
            joined = Some(match joined {
                None => case.value,
                Some(other) => {
                    let pool = &mut self.prover.pool;
                    let mut all = pool.tru();
                    for &c in &case.conditions {
                        all = pool.and(all, c);
                    }
                    pool.ite(all, case.value, other)
                }
            });
        }
        joined
    }

    /// A continuation's state as a case since the mark.
    pub fn case(&self, mark: usize, value: TermId) -> Case {
        let entries = &self.prover.entries()[mark..];
        Case {
            conditions: entries
                .iter()
                .filter(|e| e.branch)
                .map(|e| e.term)
                .collect(),
            learned: entries
                .iter()
                .filter(|e| !e.branch)
                .map(|e| e.term)
                .collect(),
            value,
        }
    }

    /// `f(args)`: the precondition holds, and the value is `f` of its snapshot and
    /// the arguments.
    fn eval_call(&mut self, st: &State, f: FunctionId, args: &[ExprId], e: ExprId) -> Res<TermId> {
        let program = self.program;
        let terms = self.eval_all(st, args)?;
        self.apply_function(st, f, &terms, e, program.expr(e).span)
    }

    /// See [`Engine::eval_call`]; the arguments are terms.
    pub fn apply_function(
        &mut self,
        st: &State,
        f: FunctionId,
        terms: &[TermId],
        e: ExprId,
        span: ep_base::Span,
    ) -> Res<TermId> {
        let program = self.program;
        let function = &program.functions[f];
        let mut inner = self.state_of(Owner::Member(Member::Function(f)));
        inner.heap = st.heap.clone();
        inner.old = st.old.clone();
        inner.read_only = true;
        for (&p, &t) in function.params.iter().zip(terms) {
            inner.store.set(p, t);
        }
        let note = program.expr(e).note;
        let snapshot = self.blaming(ErrorKind::ApplicationPrecondition, span, note, |v| {
            v.snapshot_of_all(&inner, &function.pres)
        })?;
        self.check_function_termination(st, f, terms, &inner, e)?;
        let symbol = self.logic.function(&mut self.prover.pool, program, f);
        let mut all = vec![snapshot];
        all.extend_from_slice(terms);
        let app = self.prover.pool.apply(symbol, &all);
        if self.options.infer_use {
            self.instantiate(f, app);
        } else {
            self.instantiate_posts(f, app);
        }
        Ok(app)
    }

    /// `unfolding q(args) in e`: the chunk is replaced by the body, for `e` only.
    fn eval_unfolding(
        &mut self,
        st: &State,
        access: &Access,
        body: ExprId,
        e: ExprId,
    ) -> Res<TermId> {
        self.unfolding_for(st, access, body, e, &mut |v, inner| v.eval(inner, body))
    }

    /// See [`Engine::eval_unfolding`]; how the body is evaluated is given.
    pub fn unfolding_for(
        &mut self,
        st: &State,
        access: &Access,
        body: ExprId,
        e: ExprId,
        run: &mut dyn FnMut(&mut Self, &State) -> Res<TermId>,
    ) -> Res<TermId> {
        if let Resource::Predicate(p, _) = &access.resource {
            // A predicate whose body unfolds the predicate would not end: once inside of
            // itself is as far as it goes.
            if self.unfolding.iter().filter(|q| *q == p).count() > 1 {
                let sort = self.sort(self.program.expr(body).ty);
                return Ok(self.fresh("unfolded", sort));
            }
        }
        let mark = self.prover.entries().len();
        let mut cases: Vec<Case> = Vec::new();
        self.prover.push();
        let at = self.at(e);
        let what = self.resource(st, &access.resource)?;
        let amount = self.amount(st, access)?;
        let wild = st.wild || self.is_wildcard(access);
        let earlier = self.walk.transferred.len();
        let result = self.unfold_access(st, access, at, &mut |v, opened| {
            let inner = State {
                scale: st.scale,
                read_only: st.read_only,
                store: st.store.clone(),
                ..opened.clone()
            };
            v.termination.opened.push(what.clone());
            let moved = v.walk.transferred.clone();
            if !wild {
                v.open_transferred(earlier, what.0, &what.1, amount);
            }
            // Where nothing is taken out (in functions) the sum is that of no state.
            if !wild && !st.read_only && !v.scope.unchecked() {
                v.tell_opened_apart(&st.heap, &inner.heap);
            }
            let value = run(v, &inner);
            v.walk.transferred = moved;
            v.termination.opened.pop();
            let case = v.case(mark, value?);
            cases.push(case);
            Ok(())
        });
        self.prover.pop();
        result?;
        self.assume_some_case(&cases);
        // Without a case there is no such state: where this is one side of a condition, the
        // value is that of the other, and a function's definition keeps no symbol for it.
        self.join_cases(cases).ok_or(Fail::Unreachable)
    }

    /// Takes the predicate of an access out of the heap and produces its body.
    pub fn unfold_access(
        &mut self,
        st: &State,
        access: &Access,
        at: At,
        q: &mut dyn FnMut(&mut Self, &State) -> Res<()>,
    ) -> Res<()> {
        let Resource::Predicate(p, _) = &access.resource else {
            return self.unsupported("unfolding of what is no predicate", at.span);
        };
        self.check_budget()?;
        let (place, args) = self.resource(st, &access.resource)?;
        let amount = self.amount(st, access)?;
        self.require_positive(st, access, amount, at)?;
        let wild = st.wild || self.is_wildcard(access);
        let taker = State { wild, ..st.clone() };
        let since = self.content_since(&st.heap, place, &args);
        let what = RuleArgs {
            place,
            args: &args,
            amount,
            at,
        };
        self.consume_chunk(&taker, &st.heap, what, &mut |v, heap, snapshot| {
            let predicate = &v.program.predicates[*p];
            let Some(body) = predicate.body else {
                return v.unsupported("unfolding of a predicate without a body", at.span);
            };
            let mut inner = v.state_of(Owner::Member(Member::Predicate(*p)));
            inner.heap = heap.clone();
            inner.old = st.old.clone();
            inner.read_only = st.read_only;
            inner.scale = amount;
            inner.since = since;
            for (&param, &t) in predicate.params.iter().zip(&args) {
                inner.store.set(param, t);
            }
            v.revealed(snapshot);
            v.unfolding.push(*p);
            let depth = v.unfolding.len();
            let result = v.produce(&inner, Snap::Of(snapshot), body, &mut |v, produced| {
                let after = State {
                    heap: produced.heap.clone(),
                    ..st.clone()
                };
                let inside = v.unfolding.split_off(depth - 1);
                let result = q(v, &after);
                v.unfolding.truncate(depth - 1);
                v.unfolding.extend(inside);
                result
            });
            v.unfolding.truncate(depth - 1);
            result
        })
    }

    /// The amount of an access, with the scale of the state.
    pub fn amount(&mut self, st: &State, access: &Access) -> Res<TermId> {
        let t = match access.amount {
            None => self.logic.write,
            Some(e) => {
                let t = self.eval(st, e)?;
                self.as_real(t)
            }
        };
        Ok(self.scaled(st, t))
    }

    /// A written amount is no negative number. Where every permission is only
    /// some or none (functions), it is what was written that is looked at.
    pub fn not_negative(
        &mut self,
        st: &State,
        access: &Access,
        amount: TermId,
        e: ExprId,
    ) -> Res<()> {
        let Some(written) = access.amount else {
            return Ok(());
        };
        let amount = match st.read_only {
            true => {
                let t = self.eval(st, written)?;
                self.as_real(t)
            }
            false => amount,
        };
        if self.positive_literal(amount) {
            return Ok(());
        }
        let enough = self.prover.pool.real_le(self.logic.none, amount);
        match self.proves(st, enough)? {
            true => Ok(()),
            false => Err(self.fail(st, Reason::NegativePermission, access.amount.unwrap_or(e))),
        }
    }

    /// An integer amount (`acc(x.f, 1)`) as a real.
    pub fn as_real(&mut self, t: TermId) -> TermId {
        match self.prover.pool.sort(t) {
            ep_term::Sort::Int => self.prover.pool.int2real(t),
            _ => t,
        }
    }

    fn scaled(&mut self, st: &State, t: TermId) -> TermId {
        if st.read_only {
            let pool = &mut self.prover.pool;
            let positive = pool.real_lt(self.logic.none, t);
            return pool.ite(positive, self.some, self.logic.none);
        }
        if st.scale == self.logic.write {
            return t;
        }
        if t == self.logic.write {
            return st.scale;
        }
        self.prover.pool.real_mul(st.scale, t)
    }

    fn require_positive(&mut self, st: &State, access: &Access, amount: TermId, at: At) -> Res<()> {
        let positive = self.prover.pool.real_lt(self.logic.none, amount);
        if self.proves(st, positive)? {
            return Ok(());
        }
        let at = access.amount.map_or(at, |a| self.at(a));
        let reason = if st.read_only {
            Reason::InsufficientPermission
        } else {
            Reason::PermissionNotPositive
        };
        Err(self.fail_here(st, reason, at))
    }
}
