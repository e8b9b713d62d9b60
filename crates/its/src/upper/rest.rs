//! Counts of what the measures of termination leave without one.
//!
//! Idea: a measure that proves that a loop ends need not be bounded where the loop is
//! entered: `x - y` falls while y grows up to x, and each time that an outer loop sets
//! x to any number there is no bound of it. Another measure may be: with the guard `x
//! <= z` it is `z - y`. So what has no count is asked, component by component of what
//! is left, for measures without one of the variables that its guards speak of.
//! Alternative: measures whose value at the entries is minimal, by a linear program
//! over all of them, where the sizes at the entries are not linear. Source: local
//! ranking functions per part as in Brockschmidt et al., TOPLAS 2016, section 3.2;
//! the choice by what they do not speak of is ours, and rests on nothing, since what is
//! found is a measure like any other. Cost: [`TRIED`] linear programs per component,
//! where something has no count only.

use super::analysis::Analysis;
use super::places::Named;
use crate::poly::Var;
use crate::termination::{components, ranking, Edge};
use std::collections::BTreeSet;

/// Variables that are left out, one at a time.
const TRIED: usize = 8;
/// Edges of a part that is asked.
const EDGES: usize = 12;

impl Analysis<'_> {
    /// Counts rules of a component that have no count by measures without a variable.
    pub(super) fn rest(&mut self, list: &[Edge], named: &Named) {
        loop {
            let open = |own: &Self| -> Vec<Edge> {
                let none = |e: &&Edge| own.counts.get(e.rule).is_some_and(Option::is_none);
                list.iter().filter(none).copied().collect()
            };
            let left = open(self);
            let before = left.len();
            for part in components(self.work, &left) {
                if part.len() <= EDGES {
                    self.without_each(&part, named);
                }
                let none = |e: &Edge| self.counts.get(e.rule).is_some_and(Option::is_none);
                if part.iter().all(none) {
                    self.greatest_of(&part);
                }
            }
            if self.work.stop.now() || open(self).len() == before {
                return;
            }
        }
    }

    fn without_each(&mut self, part: &[Edge], named: &Named) {
        let rules = part.iter().filter_map(|e| self.work.rules.get(e.rule));
        let n = self.work.dimension();
        let atoms = rules.flat_map(|r| &r.transition.guard);
        let vars: BTreeSet<Var> = atoms.flat_map(|a| a.poly.vars()).collect();
        for v in vars.into_iter().filter(|v| (v.0 as usize) < n).take(TRIED) {
            let without = BTreeSet::from([v]);
            for r in ranking::across_without(self.work, part, &without) {
                self.counted(named, &r);
            }
            let done = |e: &Edge| self.counts.get(e.rule).is_none_or(Option::is_some);
            if self.work.stop.now() || part.iter().all(done) {
                return;
            }
        }
    }
}
