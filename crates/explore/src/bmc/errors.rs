//! The error formula: all checks that were put off, as one question.
//!
//! Source: document 003, pages 86 and 90. Checks are in the order of the
//! program, so the first one that a model satisfies is the one that its run
//! meets. Cost: one query when nothing is wrong, one more per violation.

use super::algebra::multiplies;
use super::run::{nested, Run};
use super::templates::Templates;
use ep_base::{Diagnostic, StopReason};
use ep_machine::machine::Deferred;
use ep_smt::{PathCondition, Side, Witness};
use ep_term::{Evaluator, Sort, TermId};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Conflicts that the formula may cost; the clock of the run stands behind.
const CONFLICTS: u64 = 20_000_000;
/// For each check alone, when the formula was too hard.
const CONFLICTS_ALONE: u64 = 200_000;

impl Run<'_> {
    /// Decides the checks that were put off.
    pub fn decide_errors(&mut self) -> Result<Option<StopReason>, Diagnostic> {
        let mut open: Vec<Open> = Vec::new();
        for deferred in std::mem::take(&mut self.left.deferred) {
            let cond = super::split(&mut self.machine.cx.pool, deferred.cond);
            if self.machine.cx.pool.as_bool(cond) != Some(false) {
                open.push(Open {
                    path: deferred.violation.pc.conjuncts().collect(),
                    cond,
                    deferred,
                });
            }
        }
        if self.activity.proves() && self.attempt.templates == Templates::Polynomial {
            open = self.not_excluded(open);
        }
        while !open.is_empty() {
            if self.attempt.failed.is_some() {
                return Ok(None);
            }
            if let Some((i, w)) = self.corner(&open) {
                let o = open.remove(i);
                self.violated(o.deferred, &w)?;
                if self.machine.options.first_bug {
                    return Ok(Some(StopReason::FirstBug));
                }
                if self.attempt.failed.is_some() {
                    return Ok(None);
                }
                continue;
            }
            let items: Vec<(&[TermId], TermId)> =
                open.iter().map(|o| (&o.path[..], o.cond)).collect();
            let any = nested(&mut self.machine.cx.pool, &items);
            if self.attempt.failed.is_some() {
                return Ok(None);
            }
            let most = if self.activity.proves() {
                CONFLICTS_ALONE
            } else {
                CONFLICTS
            };
            match self.solve(any, most) {
                Side::Infeasible => return Ok(None),
                Side::Feasible(w) => {
                    let Some(i) = self.first(&open, &w) else {
                        // The model is none: nothing is decided by it.
                        return self.one_by_one(open);
                    };
                    let o = open.remove(i);
                    self.violated(o.deferred, &w)?;
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

    /// The checks that equalities of polynomials do not decide. With a product
    /// in one of them the proof ends here: others decide it if anyone does.
    fn not_excluded(&mut self, open: Vec<Open>) -> Vec<Open> {
        let mut rest = Vec::new();
        for o in open {
            let machine = &mut self.machine;
            let products = &mut machine.driver.products;
            if !products.exclude(&mut machine.cx, &o.path, o.cond) {
                let hard = multiplies(&machine.cx.pool, o.cond, &mut FxHashMap::default());
                rest.push(o);
                if hard {
                    self.fail("the equalities of polynomials do not decide all checks".into());
                }
            }
        }
        rest
    }

    pub(super) fn solve(&mut self, t: TermId, conflicts: u64) -> Side {
        let now = std::time::Instant::now();
        let ends = [self.budget.deadline(), self.attempt.deadline];
        let time = match ends.into_iter().flatten().min() {
            Some(d) => d.saturating_duration_since(now),
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

    /// A check that fails where all inputs have an extreme value: sums that
    /// overflow do, and the solver finds that last.
    fn corner(&mut self, open: &[Open]) -> Option<(usize, Witness)> {
        let pool = &self.machine.cx.pool;
        let mut vars = std::collections::BTreeSet::new();
        for o in open {
            for t in o.path.iter().chain([&o.cond]) {
                vars.extend(pool.vars(*t).iter().copied());
            }
        }
        type Extreme = fn(u32) -> u128;
        let extremes: [Extreme; 4] = [
            |w| ep_ir::scalar::mask128(w) >> 1,
            |w| 1 << (w - 1),
            ep_ir::scalar::mask128,
            |_| 0,
        ];
        for extreme in extremes {
            let bits = vars.iter().filter_map(|v| match pool.var_sort(*v) {
                Sort::BitVec(w) => Some((*v, extreme(w))),
                Sort::Bool => Some((*v, extreme(1))),
                _ => None,
            });
            let w = Witness::from_bits(bits);
            if let Some(i) = self.first(open, &w) {
                return Some((i, w));
            }
        }
        None
    }

    /// The first check that the model fails.
    fn first(&self, open: &[Open], w: &Witness) -> Option<usize> {
        let model = Model(w);
        let mut e = Evaluator::new();
        e.reset();
        let pool = &self.machine.cx.pool;
        open.iter().position(|o| {
            let mut all = o.path.iter().chain([&o.cond]);
            all.all(|t| e.continue_bits(pool, *t, &model) == Some(1))
        })
    }

    fn violated(&mut self, d: Deferred, w: &Witness) -> Result<(), Diagnostic> {
        let mut v = d.violation;
        let cx = &mut self.machine.cx;
        let mut pc = PathCondition::new();
        cx.smt.prefer(&mut pc, w);
        v.pc.adopt_model(&pc);
        cx.smt
            .assume(&mut cx.pool, &mut v.pc, d.cond, Witness::unchanged());
        self.found_one(v)
    }

    /// Each check alone; what stays open keeps the run from being a proof.
    fn one_by_one(&mut self, open: Vec<Open>) -> Result<Option<StopReason>, Diagnostic> {
        for o in open {
            let t = nested(&mut self.machine.cx.pool, &[(&o.path[..], o.cond)]);
            let d = o.deferred;
            if let Some(r) = self.budget.stop_now() {
                return Ok(Some(r));
            }
            if self.late() {
                return Ok(Some(StopReason::Timeout));
            }
            if self.attempt.failed.is_some() {
                return Ok(None);
            }
            match self.solve(t, CONFLICTS_ALONE) {
                Side::Infeasible => {}
                Side::Feasible(w) => self.violated(d, &w)?,
                Side::Unknown(reason) => {
                    self.machine.found.gaps.push(ep_machine::machine::Gap {
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

/// A check that is not decided.
struct Open {
    path: Vec<TermId>,
    cond: TermId,
    deferred: Deferred,
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
