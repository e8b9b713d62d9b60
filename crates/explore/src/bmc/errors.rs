//! The error formula: all checks that were put off, as one question.
//!
//! Source: document 003, pages 86 and 90. Checks are in the order of the
//! program, so the first one that a model satisfies is the one that its run
//! meets. Cost: one query when nothing is wrong, one more per violation.

use super::run::{conjunction, Run};
use crate::machine::Deferred;
use ep_base::{Diagnostic, StopReason};
use ep_smt::{PathCondition, Side, Witness};
use ep_term::{Evaluator, TermId};
use std::time::Duration;

/// Conflicts that the formula may cost; the clock of the run stands behind.
const CONFLICTS: u64 = 20_000_000;
/// For each check alone, when the formula was too hard.
const CONFLICTS_ALONE: u64 = 200_000;

impl Run<'_> {
    /// Decides the checks that were put off.
    pub fn decide_errors(&mut self) -> Result<Option<StopReason>, Diagnostic> {
        let mut open: Vec<(TermId, Deferred)> = Vec::new();
        for d in std::mem::take(&mut self.deferred) {
            let pool = &mut self.machine.cx.pool;
            let cond = super::split(pool, d.cond);
            let path = conjunction(pool, &d.violation.pc);
            let both = pool.and(path, cond);
            if pool.as_bool(both) != Some(false) {
                open.push((both, d));
            }
        }
        while !open.is_empty() {
            let pool = &mut self.machine.cx.pool;
            let mut any = pool.fls();
            for (t, _) in &open {
                any = pool.or(any, *t);
            }
            match self.solve(any, CONFLICTS) {
                Side::Infeasible => return Ok(None),
                Side::Feasible(w) => {
                    let Some(i) = self.first(&open, &w) else {
                        return Ok(None);
                    };
                    let (_, d) = open.remove(i);
                    self.violated(d, &w)?;
                    if self.machine.options.first_bug {
                        return Ok(Some(StopReason::FirstBug));
                    }
                }
                Side::Unknown(_) => return self.one_by_one(open),
            }
            if let Some(r) = self.budget.stop_now() {
                return Ok(Some(r));
            }
        }
        Ok(None)
    }

    fn solve(&mut self, t: TermId, conflicts: u64) -> Side {
        let time = match self.budget.deadline() {
            Some(d) => d.saturating_duration_since(std::time::Instant::now()),
            None => Duration::from_secs(24 * 3600),
        };
        let before = self.machine.cx.smt.set_effort(conflicts, time);
        let empty = PathCondition::new();
        let side = self
            .machine
            .cx
            .smt
            .feasible(&mut self.machine.cx.pool, &empty, t);
        self.machine.cx.smt.set_effort(before.0, before.1);
        side
    }

    /// The first check that the model fails.
    fn first(&self, open: &[(TermId, Deferred)], w: &Witness) -> Option<usize> {
        let model = Model(w);
        let mut e = Evaluator::new();
        open.iter()
            .position(|(t, _)| e.eval_bool(&self.machine.cx.pool, *t, &model))
    }

    fn violated(&mut self, d: Deferred, w: &Witness) -> Result<(), Diagnostic> {
        let mut v = d.violation;
        let cx = &mut self.machine.cx;
        let mut pc = PathCondition::new();
        cx.smt.prefer(&mut pc, w);
        v.pc.adopt_model(&pc);
        cx.smt
            .assume(&mut cx.pool, &mut v.pc, d.cond, Witness::unchanged());
        self.statistics.paths_error += 1;
        self.violation(v)
    }

    /// Each check alone; what stays open keeps the run from being a proof.
    fn one_by_one(
        &mut self,
        open: Vec<(TermId, Deferred)>,
    ) -> Result<Option<StopReason>, Diagnostic> {
        for (t, d) in open {
            if let Some(r) = self.budget.stop_now() {
                return Ok(Some(r));
            }
            match self.solve(t, CONFLICTS_ALONE) {
                Side::Infeasible => {}
                Side::Feasible(w) => self.violated(d, &w)?,
                Side::Unknown(reason) => {
                    self.machine.gaps.push(crate::machine::Gap {
                        what: format!(
                            "the solver gave no answer to a {} check ({reason})",
                            d.violation.kind
                        ),
                        loc: d.violation.loc,
                        func: d.violation.stack.first().map_or(ep_ir::FuncId(0), |s| s.0),
                    });
                    self.take_gaps();
                }
            }
        }
        Ok(None)
    }
}

struct Model<'a>(&'a Witness);

impl ep_term::Assignment for Model<'_> {
    fn value(&self, v: ep_term::VarId) -> u128 {
        let bits = self.0.bits();
        match bits.binary_search_by_key(&v, |p| p.0) {
            Ok(i) => bits[i].1,
            Err(_) => 0,
        }
    }
}
