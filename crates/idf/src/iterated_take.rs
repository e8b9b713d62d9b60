//! Taking permissions where iterated assertions are held.
//!
//! Idea: that there is enough is one question about new symbols for the variables of
//! what is taken: the amount is at most the sum of what all chunks hold there. Then
//! each chunk gives what it has until nothing is wanted, as functions of the
//! location: `min(held, wanted)`; a chunk whose amount is the very term that is
//! wanted goes first and alone. A whole permission to a field leaves nothing, which
//! keeps terms small. Of single locations the same is done for one location.
//! Source: CAV 2016, section 3.3 (the greedy removal), with the check first.
//! Cost: one question, and one with a small limit per chunk that may be empty.

use crate::consume::Taking;
use crate::engine::Engine;
use crate::error::{missing, Fail, Reason, Res};
use crate::heap::{Args, Chunk, Heap, Place, Wanted};
use crate::iterated::{Share, Spread};
use crate::state::State;
use ep_ivl::ast::{Binder, ExprId, VarId};
use ep_term::TermId;

impl<'p> Engine<'p> {
    /// Takes what a quantified assertion says; expressions are evaluated in the
    /// state's heap, chunks taken from what remains.
    pub fn consume_iterated(
        &mut self,
        st: &State,
        rest: &Heap,
        binder: &Binder,
        e: ExprId,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let Some(parts) = self.parts_of(binder, false) else {
            let span = self.program.expr(e).span;
            return self.unsupported("permissions under this quantifier", span);
        };
        let mut rest = rest.clone();
        let mut snapshots = Vec::new();
        for part in &parts {
            let looking = State {
                left: Some(rest.clone()),
                ..st.clone()
            };
            if part.impure {
                let Some(spread) = self.spread(&looking, part)? else {
                    snapshots.push(self.logic.unit);
                    continue;
                };
                let share = self.share(st, &spread, part.leaf)?;
                // What remains of a single chunk is a choice by its receiver.
                let single: Vec<Chunk> = rest.of(share.place).cloned().collect();
                self.tell_apart(&single);
                let (left, s) = self.take_share(st, &rest, &spread, &share, part.leaf)?;
                rest = left;
                snapshots.push(s);
            } else {
                let t = self.pure_part(&looking, part)?;
                if !self.proves(st, t)? && !self.proves_by_the_past(st, t)? {
                    let fail = self.fail(st, Reason::AssertionFalse, part.leaf);
                    match fail {
                        Fail::Error(error) if !self.scope.probing() => {
                            self.record(*error);
                        }
                        other => return Err(other),
                    }
                }
                self.assume(t);
            }
            if self.dead_end() {
                return Ok(());
            }
        }
        let s = self.combine_all(snapshots);
        q(self, &rest, s)
    }

    fn combine_all(&mut self, parts: Vec<TermId>) -> TermId {
        let mut all = None;
        for s in parts.into_iter().rev() {
            all = Some(match all {
                None => s,
                Some(rest) => self.logic.combine(&mut self.prover.pool, s, rest),
            });
        }
        all.unwrap_or(self.logic.unit)
    }

    /// The snapshot of a quantified assertion that holds; nothing is taken.
    pub fn snapshot_of_iterated(
        &mut self,
        st: &State,
        binder: &Binder,
        e: ExprId,
    ) -> Res<Option<TermId>> {
        let Some(parts) = self.parts_of(binder, false) else {
            let span = self.program.expr(e).span;
            return self.unsupported("permissions under this quantifier", span);
        };
        let mut snapshots = Vec::new();
        for part in &parts {
            if part.impure {
                let Some(spread) = self.spread(st, part)? else {
                    snapshots.push(self.logic.unit);
                    continue;
                };
                let share = self.share(st, &spread, part.leaf)?;
                self.require_share(st, &st.heap, &spread, part.leaf)?;
                let s = self.map_from(&st.heap, &share);
                snapshots.push(s);
                continue;
            }
            let t = self.pure_part(st, part)?;
            if !self.proves(st, t)? && !self.proves_by_the_past(st, t)? {
                return Err(self.fail(st, Reason::AssertionFalse, part.leaf));
            }
            if !self.scope.under_binder() {
                self.assume(t);
            }
        }
        match snapshots.is_empty() {
            true => Ok(None),
            false => Ok(Some(self.combine_all(snapshots))),
        }
    }

    /// There is enough at every location of the spread.
    fn require_share(&mut self, st: &State, heap: &Heap, s: &Spread, e: ExprId) -> Res<()> {
        let values = self.some_values(s);
        let (reach, amount, args) = self.spread_at(s, &values);
        self.prover.push();
        self.prover.assume(reach);
        let dead = self.prover.dead();
        let mut enough = Ok(true);
        if !dead {
            self.bound_at(heap, s.place, &args);
            let held = self.held(heap, s.place, &args);
            let pool = &mut self.prover.pool;
            let goal = match st.read_only || s.wild {
                true => pool.real_lt(self.logic.none, held),
                false => pool.real_le(amount, held),
            };
            enough = self.proves(st, goal);
        }
        self.prover.pop();
        if enough? {
            return Ok(());
        }
        let fail = self.fail(st, missing(s.place), e);
        Err(self.with_consumer(fail, s.place, &args))
    }

    /// Takes a share; what is left, and the snapshot of what was taken.
    fn take_share(
        &mut self,
        st: &State,
        rest: &Heap,
        s: &Spread,
        share: &Share,
        e: ExprId,
    ) -> Res<(Heap, TermId)> {
        let place = share.place;
        if st.whole {
            let span = self.program.expr(e).span;
            return self.unsupported("a heap measure over iterated permissions", span);
        }
        let same = |c: &Chunk| c.permission == share.amount;
        let known = rest.iterated(place).iter().position(same);
        if known.is_none() {
            match (self.require_share(st, rest, s, e), rest.outer()) {
                (Err(Fail::Error(_)), Some(outer)) if !self.scope.retrying() => {
                    let above = self.transfer_share(st, rest, &outer.clone(), s, share, e)?;
                    return self.retrying(true, |v| v.take_share(st, &above, s, share, e));
                }
                (other, _) => other?,
            }
        }
        let snapshot = match st.snapped {
            true => self.map_from(rest, share),
            false => self.logic.unit,
        };
        let mut left = rest.clone();
        if st.read_only {
            return Ok((left, snapshot));
        }
        if let (Some(i), false) = (known, s.wild) {
            let mut all = rest.iterated(place).to_vec();
            all.remove(i);
            left.set_iterated(place, all);
            return Ok((left, snapshot));
        }
        let whole = self.is_whole(place, s.amount) && !s.wild;
        left = self.without_share(rest, share, whole, s.wild);
        Ok((left, snapshot))
    }

    /// What is missing above of a share goes there from below.
    fn transfer_share(
        &mut self,
        st: &State,
        rest: &Heap,
        outer: &Heap,
        s: &Spread,
        share: &Share,
        e: ExprId,
    ) -> Res<Heap> {
        if s.wild || st.wild {
            let span = self.program.expr(e).span;
            return self.unsupported("a wildcard in the footprint of a wand", span);
        }
        let none = self.logic.none;
        let (place, formals) = (share.place, share.formals.clone());
        let above = self.held(rest, place, &formals);
        let pool = &mut self.prover.pool;
        let less = pool.real_le(above, share.amount);
        let more = pool.real_sub(share.amount, above);
        let amount = pool.ite(less, more, none);
        let amount = self.prover.pool.ite(share.domain, amount, none);
        let part = Share {
            amount,
            ..share.clone()
        };
        let values = self.some_values(s);
        let (reach, _, args) = self.spread_at(s, &values);
        let wanted = self.at_location(amount, &formals, &args);
        self.prover.push();
        self.prover.assume(reach);
        let held = self.held(outer, place, &args);
        let goal = self.prover.pool.real_le(wanted, held);
        let enough = self.proves(st, goal);
        self.prover.pop();
        if !enough? {
            let fail = self.fail(st, missing(place), e);
            return Err(self.with_consumer(fail, place, &args));
        }
        let value = self.value_at(outer, place, &formals);
        let below = self.without_share(outer, &part, false, false);
        let chunk = Chunk {
            place,
            args: formals,
            value,
            permission: amount,
            since: self.clock,
            origin: self.blame.span,
        };
        self.moved(&below);
        let mut now = rest.with_outer(Some(below));
        now.insert_iterated(chunk.clone());
        self.walk.transferred.push((chunk, true));
        self.assume_joint_facts(st, place);
        Ok(now)
    }

    /// The heap without a share that it holds.
    fn without_share(&mut self, rest: &Heap, share: &Share, whole: bool, wild: bool) -> Heap {
        let place = share.place;
        let mut left = rest.clone();
        let none = self.logic.none;
        let mut wanted = share.amount;
        let mut kept = Vec::new();
        for c in rest.iterated(place).to_vec() {
            let permission = if wild {
                self.less_at(share, &c)
            } else if whole {
                self.prover.pool.ite(share.domain, none, c.permission)
            } else {
                let (taken, now) = self.least(c.permission, wanted);
                wanted = now;
                self.prover.pool.real_sub(c.permission, taken)
            };
            if !self.is_empty(&c, permission) {
                kept.push(Chunk { permission, ..c });
            }
        }
        left.set_iterated(place, kept);
        for c in rest.of(place).cloned().collect::<Vec<_>>() {
            let meant = self.at_location(share.domain, &share.formals, &c.args);
            if self.prover.decide(meant) == Some(false) {
                continue;
            }
            let permission = if wild {
                let pool = &mut self.prover.pool;
                let less = pool.fresh_var("rest", ep_term::Sort::Real);
                self.between(less, c.permission);
                self.prover.pool.ite(meant, less, c.permission)
            } else if whole {
                self.prover.pool.ite(meant, none, c.permission)
            } else {
                let here = self.at_location(wanted, &share.formals, &c.args);
                let (taken, _) = self.least(c.permission, here);
                // What this chunk gives is not wanted of the others.
                let pool = &mut self.prover.pool;
                let mut same = pool.tru();
                for (&a, &f) in c.args.iter().zip(&share.formals) {
                    let e = pool.eq(f, a);
                    same = pool.and(same, e);
                }
                let less = pool.real_sub(wanted, taken);
                wanted = pool.ite(same, less, wanted);
                pool.real_sub(c.permission, taken)
            };
            if self.prover.decide_equal(permission, none) {
                left.remove(&c);
            } else {
                left.replace(&c.clone(), Chunk { permission, ..c });
            }
        }
        left
    }

    /// The amount is all there is of a location: nobody else holds any.
    fn is_whole(&self, place: Place, amount: TermId) -> bool {
        matches!(place, Place::Field(_)) && amount == self.logic.write
    }

    /// The smaller of what is held and what is wanted, and what is wanted then.
    fn least(&mut self, held: TermId, wanted: TermId) -> (TermId, TermId) {
        let pool = &mut self.prover.pool;
        let all = pool.real_le(held, wanted);
        let taken = pool.ite(all, held, wanted);
        (taken, pool.real_sub(wanted, taken))
    }

    /// Less than the chunk holds, where the share is, and nothing only where it holds
    /// nothing.
    fn less_at(&mut self, share: &Share, c: &Chunk) -> TermId {
        let pool = &mut self.prover.pool;
        let sorts: Vec<_> = share.formals.iter().map(|&t| pool.sort(t)).collect();
        let f = pool.declare_fun("rest", &sorts, ep_term::Sort::Real);
        let less = pool.apply(f, &share.formals);
        let fact = self.is_between(less, c.permission);
        let pool = &mut self.prover.pool;
        let ids: Vec<_> = (share.formals.iter())
            .filter_map(|&t| pool.as_var(t))
            .collect();
        let fact = pool.forall(&ids, fact, &[vec![less]]);
        self.define(fact);
        self.prover.pool.ite(share.domain, less, c.permission)
    }

    fn is_between(&mut self, less: TermId, held: TermId) -> TermId {
        let none = self.logic.none;
        let pool = &mut self.prover.pool;
        let some = pool.real_lt(none, held);
        let low = pool.real_lt(none, less);
        let high = pool.real_lt(less, held);
        let inside = pool.and(low, high);
        let nothing = pool.eq(less, none);
        pool.ite(some, inside, nothing)
    }

    fn between(&mut self, less: TermId, held: TermId) {
        let fact = self.is_between(less, held);
        self.define(fact);
    }

    /// No location has anything left of the chunk, as far as is seen quickly.
    fn is_empty(&mut self, c: &Chunk, permission: TermId) -> bool {
        let none = self.logic.none;
        if permission == none {
            return true;
        }
        let pool = &mut self.prover.pool;
        let fresh: Vec<TermId> = (c.args.iter())
            .map(|&t| {
                let sort = pool.sort(t);
                pool.fresh_var("l", sort)
            })
            .collect();
        let held = self.at_location(permission, &c.args, &fresh);
        let some = self.prover.pool.real_lt(none, held);
        self.flush_axioms();
        self.prover.refuted(some)
    }

    /// The amount of one location from all chunks that may hold it, iterated ones
    /// included. `None` if that is not enough.
    pub fn gather_from_all(
        &mut self,
        st: &State,
        rest: &Heap,
        w: Wanted<'_>,
    ) -> Res<Option<(Heap, TermId)>> {
        let none = self.logic.none;
        let (place, args) = (w.place, w.args);
        self.bound_at(rest, place, args);
        let held = self.held(rest, place, args);
        let pool = &mut self.prover.pool;
        let some = pool.real_lt(none, w.amount);
        let goal = match st.read_only || w.wild {
            true => {
                let there = pool.real_lt(none, held);
                pool.implies(some, there)
            }
            false => pool.real_le(w.amount, held),
        };
        if !self.proves(st, goal)? {
            return Ok(None);
        }
        let value = self.value_at(rest, place, args);
        let mut left = rest.clone();
        if st.read_only {
            return Ok(Some((left, value)));
        }
        if w.wild {
            let pool = &mut self.prover.pool;
            let less = pool.real_lt(w.amount, held);
            let less = pool.implies(some, less);
            self.assume(less);
        }
        let whole = self.is_whole(place, w.amount) && !w.wild;
        let mut wanted = w.amount;
        for c in rest.of(place).cloned().collect::<Vec<_>>() {
            let same = self.same_args(&c.args, args);
            if self.prover.decide(same) == Some(false) {
                continue;
            }
            let permission = if whole {
                self.prover.pool.ite(same, none, c.permission)
            } else {
                let (taken, _) = self.least(c.permission, wanted);
                let pool = &mut self.prover.pool;
                let taken = pool.ite(same, taken, none);
                wanted = pool.real_sub(wanted, taken);
                pool.real_sub(c.permission, taken)
            };
            if self.prover.decide_equal(permission, none)
                || self.prover.decide(same) == Some(true) && whole
            {
                left.remove(&c);
            } else {
                left.replace(&c.clone(), Chunk { permission, ..c });
            }
        }
        let mut kept = Vec::new();
        for c in rest.iterated(place).to_vec() {
            let here = self.at_location(c.permission, &c.args, args);
            if self.prover.decide_equal(here, none) {
                kept.push(c);
                continue;
            }
            let remains = match whole {
                true => none,
                false => {
                    let (taken, now) = self.least(here, wanted);
                    wanted = now;
                    self.prover.pool.real_sub(here, taken)
                }
            };
            let same = self.same_args(&c.args, args);
            let permission = self.prover.pool.ite(same, remains, c.permission);
            kept.push(Chunk { permission, ..c });
        }
        left.set_iterated(place, kept);
        Ok(Some((left, value)))
    }

    /// `forperm xs [resource] :: body` for the chunks of iterated assertions: the body
    /// holds wherever they hold something.
    pub fn eval_forperm_iterated(
        &mut self,
        st: &State,
        vars: &[VarId],
        place: Place,
        operands: &[ExprId],
        body: ExprId,
    ) -> Res<TermId> {
        let heap = st.left.as_ref().unwrap_or(&st.heap).clone();
        let mut all = self.prover.pool.tru();
        let Some(data) = self.vars_of(st) else {
            return Ok(all);
        };
        for c in heap.iterated(place).to_vec() {
            let mut inner = st.clone();
            let mut ids = Vec::new();
            for &v in vars {
                let t = self.fresh_for(data, v);
                inner.store.set(v, t);
                ids.extend(self.prover.pool.as_var(t));
            }
            self.prover.push();
            let mark = self.prover.entries().len();
            let value = self.binding(|v| v.forperm_body(&inner, &c, operands, body));
            let learned = self.learned_since(mark);
            self.prover.pop();
            let (held, value) = value?;
            self.learn_for_all(&ids, learned, &[]);
            let pool = &mut self.prover.pool;
            let said = pool.implies(held, value);
            let triggers = crate::closures::patterns(pool, &[held, value], &ids);
            let said = pool.forall(&ids, said, &triggers);
            all = pool.and(all, said);
        }
        Ok(all)
    }

    fn forperm_body(
        &mut self,
        inner: &State,
        c: &Chunk,
        operands: &[ExprId],
        body: ExprId,
    ) -> Res<(TermId, TermId)> {
        let mut args = Args::new();
        for &o in operands {
            args.push(self.eval(inner, o)?);
        }
        let amount = self.at_location(c.permission, &c.args, &args);
        let held = self.prover.pool.real_lt(self.logic.none, amount);
        let yes = self.prover.pool.tru();
        let value = self.eval_cond(inner, held, &mut |v| v.eval(inner, body), &mut |_| Ok(yes))?;
        Ok((held, value))
    }
}
