//! Which of two sums is the highest: MERGE-WITNESS with its condition.
//!
//! Idea: a sum is left out where another one is never below it: for all values,
//! or by what is known where the region is walked, which then joins the
//! pattern. What is kept is the difference alone, so that two levels of a
//! recursion that compare the same sizes have one condition. Source: document
//! 000, section 3 (dominance) and Figure 8, which forgets the condition. Cost:
//! a question per comparison that ranges do not decide.
//!
//! What must never happen: a sum is left out by what only this context knows,
//! and the pattern does not say so.

use super::sum::Bytes;
use super::walker::{AtMost, Candidate, Walker};
use ep_smt::Answer;
use ep_term::TermId;

/// Parts of a difference that a solver is asked about.
const FEW_PARTS: usize = 8;

impl Walker<'_> {
    /// Whether one number of bytes is at most the other one where a path is
    /// taken: for all values, or by what is known here, which is then part of
    /// the dominance.
    pub fn at_most(&mut self, level: usize, when: TermId, small: &Bytes, big: &Bytes) -> bool {
        if small.at_most(big, &self.cx.pool) {
            return true;
        }
        let d = big.minus(small);
        if d.len() <= FEW_PARTS && self.impossible_anywhere(when, &d) {
            return true;
        }
        if level == 0 || !self.parts.dominance {
            return false;
        }
        let pc = self.regions[level].outer.pc.clone();
        self.keeps(level, &pc, when, d)
    }

    /// That a sum is not negative where a path is taken joins the pattern, if
    /// it is so. Where it is so on all paths, that is asked for: else every
    /// path that uses a summary would have a condition of its own, and a
    /// recursion twice as many at each level.
    pub fn keeps(
        &mut self,
        level: usize,
        pc: &ep_smt::PathCondition,
        when: TermId,
        rest: Bytes,
    ) -> bool {
        let never = self.cx.pool.as_bool(when) == Some(false);
        if never || rest.least(&self.cx.pool) >= 0 || level == 0 {
            return true;
        }
        let d = self.bytes_at_root(level, &rest);
        let tru = self.cx.pool.tru();
        let when = match self.never_negative(pc, tru, &d) {
            true => tru,
            false => {
                let root = self.at_root(level, when);
                if !self.never_negative(pc, root, &d) {
                    return false;
                }
                when
            }
        };
        let region = &mut self.regions[level];
        match region.dominance.iter_mut().find(|a| a.rest == rest) {
            Some(a) if a.when == tru || a.when == when => {}
            Some(a) => a.when = self.cx.pool.or(a.when, when),
            None => region.dominance.push(AtMost { when, rest }),
        }
        true
    }

    /// Whether no context at all makes this negative where a path is taken.
    fn impossible_anywhere(&mut self, when: TermId, d: &Bytes) -> bool {
        if d.as_number().is_some() {
            return false;
        }
        let Some(negative) = d.negative(&mut self.cx.pool, FEW_PARTS) else {
            return false;
        };
        let pool = &mut self.cx.pool;
        matches!(
            self.cx.smt.check(pool, &[when, negative]),
            Answer::Unsat { .. }
        )
    }

    /// Whether a number over the inputs is not negative on a path where a
    /// condition holds.
    pub fn never_negative(&mut self, pc: &ep_smt::PathCondition, when: TermId, d: &Bytes) -> bool {
        if d.least(&self.cx.pool) >= 0 || self.cx.pool.as_bool(when) == Some(false) {
            return true;
        }
        let negative = match d.as_number() {
            Some(n) => self.cx.pool.boolean(n < 0),
            None => match d.negative(&mut self.cx.pool, FEW_PARTS) {
                Some(c) => c,
                None => return false,
            },
        };
        let cond = self.cx.pool.and(when, negative);
        match self.cx.pool.as_bool(cond) {
            Some(b) => !b,
            None => self
                .cx
                .smt
                .feasible(&mut self.cx.pool, pc, cond)
                .is_infeasible(),
        }
    }

    /// A sum that may be the highest of this region.
    pub fn candidate(&mut self, level: usize, new: Candidate) {
        let mut new = new;
        let mut list = std::mem::take(&mut self.regions[level].high);
        let mut kept = Vec::with_capacity(list.len() + 1);
        let mut covered = false;
        for mut old in list.drain(..) {
            // Comparing is what takes time: all of them are there, too.
            if covered || self.budget.stop_now().is_some() {
                kept.push(old);
            } else if self.at_most(level, new.within, &new.sum, &old.sum) {
                if new.sum == old.sum {
                    old.path = self.cx.pool.or(old.path, new.path);
                }
                old.within = self.cx.pool.or(old.within, new.within);
                covered = true;
                kept.push(old);
            } else if self.at_most(level, old.within, &old.sum, &new.sum) {
                new.within = self.cx.pool.or(old.within, new.within);
            } else {
                kept.push(old);
            }
        }
        if !covered {
            kept.push(new);
        }
        self.regions[level].high = kept;
    }
}
