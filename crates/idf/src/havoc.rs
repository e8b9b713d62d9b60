//! `quasihavoc` and `quasihavocall`: what is known of the value of a location is
//! forgotten; the permission stays.
//!
//! Idea: the value of every chunk that may be of the location becomes a choice
//! between a new symbol, the same for all of them, and what it was. What another
//! chunk (inside of a predicate) says about the location is not forgotten.
//! Cost: linear in the chunks of the resource.

use crate::engine::Engine;
use crate::error::{Reason, Res};
use crate::heap::{Args, Chunk, Place};
use crate::state::State;
use ep_ivl::ast::{ExprId, ExprKind, Resource, VarId};
use ep_term::TermId;

impl Engine<'_> {
    /// The state after the statement.
    pub fn exec_quasihavoc(
        &mut self,
        st: &State,
        vars: &[VarId],
        guard: Option<ExprId>,
        resource: ExprId,
    ) -> Res<State> {
        if st.heap.outer().is_some() {
            let span = self.program.expr(resource).span;
            return self.unsupported("`quasihavoc` in the package of a wand", span);
        }
        self.clock += 1;
        if !vars.is_empty() {
            let part = Self::resource_part(vars, guard, resource);
            let Some(spread) = self.spread(st, &part)? else {
                return Ok(st.clone());
            };
            let share = self.share_or(st, &spread, resource, Reason::HavocNotInjective)?;
            let formals = share.formals.clone();
            let sort = self.value_sort(share.place);
            let pool = &mut self.prover.pool;
            let sorts: Vec<_> = formals.iter().map(|&t| pool.sort(t)).collect();
            let f = pool.declare_fun("havoc", &sorts, sort);
            let value = pool.apply(f, &formals);
            return Ok(self.forget(st, share.place, &formals, share.domain, value));
        }
        let condition = match guard {
            Some(c) => self.eval(st, c)?,
            None => self.prover.pool.tru(),
        };
        let (place, args) = match &self.program.expr(resource).kind {
            ExprKind::Field(receiver, f) => {
                let what = Resource::Field(*receiver, *f);
                self.resource(st, &what)?
            }
            ExprKind::Acc(access) => self.resource(st, &access.resource)?,
            _ => self.resource(st, &Resource::Wand(resource))?,
        };
        let sort = self.value_sort(place);
        let value = self.fresh("havoc", sort);
        self.exists_now(value);
        let formals = self.formals(place);
        let same = self.same_args(&formals, &args);
        let domain = self.prover.pool.and(condition, same);
        Ok(self.forget(st, place, &formals, domain, value))
    }

    /// The values of the locations of a domain become others.
    fn forget(
        &mut self,
        st: &State,
        place: Place,
        formals: &Args,
        domain: TermId,
        value: TermId,
    ) -> State {
        let mut after = st.clone();
        for c in st.heap.of(place).cloned().collect::<Vec<_>>() {
            let here = self.at_location(domain, formals, &c.args);
            let new = self.at_location(value, formals, &c.args);
            if self.prover.decide(here) != Some(false) {
                let value = self.prover.pool.ite(here, new, c.value);
                let since = self.clock;
                after.heap.replace(&c.clone(), Chunk { value, since, ..c });
            }
        }
        let mut all = Vec::new();
        for c in st.heap.iterated(place).to_vec() {
            let value = self.prover.pool.ite(domain, value, c.value);
            let since = self.clock;
            all.push(Chunk { value, since, ..c });
        }
        after.heap.set_iterated(place, all);
        after
    }
}
