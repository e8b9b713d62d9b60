//! Consumption of assertions (document 001, Figure 7): facts are proved and chunks
//! taken out of the heap.
//!
//! Expressions are evaluated in the heap before (H); chunks are taken from what
//! remains (H₂). The continuation gets the state with the path as it was, what
//! remains, and the snapshot of what was taken (`unit` where everything is pure).

use crate::engine::{At, Engine};
use crate::error::{missing, Fail, Reason, Res};
use crate::heap::{Chunk, Heap, Place, Wanted};
use crate::state::State;
use crate::walk::Taken;
use crate::wand_shapes::wand_access;
use ep_ivl::ast::{Access, BinOp, ExprId, ExprKind};
use ep_term::TermId;

/// What remains to be done: the engine, H₂, and the snapshot.
pub type Taking<'a, 'p> = &'a mut dyn FnMut(&mut Engine<'p>, &Heap, TermId) -> Res<()>;

/// What a rule takes, and where the program says so.
#[derive(Clone, Copy)]
pub struct RuleArgs<'a> {
    pub place: Place,
    pub args: &'a [TermId],
    pub amount: TermId,
    pub at: At,
}

impl<'p> Engine<'p> {
    /// Takes what the assertion says out of the state's heap.
    pub fn consume(&mut self, st: &State, e: ExprId, q: Taking<'_, 'p>) -> Res<()> {
        self.consume_from(st, &st.heap, e, q)
    }

    /// All of the assertions in order, as if they were one conjunction. The blame is
    /// given the place of each one where it has none of its own.
    pub fn consume_all(&mut self, st: &State, es: &[ExprId], q: Taking<'_, 'p>) -> Res<()> {
        self.consume_list(st, &st.heap, es, q)
    }

    fn consume_list(
        &mut self,
        st: &State,
        rest: &Heap,
        es: &[ExprId],
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let Some((&first, others)) = es.split_first() else {
            let unit = self.logic.unit;
            return q(self, rest, unit);
        };
        let blame = self.blame;
        if blame.span.is_none() {
            self.blame.span = self.program.expr(first).span;
        }
        let x = self.carries(first);
        let y = others.iter().any(|&e| self.carries(e));
        let result = self.consume_from(st, rest, first, &mut |v, rest, s1| {
            v.blame = blame;
            v.consume_list(st, rest, others, &mut |v, rest, s2| {
                let s = v.join_parts(x, y, s1, s2);
                q(v, rest, s)
            })
        });
        self.blame = blame;
        result
    }

    fn join_parts(&mut self, x: bool, y: bool, s1: TermId, s2: TermId) -> TermId {
        match (x, y) {
            (true, true) => self.logic.combine(&mut self.prover.pool, s1, s2),
            (true, false) => s1,
            (false, true) => s2,
            (false, false) => self.logic.unit,
        }
    }

    /// `consume'` of the figure.
    pub fn consume_from(
        &mut self,
        st: &State,
        rest: &Heap,
        e: ExprId,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        if self.dead_end() {
            return Ok(());
        }
        let program = self.program;
        let expr = program.expr(e);
        let unit = self.logic.unit;
        match &expr.kind {
            ExprKind::Binary(BinOp::And, a, b) => {
                let (x, y) = (self.carries(*a), self.carries(*b));
                self.consume_from(st, rest, *a, &mut |v, rest, s1| {
                    v.consume_from(st, rest, *b, &mut |v, rest, s2| {
                        let s = v.join_parts(x, y, s1, s2);
                        q(v, rest, s)
                    })
                })
            }
            ExprKind::Acc(access) => self.consume_access(st, rest, access, e, q),
            ExprKind::Binary(BinOp::Implies, c, a) if self.branches(*a) => {
                let t = self.eval_while_taking(st, rest, *c)?;
                self.consume_cases(st, rest, t, Some(*a), None, q)
            }
            ExprKind::Cond(c, a, b) if self.branches(*a) || self.branches(*b) => {
                let t = self.eval_while_taking(st, rest, *c)?;
                self.consume_cases(st, rest, t, Some(*a), Some(*b), q)
            }
            ExprKind::Let(x, value, body) if self.branches(*body) => {
                let t = self.eval(st, *value)?;
                let mut inner = st.clone();
                inner.store.set(*x, t);
                self.consume_from(&inner, rest, *body, q)
            }
            ExprKind::InhaleExhale(_, b) => self.consume_from(st, rest, *b, q),
            ExprKind::Untouched(a) => {
                let before = State {
                    heap: st.old.clone(),
                    ..st.clone()
                };
                let now = self.snapshot_of(st, *a)?;
                let then = self.snapshot_of(&before, *a)?;
                if let (Some(x), Some(y)) = (now, then) {
                    let same = self.prover.pool.eq(x, y);
                    if !self.proves(st, same)? {
                        return Err(self.fail(st, Reason::AssertionFalse, e));
                    }
                }
                q(self, rest, unit)
            }
            ExprKind::Wand(..) => {
                let access = wand_access(e);
                self.consume_access(st, rest, &access, e, q)
            }
            ExprKind::Quantified(binder) if expr.impure => {
                self.consume_iterated(st, rest, binder, e, q)
            }
            _ if expr.impure && !matches!(expr.kind, ExprKind::Unfolding(..)) => self.unsupported(
                "permissions under this operator are not supported",
                expr.span,
            ),
            _ => {
                if self.looks_at_permissions(e) {
                    let looking = State {
                        left: Some(rest.clone()),
                        ..st.clone()
                    };
                    self.prove_or_record(&looking, e)?;
                } else {
                    self.prove_or_record(st, e)?;
                }
                if self.dead_end() {
                    return Ok(());
                }
                q(self, rest, unit)
            }
        }
    }

    fn consume_cases(
        &mut self,
        st: &State,
        rest: &Heap,
        condition: TermId,
        a: Option<ExprId>,
        b: Option<ExprId>,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let unit = self.logic.unit;
        let q = std::cell::RefCell::new(q);
        let side = |v: &mut Self, e: Option<ExprId>| -> Res<()> {
            let mut q = q.borrow_mut();
            match e {
                Some(e) => v.consume_from(st, rest, e, &mut **q),
                None => q(v, rest, unit),
            }
        };
        self.branch(st, condition, &mut |v| side(v, a), &mut |v| side(v, b))
    }

    /// `acc(e.f, p)` and `acc(q(args), p)`
    pub fn consume_access(
        &mut self,
        st: &State,
        rest: &Heap,
        access: &Access,
        e: ExprId,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let (place, args) = self.resource(st, &access.resource)?;
        let amount = self.amount(st, access)?;
        self.not_negative(st, access, amount, e)?;
        let at = self.at(e);
        let wild = st.wild || self.is_wildcard(access);
        let taker = State { wild, ..st.clone() };
        let what = RuleArgs {
            place,
            args: &args,
            amount,
            at,
        };
        self.consume_chunk(&taker, rest, what, &mut |v, rest, value| {
            let s = v.logic.wrapped(&mut v.prover.pool, value);
            q(v, rest, s)
        })
    }

    /// A conjunct that does not hold is an error; the path goes on as if it did.
    fn prove_or_record(&mut self, st: &State, e: ExprId) -> Res<()> {
        match self.prove_conjuncts(st, e) {
            Err(Fail::Error(error))
                if !self.scope.probing() && error.reason == Reason::AssertionFalse =>
            {
                if error.at != self.program.expr(e).span {
                    return Err(Fail::Error(error));
                }
                self.record(*error);
                let t = self.eval(st, e)?;
                self.assume(t);
                Ok(())
            }
            other => other,
        }
    }

    /// The value of a condition; `perm` and `forperm` look at what is left.
    fn eval_while_taking(&mut self, st: &State, rest: &Heap, c: ExprId) -> Res<TermId> {
        match self.looks_at_permissions(c) {
            true => {
                let looking = State {
                    left: Some(rest.clone()),
                    ..st.clone()
                };
                self.eval(&looking, c)
            }
            false => self.eval(st, c),
        }
    }

    /// Contains `perm` or `forperm`.
    pub fn looks_at_permissions(&self, e: ExprId) -> bool {
        let mut found = false;
        self.program.walk_expr(e, &mut |_, x| {
            found |= matches!(x.kind, ExprKind::Perm(_) | ExprKind::ForPerm(..));
            !found
        });
        found
    }

    /// The amount is, or contains, a wildcard.
    pub fn is_wildcard(&self, access: &Access) -> bool {
        use ep_ivl::ast::Permission;
        let mut found = false;
        if let Some(amount) = access.amount {
            self.program.walk_expr(amount, &mut |_, x| {
                found |= x.kind == ExprKind::Amount(Permission::Wildcard);
                !found
            });
        }
        found
    }

    /// Some positive amount that leaves something.
    fn consume_wildcard(
        &mut self,
        st: &State,
        rest: &Heap,
        what: RuleArgs<'_>,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let RuleArgs {
            place,
            args,
            amount,
            at: e,
        } = what;
        let pool = &mut self.prover.pool;
        let wanted = pool.real_lt(self.logic.none, amount);
        if let Some(chunk) = self.find_chunk(st, rest, place, args)? {
            let pool = &mut self.prover.pool;
            let held = pool.real_lt(self.logic.none, chunk.permission);
            let enough = pool.implies(wanted, held);
            if self.proves(st, enough)? {
                let pool = &mut self.prover.pool;
                let less = pool.real_lt(amount, chunk.permission);
                let less = pool.implies(wanted, less);
                // The same once more, in the form that the amount left is asked about.
                let left = pool.real_sub(chunk.permission, amount);
                let some = pool.real_lt(self.logic.none, left);
                let some = pool.implies(wanted, some);
                self.assume(less);
                self.assume(some);
                let mut rest = rest.clone();
                self.reduce(&mut rest, &chunk, amount);
                let value = self.value_if(wanted, chunk.value);
                return q(self, &rest, value);
            }
        }
        let denied = self.prover.pool.not(wanted);
        if self.proves(st, denied)? {
            let sort = self.value_sort(place);
            let value = self.fresh("nothing", sort);
            return q(self, rest, value);
        }
        if let Some(outer) = rest.outer().filter(|_| !self.scope.retrying()).cloned() {
            return self.consume_below(st, rest, &outer, what, q);
        }
        let fail = self.fail_here(st, missing(place), e);
        Err(self.with_consumer(fail, place, args))
    }

    /// Takes the amount out of the chunks of the location; the continuation gets the
    /// value (of a field, in its own sort) or the snapshot.
    pub fn consume_chunk(
        &mut self,
        st: &State,
        rest: &Heap,
        what: RuleArgs<'_>,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let RuleArgs {
            place,
            args,
            amount,
            ..
        } = what;
        if !rest.iterated(place).is_empty() {
            return self.consume_among(st, rest, what, q);
        }
        if st.wild && !st.read_only {
            return self.consume_wildcard(st, rest, what, q);
        }
        if let Some(chunk) = self.find_chunk(st, rest, place, args)? {
            let enough = if st.read_only {
                let pool = &mut self.prover.pool;
                let wanted = pool.real_lt(self.logic.none, amount);
                let held = pool.real_lt(self.logic.none, chunk.permission);
                pool.implies(wanted, held)
            } else {
                self.prover.pool.real_le(amount, chunk.permission)
            };
            if self.proves(st, enough)? {
                let mut rest = rest.clone();
                if st.whole {
                    rest.remove(&chunk);
                } else if !st.read_only {
                    self.reduce(&mut rest, &chunk, amount);
                }
                self.walk.taken.push(Taken {
                    place,
                    args: chunk.args.clone(),
                    by: self.blame.span,
                });
                let wanted = self.prover.pool.real_lt(self.logic.none, amount);
                let value = self.value_if(wanted, chunk.value);
                return q(self, &rest, value);
            }
        }
        if self.dead_end() {
            return Ok(());
        }
        if !st.whole {
            if let Some((rest, value)) = self.gather(st, rest, place, args, amount)? {
                let wanted = self.prover.pool.real_lt(self.logic.none, amount);
                let value = self.value_if(wanted, value);
                return q(self, &rest, value);
            }
        }
        // Nothing is wanted: nothing needs to be there.
        let nothing = self.prover.pool.eq(amount, self.logic.none);
        if self.prover.pool.as_bool(nothing) != Some(false) && self.proves(st, nothing)? {
            let sort = self.value_sort(place);
            let value = self.fresh("nothing", sort);
            return q(self, rest, value);
        }
        self.consume_split(st, rest, what, q)
    }

    /// Takes from a single chunk that surely has enough, or from all chunks together
    /// with those of iterated assertions.
    fn consume_among(
        &mut self,
        st: &State,
        rest: &Heap,
        what: RuleArgs<'_>,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let RuleArgs {
            place,
            args,
            amount,
            at: e,
        } = what;
        if st.whole {
            return self.unsupported("a heap measure over iterated permissions", e.span);
        }
        let wanted = self.prover.pool.real_lt(self.logic.none, amount);
        if let Some(chunk) = self.find_known(rest, place, args).filter(|_| !st.wild) {
            let enough = self.prover.pool.real_le(amount, chunk.permission);
            if self.prover.decide(enough) == Some(true) && !st.read_only {
                let mut rest = rest.clone();
                self.reduce(&mut rest, &chunk, amount);
                let value = self.value_if(wanted, chunk.value);
                return q(self, &rest, value);
            }
        }
        let all = Wanted {
            place,
            args,
            amount,
            wild: st.wild,
        };
        if let Some((rest, value)) = self.gather_from_all(st, rest, all)? {
            self.walk.taken.push(Taken {
                place,
                args: args.iter().copied().collect(),
                by: self.blame.span,
            });
            let value = self.value_if(wanted, value);
            return q(self, &rest, value);
        }
        if self.dead_end() {
            return Ok(());
        }
        let denied = self.prover.pool.not(wanted);
        if self.prover.pool.as_bool(denied) != Some(false) && self.proves(st, denied)? {
            let sort = self.value_sort(place);
            let value = self.fresh("nothing", sort);
            return q(self, rest, value);
        }
        self.consume_split(st, rest, what, q)
    }

    /// The value of a location of which some permission is taken. What takes none of it
    /// does not depend on the value: a predicate that holds nothing has the same
    /// snapshot whatever stands there.
    fn value_if(&mut self, wanted: TermId, value: TermId) -> TermId {
        if self.prover.decide(wanted) == Some(true) {
            return value;
        }
        let sort = self.prover.pool.sort(value);
        let other = self.fresh("nothing", sort);
        self.prover.pool.ite(wanted, value, other)
    }

    /// What is tried before the error: a receiver that is one of two is looked at case
    /// by case, a missing predicate is closed, a missing field is looked for in a
    /// predicate that can be opened.
    fn consume_split(
        &mut self,
        st: &State,
        rest: &Heap,
        what: RuleArgs<'_>,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let RuleArgs {
            place,
            args,
            amount,
            at: e,
        } = what;
        let split = args.iter().position(|&a| {
            self.prover.pool.op(a) == ep_term::Op::Ite
                && self.prover.decide(self.prover.pool.args(a)[0]).is_none()
        });
        if let Some(i) = split {
            let parts = self.prover.pool.args(args[i]).to_vec();
            let q = std::cell::RefCell::new(q);
            let side = |v: &mut Self, t: TermId| {
                let mut args = args.to_vec();
                args[i] = t;
                let mut q = q.borrow_mut();
                let what = RuleArgs {
                    args: &args,
                    ..what
                };
                v.consume_chunk(st, rest, what, &mut **q)
            };
            return self.branch(st, parts[0], &mut |v| side(v, parts[1]), &mut |v| {
                side(v, parts[2])
            });
        }
        if let Some(outer) = rest.outer().filter(|_| !self.scope.retrying()).cloned() {
            return self.consume_below(st, rest, &outer, what, q);
        }
        self.not_closed = None;
        if let Place::Predicate(p) = place {
            if self.can_close(st, rest, p, args, amount)? {
                return self.close_and_consume(st, rest, p, args, amount, q);
            }
        } else if let (Place::Field(_), Some(&receiver)) = (place, args.first()) {
            if let Some(chunk) = self.opening_for(st, rest, receiver, place)? {
                return self.open_for(st, rest, &chunk, &mut |v, rest| {
                    v.consume_chunk(st, rest, what, q)
                });
            }
        }
        let fail = self.fail_here(st, missing(place), e);
        let fail = self.with_inside(fail);
        Err(self.with_consumer(fail, place, args))
    }

    /// Takes the amount out of a chunk that has enough.
    pub fn reduce(&mut self, rest: &mut Heap, chunk: &Chunk, amount: TermId) {
        if chunk.permission == amount {
            rest.remove(chunk);
            return;
        }
        let left = self.prover.pool.real_sub(chunk.permission, amount);
        if left == self.logic.none {
            rest.remove(chunk);
            return;
        }
        let reduced = Chunk {
            permission: left,
            ..chunk.clone()
        };
        rest.replace(chunk, reduced);
    }

    /// The amount from several chunks that may be of this location, each as far as
    /// it is. `None` if that is not enough. The value is that of the location where
    /// something is wanted.
    pub fn gather(
        &mut self,
        st: &State,
        rest: &Heap,
        place: Place,
        args: &[TermId],
        amount: TermId,
    ) -> Res<Option<(Heap, TermId)>> {
        let mut candidates = Vec::new();
        for chunk in rest.of(place).cloned().collect::<Vec<_>>() {
            let e = self.same_args(&chunk.args, args);
            match self.prover.decide(e) {
                Some(false) => {}
                Some(true) => candidates.push((self.prover.pool.tru(), chunk)),
                None => candidates.push((e, chunk)),
            }
        }
        if candidates.is_empty() {
            return Ok(None);
        }
        let held = self.held(rest, place, args);
        let pool = &mut self.prover.pool;
        let enough = if st.read_only {
            let wanted = pool.real_lt(self.logic.none, amount);
            let some = pool.real_lt(self.logic.none, held);
            pool.implies(wanted, some)
        } else {
            pool.real_le(amount, held)
        };
        if !self.proves(st, enough)? {
            return Ok(None);
        }
        let mut left = rest.clone();
        let mut wanted = amount;
        let mut value = None;
        for (e, chunk) in candidates {
            let none = self.logic.none;
            let pool = &mut self.prover.pool;
            // min(wanted, what is here), if it is this location.
            let all = pool.real_le(chunk.permission, wanted);
            let most = pool.ite(all, chunk.permission, wanted);
            let taken = pool.ite(e, most, none);
            wanted = pool.real_sub(wanted, taken);
            let remains = pool.real_sub(chunk.permission, taken);
            let held = pool.real_lt(none, chunk.permission);
            let here = pool.and(e, held);
            // There is enough, so what is in none of the others is in the first one.
            value = Some(match value {
                Some(other) => pool.ite(here, chunk.value, other),
                None => chunk.value,
            });
            if st.read_only {
                continue;
            }
            if remains == none {
                left.remove(&chunk);
                continue;
            }
            let changed = Chunk {
                permission: remains,
                ..chunk.clone()
            };
            left.replace(&chunk, changed);
        }
        Ok(value.map(|v| (left, v)))
    }
}
