//! Checking an assertion without taking anything, and the snapshot of what it has
//! access to: preconditions of functions, `untouched`.
//!
//! This is `consume` of Figure 7 where the remaining heap is not wanted. The heap
//! does not change, so nothing needs to branch: two cases give `ite`.

use crate::engine::Engine;
use crate::error::{missing, Reason, Res};
use crate::heap::{Place, Wanted};
use crate::state::State;
use crate::wand_shapes::wand_access;
use ep_ivl::ast::{Access, BinOp, ExprId, ExprKind};
use ep_term::TermId;

impl Engine<'_> {
    /// The snapshot of the assertions as one conjunction; `unit` if all are pure.
    pub fn snapshot_of_all(&mut self, st: &State, es: &[ExprId]) -> Res<TermId> {
        let mut parts = Vec::new();
        for &e in es {
            // Later assertions may rely on earlier ones, which were proved.
            parts.extend(self.snapshot_of(st, e)?);
        }
        let mut all = None;
        for s in parts.into_iter().rev() {
            all = Some(match all {
                None => s,
                Some(rest) => self.logic.combine(&mut self.prover.pool, s, rest),
            });
        }
        Ok(all.unwrap_or(self.logic.unit))
    }

    /// The snapshot of an assertion that holds; `None` if it is pure.
    pub fn snapshot_of(&mut self, st: &State, e: ExprId) -> Res<Option<TermId>> {
        let program = self.program;
        let expr = program.expr(e);
        match &expr.kind {
            ExprKind::Binary(BinOp::And, a, b) => {
                let x = self.snapshot_of(st, *a)?;
                let y = self.snapshot_of(st, *b)?;
                Ok(match (x, y) {
                    (Some(x), Some(y)) => Some(self.logic.combine(&mut self.prover.pool, x, y)),
                    (x, y) => x.or(y),
                })
            }
            ExprKind::Acc(access) => Ok(Some(self.snapshot_of_access(st, access, e)?)),
            ExprKind::Binary(BinOp::Implies, c, a) if self.branches(*a) => {
                let t = self.eval(st, *c)?;
                let unit = self.logic.unit;
                let s = self.eval_cond(
                    st,
                    t,
                    &mut |v| Ok(v.snapshot_of(st, *a)?.unwrap_or(v.logic.unit)),
                    &mut |_| Ok(unit),
                )?;
                Ok(self.carries(e).then_some(s))
            }
            ExprKind::Cond(c, a, b) if self.branches(*a) || self.branches(*b) => {
                let t = self.eval(st, *c)?;
                let s = self.eval_cond(
                    st,
                    t,
                    &mut |v| Ok(v.snapshot_of(st, *a)?.unwrap_or(v.logic.unit)),
                    &mut |v| Ok(v.snapshot_of(st, *b)?.unwrap_or(v.logic.unit)),
                )?;
                Ok(self.carries(e).then_some(s))
            }
            ExprKind::Let(x, value, body) if self.branches(*body) => {
                let t = self.eval(st, *value)?;
                let mut inner = st.clone();
                inner.store.set(*x, t);
                self.snapshot_of(&inner, *body)
            }
            ExprKind::InhaleExhale(_, b) => self.snapshot_of(st, *b),
            ExprKind::Wand(..) => {
                let access = wand_access(e);
                Ok(Some(self.snapshot_of_access(st, &access, e)?))
            }
            ExprKind::Quantified(binder) if expr.impure => self.snapshot_of_iterated(st, binder, e),
            _ if expr.impure && !matches!(expr.kind, ExprKind::Unfolding(..)) => self.unsupported(
                "permissions under this operator are not supported",
                expr.span,
            ),
            _ => {
                self.prove_conjuncts(st, e)?;
                Ok(None)
            }
        }
    }

    /// Proves a pure assertion; the error names the conjunct.
    pub fn prove_conjuncts(&mut self, st: &State, e: ExprId) -> Res<()> {
        let t = self.eval(st, e)?;
        if self.proves(st, t)? || self.proves_by_the_past(st, t)? {
            if self.scope.under_binder() {
                return Ok(());
            }
            self.assume(t);
            return Ok(());
        }
        Err(self.fail(st, Reason::AssertionFalse, e))
    }

    fn snapshot_of_access(&mut self, st: &State, access: &Access, e: ExprId) -> Res<TermId> {
        let (place, args) = self.resource(st, &access.resource)?;
        if let (Place::Field(_), Some(&receiver)) = (place, args.first()) {
            if let Some(value) = self.read_in_trigger(st, receiver, place) {
                return Ok(self.logic.wrapped(&mut self.prover.pool, value));
            }
        }
        let amount = self.amount(st, access)?;
        let pool = &mut self.prover.pool;
        let wanted = pool.real_lt(self.logic.none, amount);
        // Nothing is wanted: the value of the function cannot depend on it.
        if self.prover.decide(wanted) == Some(false) {
            return Ok(self.logic.unit);
        }
        if !st.heap.iterated(place).is_empty() {
            let what = Wanted {
                place,
                args: &args,
                amount,
                wild: st.wild,
            };
            // Nothing is taken: what is left is not wanted.
            let reader = State {
                read_only: st.read_only || st.wild,
                ..st.clone()
            };
            if let Some((_, value)) = self.gather_from_all(&reader, &st.heap, what)? {
                let value = self.logic.wrapped(&mut self.prover.pool, value);
                return Ok(match self.prover.decide(wanted) {
                    Some(_) => value,
                    None => self.prover.pool.ite(wanted, value, self.logic.unit),
                });
            }
        } else if let Some(chunk) = self.find_chunk(st, &st.heap, place, &args)? {
            let pool = &mut self.prover.pool;
            let held = match st.read_only {
                true => pool.real_lt(self.logic.none, chunk.permission),
                false => pool.real_le(amount, chunk.permission),
            };
            let enough = pool.implies(wanted, held);
            if self.proves(st, enough)? {
                let value = self.logic.wrapped(&mut self.prover.pool, chunk.value);
                return Ok(match self.prover.decide(wanted) {
                    Some(_) => value,
                    None => self.prover.pool.ite(wanted, value, self.logic.unit),
                });
            }
        }
        // The receiver is one of several, as an element of a set of two is.
        if st.heap.iterated(place).is_empty() && !st.whole {
            let reader = State {
                read_only: st.read_only || st.wild,
                ..st.clone()
            };
            if let Some((_, value)) = self.gather(&reader, &st.heap, place, &args, amount)? {
                let value = self.logic.wrapped(&mut self.prover.pool, value);
                return Ok(match self.prover.decide(wanted) {
                    Some(_) => value,
                    None => self.prover.pool.ite(wanted, value, self.logic.unit),
                });
            }
        }
        if let Place::Field(_) = place {
            if let Some(value) = self.infer_read(st, args[0], place, e)? {
                return Ok(self.logic.wrapped(&mut self.prover.pool, value));
            }
        }
        if let Place::Predicate(p) = place {
            if let Some(s) = self.infer_closed_snapshot(st, p, &args, amount)? {
                return Ok(s);
            }
        }
        let denied = self.prover.pool.not(wanted);
        if self.proves(st, denied)? {
            return Ok(self.logic.unit);
        }
        if st.heap.outer().is_some() {
            let mut moved = st.heap.with_outer(None);
            for (c, iterated) in self.walk.transferred.clone() {
                match iterated {
                    true => moved.insert_iterated(c),
                    false => self.add_chunk(&mut moved, c, true),
                }
            }
            let with = State {
                heap: moved,
                ..st.clone()
            };
            return self.snapshot_of_access(&with, access, e);
        }
        let fail = self.fail(st, missing(place), e);
        Err(self.with_consumer(fail, place, &args))
    }
}
