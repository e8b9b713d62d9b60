//! Why a side is impossible in a region: the interpolant.
//!
//! Idea: each side that the context makes impossible leaves a conjunction over
//! the region's symbols that must stay impossible where the summary is used. A
//! number that decided is itself the reason; else it is the part in the unsat
//! core of path and context. Many reasons about the same numbers become one.
//! Source: document 000, section 3 (interpolants). Cost: a question per
//! decision that no number made.
//!
//! What must never happen: a decision without a reason, or a reason that can
//! hold where the region was made.

use super::value::State;
use super::walker::Walker;
use ep_smt::Answer;
use ep_term::{TermId, VarId};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Reasons about the same symbols that are kept apart.
const MOST_REASONS: usize = 32;

impl Walker<'_> {
    /// Notes that a condition is impossible here, and why: the pattern of the
    /// region must keep it so. A condition that no entry makes possible needs
    /// no reason; one that a number decided gets its own.
    ///
    /// Gives the reason, where it is a new one that was asked for.
    pub fn explain(&mut self, level: usize, st: &State, cond: &[TermId]) -> Vec<TermId> {
        if level == 0 {
            return Vec::new();
        }
        let cond: Vec<TermId> = cond
            .iter()
            .copied()
            .filter(|c| self.cx.pool.as_bool(*c) != Some(true))
            .collect();
        if cond.iter().any(|c| self.cx.pool.as_bool(*c) == Some(false)) {
            return Vec::new();
        }
        let mut all = st.prefix.clone();
        all.extend(&cond);
        if self.regions[level].known.contains(&all) {
            return Vec::new();
        }
        let number = self.by_number(level, &st.prefix, &cond);
        let reason = if !self.parts.interpolation {
            all.clone()
        } else if let Some(c) = number {
            vec![c]
        } else {
            let pool = &mut self.cx.pool;
            if all.len() > 1 && matches!(self.cx.smt.check(pool, &all), Answer::Unsat { .. }) {
                self.regions[level].known.insert(all);
                return Vec::new();
            }
            let own = self.reason(level, st, &cond);
            own.unwrap_or_else(|| all.clone())
        };
        let region = &mut self.regions[level];
        region.known.insert(all);
        if region.given.insert(reason.clone()) {
            region.reasons.push(reason.clone());
        }
        reason
    }

    /// The condition that a number decided, where the path so far says nothing
    /// about it: no solver has to be asked whether both contradict each other.
    fn by_number(&mut self, level: usize, prefix: &[TermId], cond: &[TermId]) -> Option<TermId> {
        let is_false = |w: &mut Self, c: TermId| {
            let root = w.at_root(level, c);
            w.cx.pool.as_bool(root) == Some(false)
        };
        let c = cond.iter().copied().find(|c| is_false(self, *c))?;
        let pool = &self.cx.pool;
        let own: FxHashSet<VarId> = pool.vars(c).iter().copied().collect();
        let apart = |t: &TermId| pool.vars(*t).iter().all(|v| !own.contains(v));
        prefix.iter().all(apart).then_some(c)
    }

    /// Many reasons about the same numbers become one: that they are these.
    /// A counter that a recursion tested at each of its levels has a reason for
    /// each, which together say what it is.
    pub fn fewer(&mut self, level: usize, list: Vec<Vec<TermId>>) -> Vec<Vec<TermId>> {
        if list.len() <= MOST_REASONS || !self.parts.interpolation {
            return list;
        }
        let mut groups: BTreeMap<Vec<VarId>, Vec<Vec<TermId>>> = BTreeMap::new();
        for r in list {
            let vars: BTreeSet<VarId> = r
                .iter()
                .flat_map(|t| self.cx.pool.vars(*t))
                .copied()
                .collect();
            groups
                .entry(vars.into_iter().collect())
                .or_default()
                .push(r);
        }
        let mut out = Vec::new();
        for (vars, mut group) in groups {
            let others = match group.len() > MOST_REASONS {
                true => self.others(level, &vars),
                false => None,
            };
            if let Some(others) = others {
                // Numbers decide all of them, so that who has the same numbers
                // has the same answers.
                group.retain(|r| {
                    !r.iter().any(|c| {
                        let root = self.at_root(level, *c);
                        self.cx.pool.as_bool(root) == Some(false)
                    })
                });
                out.extend(others.into_iter().map(|t| vec![t]));
            }
            out.extend(group);
        }
        out
    }

    /// That each of these is another number than it is here; `None` where one
    /// is none.
    fn others(&mut self, level: usize, vars: &[VarId]) -> Option<Vec<TermId>> {
        let mut out = Vec::new();
        for v in vars {
            let t = self.cx.pool.var_term(*v);
            let root = self.at_root(level, t);
            let pool = &self.cx.pool;
            if pool.as_bv(root).is_none() && pool.as_bool(root).is_none() {
                return None;
            }
            let same = self.cx.pool.eq(t, root);
            out.push(self.cx.pool.not(same));
        }
        Some(out)
    }

    /// The part of prefix and condition that this context contradicts.
    fn reason(&mut self, level: usize, st: &State, cond: &[TermId]) -> Option<Vec<TermId>> {
        // A number decided: the first one that did is the reason.
        for c in cond {
            let root = self.at_root(level, *c);
            if self.cx.pool.as_bool(root) == Some(false) {
                return Some(vec![*c]);
            }
        }
        let mine = st.prefix.len() + cond.len();
        let own: Vec<TermId> = st.prefix.iter().chain(cond).copied().collect();
        let mut all: Vec<TermId> = own.iter().map(|t| self.at_root(level, *t)).collect();
        all.extend(self.regions[level].outer.pc.conjuncts());
        match self.cx.smt.check(&mut self.cx.pool, &all) {
            Answer::Unsat { core } => {
                let list: Vec<TermId> = core
                    .into_iter()
                    .filter(|i| *i < mine)
                    .filter_map(|i| own.get(i).copied())
                    .collect();
                (!list.is_empty()).then_some(list)
            }
            _ => None,
        }
    }
}
