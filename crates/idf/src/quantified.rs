//! Quantified formulas.
//!
//! The body is evaluated once for symbols that stand for the bound variables; what
//! was learned on the way (postconditions and definitions of functions at them) is
//! assumed for all values, with the same triggers. Triggers that the user gives are
//! evaluated without checks; those that are no applications of functions, or do not
//! mention all variables, are left out, and the solver chooses.

use crate::engine::Engine;
use crate::error::Res;
use crate::state::State;
use ep_ivl::ast::{Binder, ExprId, Quantifier, Trigger};
use ep_term::{TermId, VarId};

impl Engine<'_> {
    /// `forall xs :: { triggers } body`, or `exists`.
    pub fn eval_quantified(&mut self, st: &State, binder: &Binder, e: ExprId) -> Res<TermId> {
        let program = self.program;
        let span = program.expr(e).span;
        if program.expr(binder.body).impure {
            return self.unsupported("permissions where a value is wanted", span);
        }
        let Some(vars) = self.vars_of(st) else {
            return self.unsupported("a quantifier outside of a member", span);
        };
        let mut inner = st.clone();
        let mut bound = Vec::new();
        for &v in &binder.vars {
            let t = self.fresh_for(vars, v);
            inner.store.set(v, t);
            bound.extend(self.prover.pool.as_var(t));
        }
        self.prover.push();
        let mark = self.prover.entries().len();
        self.functions.binders += 1;
        let body = self.eval(&inner, binder.body);
        let mut triggers = Vec::new();
        if body.is_ok() {
            triggers = self.eval_triggers(&inner, binder.triggers.iter());
        }
        self.functions.binders -= 1;
        let learned = self.learned_since(mark);
        self.prover.pop();
        let body = body?;
        let body_vars = self.mentioned(&bound, [body]);
        let whole = self.mentioned(&bound, triggers.iter().flatten().copied().chain([body]));
        let usable = self.usable(&whole, &triggers);
        let vars_used = if usable.is_empty() { body_vars } else { whole };
        self.learn_for_all(&bound, learned, &usable);
        let pool = &mut self.prover.pool;
        Ok(match binder.quantifier {
            Quantifier::Forall => pool.forall(&vars_used, body, &usable),
            Quantifier::Exists => pool.exists(&vars_used, body, &usable),
        })
    }

    /// The triggers as terms, without checks. Where a field is held by several chunks
    /// of iterated assertions its value in each of them is a trigger.
    pub fn eval_triggers<'t>(
        &mut self,
        st: &State,
        triggers: impl Iterator<Item = &'t Trigger> + Clone,
    ) -> Vec<Vec<TermId>> {
        let chunks = st.heap.iter_iterated().count().clamp(1, 4);
        let before = std::mem::replace(&mut self.unchecked, true);
        let mut all = Vec::new();
        for i in 0..chunks {
            self.trigger_chunk = i;
            for trigger in triggers.clone() {
                if let Ok(terms) = self.eval_all(st, trigger) {
                    if !all.contains(&terms) {
                        all.push(terms);
                    }
                }
            }
        }
        self.trigger_chunk = 0;
        self.unchecked = before;
        all
    }

    /// Those of the variables that the terms mention.
    pub fn mentioned(
        &self,
        bound: &[VarId],
        terms: impl IntoIterator<Item = TermId>,
    ) -> Vec<VarId> {
        let pool = &self.prover.pool;
        let mut found = vec![false; bound.len()];
        for t in terms {
            for (i, v) in bound.iter().enumerate() {
                found[i] |= pool.vars(t).contains(v);
            }
        }
        let kept = bound.iter().zip(found).filter(|(_, f)| *f);
        kept.map(|(v, _)| *v).collect()
    }

    /// Those of the triggers that the solver can match for all of the variables.
    pub fn usable(&self, vars: &[VarId], triggers: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
        let pool = &self.prover.pool;
        let fits = |trigger: &&Vec<TermId>| {
            trigger.iter().all(|&t| pool.is_pattern(t))
                && (vars.iter()).all(|v| trigger.iter().any(|&t| pool.vars(t).contains(v)))
        };
        triggers.iter().filter(fits).cloned().collect()
    }

    /// Assumes what was learned for symbols that stand for bound variables, for all
    /// of their values.
    pub fn learn_for_all(&mut self, bound: &[VarId], learned: Vec<TermId>, usable: &[Vec<TermId>]) {
        for fact in learned {
            let own = self.mentioned(bound, [fact]);
            if own.is_empty() {
                self.assume(fact);
                continue;
            }
            let with = self.usable(&own, usable);
            let all = self.mentioned(bound, with.iter().flatten().copied().chain([fact]));
            let with = self.usable(&all, &with);
            let all = match with.is_empty() {
                true => own,
                false => all,
            };
            let definition = self.closures.definitions.contains(&fact);
            let fact = self.prover.pool.forall(&all, fact, &with);
            if definition {
                self.closures.definitions.insert(fact);
            }
            self.assume(fact);
        }
    }
}
