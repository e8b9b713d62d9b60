//! Calls under a quantifier that mention none of its variables.
//!
//! Idea: what is known of a call (postconditions, definition) is learned under the
//! conditions around it. Where these mention the variables (`0 <= i && i < size(x)`) the
//! fact is quantified, and nothing in it has the variables: no trigger finds it. So such
//! a call is evaluated before, outside of the quantifier, where its precondition shows
//! without a condition and without the solver; what is learned then is a plain fact.
//! Where the precondition does not show, nothing is learned here: it may hold under the
//! conditions only, and the call says nothing where it does not hold. Functions without a
//! precondition have axioms (`crate::functions`).
//! Source: what Silicon proves there, whose axioms of a function (`FunctionData.scala`,
//! `definitionalAxiom` and `postAxiom`) any call triggers, wherever it stands.
//! Cost: one more evaluation of the precondition for each such call.

use crate::engine::Engine;
use crate::state::State;
use ep_ivl::ast::{Binder, ExprId, ExprKind, OldState, VarId};
use ep_term::Op;

impl Engine<'_> {
    /// Evaluates calls in the body that mention no bound variable, for what they teach.
    pub fn call_before(&mut self, st: &State, binder: &Binder) {
        // Looking below a package's own heap would move what it finds there.
        if self.scope.unchecked() || st.heap.outer().is_some() {
            return;
        }
        let mut calls = Vec::new();
        self.closed_calls(binder.body, &mut binder.vars.clone(), &mut calls);
        for call in calls {
            self.prover.push();
            let mark = self.prover.entries().len();
            let value = self.glance(|v| v.eval(st, call));
            let learned = self.learned_since(mark);
            self.prover.pop();
            let Ok(value) = value else { continue };
            if self.options.infer_use && matches!(self.prover.pool.op(value), Op::Apply(_)) {
                self.prover.instantiate(value);
            }
            learned.into_iter().for_each(|fact| self.assume(fact));
        }
    }

    fn closed_calls(&self, e: ExprId, bound: &mut Vec<VarId>, found: &mut Vec<ExprId>) {
        let expr = self.program.expr(e);
        let before = bound.len();
        match &expr.kind {
            ExprKind::Call(..) | ExprKind::Old(OldState::Pre | OldState::Label(_), _)
                if self.is_closed_call(e, bound) =>
            {
                found.push(e);
                return;
            }
            // What stands inside is evaluated in another heap.
            ExprKind::Old(..)
            | ExprKind::Unfolding(..)
            | ExprKind::Folding(..)
            | ExprKind::Applying(..)
            | ExprKind::Asserting(..)
            | ExprKind::Using(..)
            | ExprKind::InhaleExhale(..)
            | ExprKind::ForPerm(..) => return,
            ExprKind::Quantified(inner) => bound.extend_from_slice(&inner.vars),
            ExprKind::Let(v, ..) => bound.push(*v),
            _ => {}
        }
        expr.for_each_child(&mut |c| self.closed_calls(c, bound, found));
        bound.truncate(before);
    }

    /// Mentions none of the variables, and calls a function that has a precondition.
    fn is_closed_call(&self, e: ExprId, bound: &[VarId]) -> bool {
        let (mut closed, mut calls) = (true, false);
        self.program.walk_expr(e, &mut |_, x| {
            match x.kind {
                ExprKind::Var(v) => closed &= !bound.contains(&v),
                ExprKind::Call(f, _) => calls |= !self.program.functions[f].pres.is_empty(),
                _ => {}
            }
            true
        });
        closed && calls
    }
}
