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
use ep_ivl::ast::{Binder, ExprId, Quantifier};
use ep_term::{Op, TermId, VarId};

impl Engine<'_> {
    /// `forall xs :: { triggers } body`, or `exists`.
    pub fn eval_quantified(&mut self, st: &State, binder: &Binder, e: ExprId) -> Res<TermId> {
        let program = self.program;
        let span = program.expr(e).span;
        if program.expr(binder.body).impure {
            return self.unsupported("quantified permissions are not supported yet", span);
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
            let before = std::mem::replace(&mut self.unchecked, true);
            for trigger in &binder.triggers {
                if let Ok(terms) = self.eval_all(&inner, trigger) {
                    triggers.push(terms);
                }
            }
            self.unchecked = before;
        }
        self.functions.binders -= 1;
        let learned = self.learned_since(mark);
        self.prover.pop();
        let body = body?;
        let mentioned = |pool: &ep_term::Pool, t: TermId| -> Vec<VarId> {
            pool.vars(t)
                .iter()
                .copied()
                .filter(|v| bound.contains(v))
                .collect()
        };
        let body_vars = mentioned(&self.prover.pool, body);
        let pool = &self.prover.pool;
        let whole: Vec<VarId> = bound
            .iter()
            .copied()
            .filter(|v| {
                body_vars.contains(v)
                    || triggers.iter().flatten().any(|&t| pool.vars(t).contains(v))
            })
            .collect();
        let fits = |vars: &[VarId], trigger: &Vec<TermId>| {
            trigger.iter().all(|&t| is_pattern(pool, t))
                && vars
                    .iter()
                    .all(|v| trigger.iter().any(|&t| pool.vars(t).contains(v)))
        };
        let usable: Vec<Vec<TermId>> = triggers
            .iter()
            .filter(|t| fits(&whole, t))
            .cloned()
            .collect();
        let vars_used = if usable.is_empty() { body_vars } else { whole };
        for fact in learned {
            let own: Vec<VarId> = mentioned(&self.prover.pool, fact);
            if own.is_empty() {
                self.assume(fact);
                continue;
            }
            let pool = &self.prover.pool;
            let with: Vec<Vec<TermId>> = usable
                .iter()
                .filter(|t| {
                    own.iter()
                        .all(|v| t.iter().any(|&x| pool.vars(x).contains(v)))
                })
                .cloned()
                .collect();
            let all: Vec<VarId> = bound
                .iter()
                .copied()
                .filter(|v| {
                    own.contains(v) || with.iter().flatten().any(|&t| pool.vars(t).contains(v))
                })
                .collect();
            let fact = self.prover.pool.forall(&all, fact, &with);
            self.assume(fact);
        }
        let pool = &mut self.prover.pool;
        Ok(match binder.quantifier {
            Quantifier::Forall => pool.forall(&vars_used, body, &usable),
            Quantifier::Exists => pool.exists(&vars_used, body, &usable),
        })
    }
}

/// Z3 takes it as a pattern: an application without logical connectives inside.
fn is_pattern(pool: &ep_term::Pool, t: TermId) -> bool {
    if !matches!(pool.op(t), Op::Apply(_)) {
        return false;
    }
    let mut stack = pool.args(t).to_vec();
    while let Some(t) = stack.pop() {
        match pool.op(t) {
            Op::Not
            | Op::And
            | Op::Or
            | Op::Eq
            | Op::Ite
            | Op::Forall(_)
            | Op::Exists(_)
            | Op::IntLt
            | Op::IntLe
            | Op::RealLt
            | Op::RealLe => return false,
            _ => stack.extend_from_slice(pool.args(t)),
        }
    }
    true
}
