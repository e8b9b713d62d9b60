//! Ghost operations: `fold`'s body, `use`, and their inference (document 001,
//! section 4.1).
//!
//! - Unfolding contracts: the predicates of a method's precondition are opened
//!   before its body, those of its postcondition closed after it.
//! - Closing on demand: a predicate that is missing is closed if its body can be
//!   consumed; the number of closings inside each other is bounded.
//! - Opening on demand: a field that is missing is looked for in a predicate whose
//!   first argument is the receiver.
//! - Using after a call: see `functions`.
//!
//! What is inferred is first tried without consequences, then done and noted.

use crate::consume::Taking;
use crate::engine::Engine;
use crate::error::{ErrorKind, Fail, GhostNote, Inside, Res};
use crate::eval::Case;
use crate::heap::{Chunk, Heap, Place};
use crate::state::{Owner, Snap, State};
use ep_base::Span;
use ep_ivl::ast::{BinOp, ExprId, ExprKind, FieldId, Member, PredicateId, Resource};
use ep_term::TermId;

impl<'p> Engine<'p> {
    /// The state in which a predicate's body is consumed or produced.
    fn predicate_state(
        &self,
        st: &State,
        p: PredicateId,
        args: &[TermId],
        amount: TermId,
    ) -> State {
        let mut inner = self.state_of(Owner::Member(Member::Predicate(p)));
        inner.heap = st.heap.clone();
        inner.old = st.old.clone();
        inner.read_only = st.read_only;
        inner.wild = st.wild;
        inner.snapped = true;
        inner.scale = amount;
        for (&x, &t) in self.program.predicates[p].params.iter().zip(args) {
            inner.store.set(x, t);
        }
        inner
    }

    /// Takes the body of a predicate out of the heap.
    #[allow(clippy::too_many_arguments)]
    pub fn fold_body(
        &mut self,
        st: &State,
        rest: &Heap,
        p: PredicateId,
        args: &[TermId],
        amount: TermId,
        span: Span,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        let Some(body) = self.program.predicates[p].body else {
            return self.unsupported("folding of a predicate without a body", span);
        };
        let inner = self.predicate_state(st, p, args, amount);
        self.consume_from(&inner, rest, body, q)
    }

    /// Assumes the definition of a function at a call whose precondition holds.
    pub fn use_function(&mut self, st: &State, call: ExprId) -> Res<()> {
        let expr = self.program.expr(call);
        let ExprKind::Call(f, args) = &expr.kind else {
            return self.unsupported("`use` of what is no call of a function", expr.span);
        };
        let terms = self.eval_all(st, args)?;
        let app = self.apply_function(st, *f, &terms, call, expr.span)?;
        self.reveal(*f, app);
        Ok(())
    }

    /// Assumes the pure parts of an assertion that was checked.
    pub fn learn_pure(&mut self, st: &State, e: ExprId) -> Res<()> {
        let expr = self.program.expr(e);
        match &expr.kind {
            ExprKind::Binary(BinOp::And, a, b) => {
                self.learn_pure(st, *a)?;
                self.learn_pure(st, *b)
            }
            _ if expr.impure => Ok(()),
            _ => {
                let t = self.eval(st, e)?;
                self.assume(t);
                Ok(())
            }
        }
    }

    fn note_ghost(&mut self, verb: &str, place: Place, args: &[TermId]) {
        if self.scope.probing() {
            return;
        }
        let text = format!("{verb} {};", self.location_text(place, args));
        // A contract has no place of its own while it is checked.
        let span = match self.blame.span == Span::NONE {
            true => self.work.here,
            false => self.blame.span,
        };
        let note = GhostNote { span, text };
        if !self.work.ghost.contains(&note) {
            self.work.ghost.push(note);
        }
    }

    // ---- closing on demand ------------------------------------------------------

    fn may_close(&self) -> bool {
        let contract =
            self.options.unfold_contracts && self.blame.kind == ErrorKind::PostconditionViolated;
        let bound = self.options.close_bound.max(1);
        (self.options.infer_close || contract) && self.scope.closing() < bound
    }

    /// Whether the missing predicate could be closed.
    pub fn can_close(
        &mut self,
        st: &State,
        rest: &Heap,
        p: PredicateId,
        args: &[TermId],
        amount: TermId,
    ) -> Res<bool> {
        if !self.may_close() || self.program.predicates[p].body.is_none() {
            return Ok(false);
        }
        self.prover.push();
        let span = self.blame.span;
        let fold =
            |v: &mut Self| v.fold_body(st, rest, p, args, amount, span, &mut |_, _, _| Ok(()));
        let tried = self.probe(|v| v.closing(fold));
        self.prover.pop();
        match tried {
            Ok(()) => Ok(true),
            Err(Fail::Error(e)) => {
                // The innermost conjunct says most.
                let inside = e.inside.unwrap_or(Inside {
                    at: e.at,
                    message: e.message,
                    reason: e.reason,
                });
                self.not_closed = Some((inside, self.prover.refused));
                Ok(false)
            }
            Err(other) => Err(other),
        }
    }

    /// Closes the predicate and takes it at once.
    pub fn close_and_consume(
        &mut self,
        st: &State,
        rest: &Heap,
        p: PredicateId,
        args: &[TermId],
        amount: TermId,
        q: Taking<'_, 'p>,
    ) -> Res<()> {
        self.note_ghost("close", Place::Predicate(p), args);
        let span = self.blame.span;
        self.closing(|v| {
            v.fold_body(st, rest, p, args, amount, span, &mut |v, rest, snapshot| {
                v.closing_at(0, |v| {
                    v.revealed(snapshot);
                    q(v, rest, snapshot)
                })
            })
        })
    }

    /// The snapshot that the predicate would have, where it is only read.
    pub fn infer_closed_snapshot(
        &mut self,
        st: &State,
        p: PredicateId,
        args: &[TermId],
        amount: TermId,
    ) -> Res<Option<TermId>> {
        let Some(body) = self.program.predicates[p].body else {
            return Ok(None);
        };
        if !self.may_close() {
            return Ok(None);
        }
        let inner = self.predicate_state(st, p, args, amount);
        let tried = self.closing(|v| v.snapshot_of(&inner, body));
        match tried {
            Ok(s) => {
                self.note_ghost("close", Place::Predicate(p), args);
                let s = s.unwrap_or(self.logic.unit);
                self.revealed(s);
                Ok(Some(s))
            }
            Err(Fail::Error(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    // ---- opening on demand --------------------------------------------------------

    /// A predicate whose first argument is the receiver and whose body gives the field.
    pub fn opening_for(
        &mut self,
        st: &State,
        heap: &Heap,
        t: TermId,
        place: Place,
    ) -> Res<Option<Chunk>> {
        let Place::Field(f) = place else {
            return Ok(None);
        };
        if !self.options.infer_open {
            return Ok(None);
        }
        for chunk in self.predicate_chunks(heap) {
            let Place::Predicate(p) = chunk.place else {
                continue;
            };
            if !self.gives_field(p, f) {
                continue;
            }
            let Some(&first) = chunk.args.first() else {
                continue;
            };
            if self.prover.pool.sort(first) != self.prover.pool.sort(t) {
                continue;
            }
            let held = self.prover.pool.real_lt(self.logic.none, chunk.permission);
            if self.prover.same(first, t) && self.proves(st, held)? {
                return Ok(Some(chunk));
            }
        }
        Ok(None)
    }

    /// The body of the predicate gives permission to the field of its first parameter.
    fn gives_field(&self, p: PredicateId, f: FieldId) -> bool {
        let predicate = &self.program.predicates[p];
        let (Some(body), Some(&this)) = (predicate.body, predicate.params.first()) else {
            return false;
        };
        let mut found = false;
        self.program.walk_expr(body, &mut |_, x| {
            if let ExprKind::Acc(access) = &x.kind {
                if let Resource::Field(receiver, g) = &access.resource {
                    found |= *g == f && self.program.expr(*receiver).kind == ExprKind::Var(this);
                }
            }
            !found
        });
        found
    }

    /// Replaces a predicate chunk by its body.
    pub fn open_for(
        &mut self,
        st: &State,
        rest: &Heap,
        chunk: &Chunk,
        q: &mut dyn FnMut(&mut Self, &Heap) -> Res<()>,
    ) -> Res<()> {
        let Place::Predicate(p) = chunk.place else {
            return q(self, rest);
        };
        let Some(body) = self.program.predicates[p].body else {
            return q(self, rest);
        };
        self.note_ghost("open", chunk.place, &chunk.args);
        let mut inner = self.predicate_state(st, p, &chunk.args, chunk.permission);
        inner.heap = rest.clone();
        inner.heap.remove(chunk);
        inner.since = Some(chunk.since);
        self.revealed(chunk.value);
        self.produce(&inner, Snap::Of(chunk.value), body, &mut |v, opened| {
            q(v, &opened.heap)
        })
    }

    /// Reads a field out of a predicate, which stays closed.
    pub fn infer_read(
        &mut self,
        st: &State,
        t: TermId,
        place: Place,
        e: ExprId,
    ) -> Res<Option<TermId>> {
        let Some(chunk) = self.opening_for(st, &st.heap, t, place)? else {
            return Ok(None);
        };
        let mark = self.prover.entries().len();
        let mut cases: Vec<Case> = Vec::new();
        self.prover.push();
        let result = self.open_for(st, &st.heap, &chunk, &mut |v, heap| {
            let opened = State {
                heap: heap.clone(),
                ..st.clone()
            };
            let value = v.read_field(&opened, t, place, e)?;
            let case = v.case(mark, value);
            cases.push(case);
            Ok(())
        });
        self.prover.pop();
        result?;
        Ok(self.join_cases(cases))
    }

    // ---- unfolding contracts --------------------------------------------------------

    /// Opens the predicates that the precondition gave, once each.
    pub fn unfold_contract(
        &mut self,
        st: &State,
        q: &mut dyn FnMut(&mut Self, &State) -> Res<()>,
    ) -> Res<()> {
        if !self.options.unfold_contracts {
            return q(self, st);
        }
        let chunks = self.predicate_chunks(&st.heap);
        self.open_each(st, &chunks, q)
    }

    fn open_each(
        &mut self,
        st: &State,
        chunks: &[Chunk],
        q: &mut dyn FnMut(&mut Self, &State) -> Res<()>,
    ) -> Res<()> {
        let Some((first, rest)) = chunks.split_first() else {
            return q(self, st);
        };
        self.open_for(st, &st.heap, first, &mut |v, heap| {
            let opened = State {
                heap: heap.clone(),
                ..st.clone()
            };
            v.open_each(&opened, rest, q)
        })
    }
}
