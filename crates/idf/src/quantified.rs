//! Quantified formulas.
//!
//! The body is evaluated once for symbols that stand for the bound variables; what
//! was learned on the way (postconditions and definitions of functions at them) is
//! assumed for all values, with the same triggers. Triggers that the user gives are
//! evaluated without checks; those that are no applications of functions, or do not
//! mention all variables, are left out, and the solver chooses. A call of a recursive
//! function in a trigger is also found by the function's second name, which calls have that
//! came from a definition (`crate::functions`): what is known of all elements of a list is
//! found where the definition of a longer list speaks of one.

use crate::engine::Engine;
use crate::error::Res;
use crate::heap::Place;
use crate::state::State;
use crate::triggers::{for_all, with_other_names};
use ep_ivl::ast::{Binder, ExprId, ExprKind, Quantifier, Trigger};
use ep_term::{Op, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Chunks of a field that the body of a quantifier is put in for.
const READ_CHUNKS: usize = 8;

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
        self.call_before(st, binder);
        let mut inner = st.clone();
        let mut bound = Vec::new();
        for &v in &binder.vars {
            let t = self.fresh_for(vars, v);
            inner.store.set(v, t);
            bound.extend(self.prover.pool.as_var(t));
        }
        self.prover.push();
        let mark = self.prover.entries().len();
        let (body, triggers, by_heap) = self.binding(|v| {
            let body = v.eval(&inner, binder.body);
            let mut triggers = Vec::new();
            let mut by_heap = (Vec::new(), Vec::new());
            if body.is_ok() {
                triggers = v.eval_triggers(&inner, binder.triggers.iter());
                let others = !triggers.is_empty();
                by_heap = v.triggers_by_heap(&inner, binder, &bound, others);
            }
            (body, triggers, by_heap)
        });
        let learned = self.learned_since(mark);
        self.prover.pop();
        let body = body?;
        let body_vars = self.mentioned(&bound, [body]);
        let whole = self.mentioned(&bound, triggers.iter().flatten().copied().chain([body]));
        let usable = self.usable(&whole, &triggers);
        let vars_used = if usable.is_empty() { body_vars } else { whole };
        self.learn_for_all(&bound, learned, &usable);
        let at_chunks = match usable.is_empty() {
            true => self.at_read_chunks(st, binder, &vars_used, body),
            false => Vec::new(),
        };
        let (found, facts) = by_heap;
        let found = self.usable(&bound, &found);
        let pool = &mut self.prover.pool;
        let mut all = match binder.quantifier {
            Quantifier::Forall => for_all(pool, &vars_used, body, &usable),
            Quantifier::Exists => pool.exists(&vars_used, body, &usable),
        };
        all = self.other_names(all);
        all = with_other_names(&mut self.prover.pool, all, &self.functions.limited);
        if self.prover.profiles() {
            self.prover.written.insert(all, span);
        }
        if binder.quantifier == Quantifier::Forall && !found.is_empty() {
            facts.into_iter().for_each(|fact| self.assume(fact));
            let pool = &mut self.prover.pool;
            let same = pool.forall(&bound, body, &found);
            all = pool.and(all, same);
        }
        let pool = &mut self.prover.pool;
        for instance in at_chunks {
            all = match binder.quantifier {
                Quantifier::Forall => pool.and(all, instance),
                Quantifier::Exists => pool.or(all, instance),
            };
        }
        Ok(all)
    }

    /// The body at the receivers of the chunks that a trigger `{ x.f }` reads: a value in a
    /// chunk is a constant, which matches nothing, so what the trigger would find is put
    /// beside the quantifier, which says the same.
    fn at_read_chunks(
        &mut self,
        st: &State,
        binder: &Binder,
        vars: &[VarId],
        body: TermId,
    ) -> Vec<TermId> {
        let ([v], [own]) = (vars, &binder.vars[..]) else {
            return Vec::new();
        };
        let mut receivers: Vec<TermId> = Vec::new();
        for trigger in &binder.triggers {
            let [only] = trigger[..] else { continue };
            let ExprKind::Field(of, f) = self.program.expr(only).kind else {
                continue;
            };
            if self.program.expr(of).kind != ExprKind::Var(*own) {
                continue;
            }
            let chunks = st.heap.of(Place::Field(f)).take(READ_CHUNKS);
            receivers.extend(chunks.map(|c| c.args[0]));
        }
        receivers.dedup();
        let mut all = Vec::new();
        for r in receivers {
            let map = FxHashMap::from_iter([(*v, r)]);
            all.push(self.prover.pool.substitute(body, &map));
        }
        all
    }

    /// The quantifier with its triggers by the names that axioms use, too.
    pub fn other_names(&mut self, t: TermId) -> TermId {
        with_other_names(&mut self.prover.pool, t, &self.collections.names)
    }

    /// The triggers as terms, without checks. Where a field is held by several chunks
    /// of iterated assertions its value in each of them is a trigger.
    pub fn eval_triggers<'t>(
        &mut self,
        st: &State,
        triggers: impl Iterator<Item = &'t Trigger> + Clone,
    ) -> Vec<Vec<TermId>> {
        let chunks = st.heap.iter_iterated().count().clamp(1, 4);
        let mut all = Vec::new();
        for chunk in 0..chunks {
            for trigger in triggers.clone() {
                if let Ok(terms) = self.unchecked(chunk, |v| v.eval_all(st, trigger)) {
                    if !all.contains(&terms) {
                        all.push(terms);
                    }
                }
            }
        }
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

    /// Calls of functions in a fact that mention all of the variables: what is known of a
    /// call is wanted wherever the call stands, also where the user's trigger does not.
    fn calls_with(&self, fact: TermId, vars: &[VarId]) -> Vec<Vec<TermId>> {
        let pool = &self.prover.pool;
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![fact];
        while let Some(t) = stack.pop() {
            let has = vars.iter().all(|v| pool.vars(t).contains(v));
            if !has || found.len() > 3 || !seen.insert(t) {
                continue;
            }
            match pool.op(t) {
                Op::Forall(_) | Op::Exists(_) => continue,
                Op::Apply(f) if self.functions.is_call(f) && pool.is_pattern(t) => {
                    found.push(vec![t]);
                }
                _ => {}
            }
            stack.extend_from_slice(pool.args(t));
        }
        found
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
            let mut with = self.usable(&all, &with);
            let all = match with.is_empty() {
                true => own,
                false => all,
            };
            if !with.is_empty() {
                with.extend(self.calls_with(fact, &all));
            }
            let definition = self.closures.definitions.contains(&fact);
            let fact = self.prover.pool.forall(&all, fact, &with);
            let fact = self.other_names(fact);
            if definition {
                self.closures.definitions.insert(fact);
            }
            self.assume(fact);
        }
    }
}
