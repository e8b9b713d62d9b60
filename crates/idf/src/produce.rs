//! Production of assertions (document 001, Figure 6): chunks are added and facts
//! assumed.
//!
//! Deviations from the figure, following its prose: `untouched` assumes that the
//! snapshots are equal instead of proving it; that receivers of one field differ is
//! assumed when a question needs it (see `lookup`). A pure conjunct has no part in
//! the snapshot, so that `a && b` with one pure side has the snapshot of the other.

use crate::engine::Engine;
use crate::error::Res;
use crate::heap::Chunk;
use crate::state::{Snap, State};
use crate::wand_shapes::wand_access;
use ep_ivl::ast::{Access, BinOp, ExprId, ExprKind, Resource};
use ep_term::TermId;

/// What remains to be done with the state.
pub type Then<'a, 'p> = &'a mut dyn FnMut(&mut Engine<'p>, &State) -> Res<()>;

impl<'p> Engine<'p> {
    /// Adds what the assertion says to the state. Expressions in it are evaluated in
    /// the heap that grows.
    pub fn produce(&mut self, st: &State, snapshot: Snap, e: ExprId, q: Then<'_, 'p>) -> Res<()> {
        if self.dead_end() {
            return Ok(());
        }
        let program = self.program;
        let expr = program.expr(e);
        match &expr.kind {
            ExprKind::Binary(BinOp::And, a, b) => {
                let (s1, s2) = self.split(snapshot, *a, *b);
                self.produce(st, s1, *a, &mut |v, st1| v.produce(st1, s2, *b, q))
            }
            ExprKind::Acc(access) => self.produce_access(st, snapshot, access, e, q),
            ExprKind::Binary(BinOp::Implies, c, a) if self.branches(*a) => {
                let t = self.eval_produced(st, *c)?;
                self.produce_cases(st, t, snapshot, Some(*a), None, q)
            }
            ExprKind::Cond(c, a, b) if self.branches(*a) || self.branches(*b) => {
                let t = self.eval_produced(st, *c)?;
                self.produce_cases(st, t, snapshot, Some(*a), Some(*b), q)
            }
            ExprKind::Let(x, value, body) if self.branches(*body) => {
                let t = self.eval_produced(st, *value)?;
                let mut inner = st.clone();
                inner.store.set(*x, t);
                self.produce(&inner, snapshot, *body, &mut |v, after| {
                    let mut after = after.clone();
                    after.store = st.store.clone();
                    q(v, &after)
                })
            }
            ExprKind::InhaleExhale(a, b) => {
                let side = if st.exhaled { *b } else { *a };
                self.produce(st, snapshot, side, q)
            }
            ExprKind::Untouched(a) => {
                let before = State {
                    heap: st.old.clone(),
                    ..st.clone()
                };
                let now = self.snapshot_of(st, *a)?;
                let then = self.snapshot_of(&before, *a)?;
                if let (Some(x), Some(y)) = (now, then) {
                    self.assume_same_snapshot(x, y);
                }
                q(self, st)
            }
            ExprKind::Wand(..) => {
                let access = wand_access(e);
                self.produce_access(st, snapshot, &access, e, q)
            }
            ExprKind::Quantified(binder) if expr.impure => {
                self.produce_iterated(st, snapshot, binder, e, q)
            }
            _ if expr.impure && !matches!(expr.kind, ExprKind::Unfolding(..)) => self.unsupported(
                "permissions under this operator are not supported",
                expr.span,
            ),
            _ => {
                let t = self.eval_produced(st, e)?;
                self.assume(t);
                if self.dead_end() {
                    return Ok(());
                }
                q(self, st)
            }
        }
    }

    /// All of the assertions in order, as if they were one conjunction.
    pub fn produce_all(
        &mut self,
        st: &State,
        snapshot: Snap,
        es: &[ExprId],
        q: Then<'_, 'p>,
    ) -> Res<()> {
        let Some((&first, rest)) = es.split_first() else {
            return q(self, st);
        };
        let blame = self.blame;
        if blame.span.is_none() {
            self.blame.span = self.program.expr(first).span;
        }
        let (s1, s2) = self.split_list(snapshot, first, rest);
        let result = self.produce(st, s1, first, &mut |v, st1| {
            v.blame = blame;
            v.produce_all(st1, s2, rest, q)
        });
        self.blame = blame;
        result
    }

    /// Whether the assertion is looked at case by case rather than as a term.
    pub fn branches(&self, e: ExprId) -> bool {
        self.program.expr(e).impure || self.holds_special(e)
    }

    /// Whether the assertion has a part in snapshots: it may hold permissions.
    pub fn carries(&self, e: ExprId) -> bool {
        let expr = self.program.expr(e);
        expr.impure
            && match &expr.kind {
                ExprKind::Binary(BinOp::And, a, b) | ExprKind::InhaleExhale(a, b) => {
                    self.carries(*a) || self.carries(*b)
                }
                ExprKind::Cond(_, a, b) => self.carries(*a) || self.carries(*b),
                ExprKind::Binary(BinOp::Implies, _, a) | ExprKind::Let(_, _, a) => self.carries(*a),
                ExprKind::Untouched(_) => false,
                _ => true,
            }
    }

    /// Contains an inhale-exhale assertion or `untouched`.
    pub fn holds_special(&self, e: ExprId) -> bool {
        let mut found = false;
        self.program.walk_expr(e, &mut |_, x| {
            found |= matches!(x.kind, ExprKind::InhaleExhale(..) | ExprKind::Untouched(_));
            !found
        });
        found
    }

    fn produce_cases(
        &mut self,
        st: &State,
        condition: TermId,
        snapshot: Snap,
        a: Option<ExprId>,
        b: Option<ExprId>,
        q: Then<'_, 'p>,
    ) -> Res<()> {
        // Both continuations need `q`; only one runs at a time.
        let q = std::cell::RefCell::new(q);
        let side = |v: &mut Self, e: Option<ExprId>| -> Res<()> {
            let mut q = q.borrow_mut();
            match e {
                Some(e) => v.produce(st, snapshot, e, &mut **q),
                None => {
                    if let Snap::Of(s) = snapshot {
                        let unit = v.logic.unit;
                        let empty = v.prover.pool.eq(s, unit);
                        v.assume(empty);
                    }
                    q(v, st)
                }
            }
        };
        self.branch(st, condition, &mut |v| side(v, a), &mut |v| side(v, b))
    }

    /// `acc(e.f, p)` and `acc(q(args), p)`
    fn produce_access(
        &mut self,
        st: &State,
        snapshot: Snap,
        access: &Access,
        e: ExprId,
        q: Then<'_, 'p>,
    ) -> Res<()> {
        if let Resource::Wand(wand) = access.resource {
            self.wand_is_wellformed(st, wand)?;
        }
        let (place, args) = self.resource(st, &access.resource)?;
        let amount = self.amount(st, access)?;
        self.not_negative(st, access, amount, e)?;
        let sort = self.value_sort(place);
        let value = match snapshot {
            Snap::Of(s) => {
                if let Some(fact) = self.logic.is_value(&mut self.prover.pool, s, sort) {
                    self.assume(fact);
                }
                self.logic.unwrapped(&mut self.prover.pool, s, sort)
            }
            Snap::Fresh => {
                let name = crate::lookup::place_name(self.program, place);
                self.fresh(name, sort)
            }
        };
        let since = st.since.unwrap_or(self.clock);
        self.existed(value, since);
        if let crate::heap::Place::Field(_) = place {
            let null = self.logic.null;
            let pool = &mut self.prover.pool;
            let some = pool.real_lt(self.logic.none, amount);
            let real = pool.ne(args[0], null);
            let said = pool.implies(some, real);
            self.assume(said);
        }
        let mut after = st.clone();
        if amount != self.logic.none {
            let chunk = Chunk {
                place,
                args,
                value,
                permission: amount,
                since,
                origin: self.blame.span,
            };
            let args = chunk.args.clone();
            self.add_chunk(&mut after.heap, chunk, !st.read_only);
            if !st.read_only {
                self.bound_at(&after.heap, place, &args);
            }
        }
        if self.dead_end() {
            return Ok(());
        }
        q(self, &after)
    }

    /// The parts of a snapshot for the sides of a conjunction.
    pub fn split(&mut self, snapshot: Snap, a: ExprId, b: ExprId) -> (Snap, Snap) {
        let (x, y) = (self.carries(a), self.carries(b));
        self.split_parts(snapshot, x, y)
    }

    /// The parts for the first of a list and the rest.
    pub fn split_list(&mut self, snapshot: Snap, first: ExprId, rest: &[ExprId]) -> (Snap, Snap) {
        let x = self.carries(first);
        let y = rest.iter().any(|&e| self.carries(e));
        self.split_parts(snapshot, x, y)
    }

    /// The parts of a snapshot for two sides that carry something, or not.
    pub fn split_parts(&mut self, snapshot: Snap, x: bool, y: bool) -> (Snap, Snap) {
        match snapshot {
            Snap::Fresh => (Snap::Fresh, Snap::Fresh),
            Snap::Of(_) if !x || !y => (snapshot, snapshot),
            Snap::Of(s) => {
                if let Some(fact) = self.logic.is_pair(&mut self.prover.pool, s) {
                    self.assume(fact);
                }
                let pool = &mut self.prover.pool;
                let l = self.logic.first(pool, s);
                let r = self.logic.second(pool, s);
                (Snap::Of(l), Snap::Of(r))
            }
        }
    }

    /// Equal snapshots have equal parts; saying so saves the solver the axioms.
    pub fn assume_same_snapshot(&mut self, x: TermId, y: TermId) {
        let e = self.prover.pool.eq(x, y);
        self.assume(e);
        let (a, b) = (
            self.logic.pair(&self.prover.pool, x),
            self.logic.pair(&self.prover.pool, y),
        );
        if a.is_none() && b.is_none() {
            return;
        }
        let pool = &mut self.prover.pool;
        let (x1, x2) = (self.logic.first(pool, x), self.logic.second(pool, x));
        let (y1, y2) = (self.logic.first(pool, y), self.logic.second(pool, y));
        self.assume_same_snapshot(x1, y1);
        self.assume_same_snapshot(x2, y2);
    }
}
