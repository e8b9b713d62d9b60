//! The extremes of a number on a path, by bisection.
//!
//! Idea: each step asks whether the number can lie in the farther half; the
//! witness of an answer moves the bound beyond the middle. Source: binary search.
//! Cost: at most a question for each bit, most of which ranges answer.

use crate::answer::{Patched, Side};
use crate::path::PathCondition;
use crate::Pipeline;
use ep_term::{Pool, TermId};

impl Pipeline {
    /// The greatest unsigned value that the bit-vector `t` takes on the path.
    /// Fails with the reason when a step is not decided.
    pub fn max_value(
        &mut self,
        pool: &mut Pool,
        pc: &PathCondition,
        t: TermId,
    ) -> Result<u128, String> {
        let width = pool.width(t);
        let (mut low, mut high) = pool.urange(t);
        if pc.has_model() {
            low = self.eval(pool, pc, t);
        }
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let bound = pool.bv(width, middle);
            let cond = pool.ule(bound, t);
            match self.feasible(pool, pc, cond) {
                Side::Feasible(w) => {
                    let at = Patched { pc, patch: &w };
                    low = self.evaluator.eval_bv(pool, t, &at).max(middle);
                }
                Side::Infeasible => high = middle - 1,
                Side::Unknown(reason) => return Err(reason),
            }
        }
        Ok(low)
    }

    /// The least unsigned value that the bit-vector `t` takes on the path.
    /// Fails with the reason when a step is not decided.
    pub fn min_value(
        &mut self,
        pool: &mut Pool,
        pc: &PathCondition,
        t: TermId,
    ) -> Result<u128, String> {
        let width = pool.width(t);
        let (mut low, mut high) = pool.urange(t);
        if pc.has_model() {
            high = self.eval(pool, pc, t);
        }
        while low < high {
            let middle = low + (high - low) / 2;
            let bound = pool.bv(width, middle);
            let cond = pool.ule(t, bound);
            match self.feasible(pool, pc, cond) {
                Side::Feasible(w) => {
                    let at = Patched { pc, patch: &w };
                    high = self.evaluator.eval_bv(pool, t, &at).min(middle);
                }
                Side::Infeasible => low = middle + 1,
                Side::Unknown(reason) => return Err(reason),
            }
        }
        Ok(low)
    }
}
