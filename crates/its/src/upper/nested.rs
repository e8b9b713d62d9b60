//! Counts by nested (multiphase) measures.
//!
//! Idea: the first value falls with each firing, each next one falls by what the
//! one before it is below 1. With all of them at most M at the entry there are at
//! most d * (M + 1) firings, where d is how many there are: the values are below
//! polynomials in the number of firings whose last one is negative from there on
//! (the checker's module `nest` has the proof). Source: Ben-Amram and Genaim, CAV
//! 2017; Giesl, Lommen, Hark and Meyer, "Improving automatic complexity analysis
//! of integer programs", 2022. Cost: one value question per entry and level.

use super::analysis::Analysis;
use super::arithmetic::positive;
use super::derivation::{Because, Nest};
use super::places::{FactId, Member, Named, Place};
use crate::linear::Proof;
use crate::system::Loc;
use crate::termination::Ranked;
use std::collections::BTreeSet;

impl Analysis<'_> {
    /// Counts what nested measures rule out, and says what that is.
    pub(super) fn nested(&mut self, named: &Named, r: &Ranked) -> Option<Vec<usize>> {
        // Rules with several arms inside are none of these; they are entries.
        let known = |list: &[(String, usize, Vec<Proof>)]| -> Vec<(Member, Vec<Proof>)> {
            let one = |(n, arm, p): &(String, usize, Vec<Proof>)| {
                let rule = named.get(&(n.clone(), *arm))?;
                Some(((*rule, Some(*arm)), p.clone()))
            };
            list.iter().filter_map(one).collect()
        };
        let mut nest = Nest {
            at: r.measure.clone(),
            inside: known(&r.weak),
            strict: known(&r.strict),
            entries: Vec::new(),
        };
        let rules: Vec<usize> = nest.strict.iter().map(|s| s.0 .0).collect();
        if rules.is_empty() {
            return None;
        }
        if rules.iter().all(|r| self.counts[*r].is_some()) {
            return Some(rules);
        }
        let members: BTreeSet<Member> = (nest.inside.iter().chain(&nest.strict))
            .map(|m| m.0)
            .collect();
        let sources: BTreeSet<Loc> = members
            .iter()
            .filter_map(|m| Some(self.work.rules.get(m.0)?.transition.source))
            .collect();
        for l in sources {
            let levels = r.measure.iter().find(|(m, _)| *m == l)?.1.clone();
            let mut places: Vec<(Place, Option<FactId>)> = Vec::new();
            for a in self.incoming.get(&l).cloned().unwrap_or_default() {
                if !members.contains(&(a.0, Some(a.1))) {
                    places.push((Place::Arm(a), Some(self.counts[a.0]?)));
                }
            }
            if self.work.file.start == l {
                places.push((Place::Start, None));
            }
            for (place, count) in places {
                let values: Option<Vec<FactId>> =
                    levels.iter().map(|f| self.value(place, f)).collect();
                nest.entries.push((values?, count));
            }
        }
        let bound = nest.yields(&|f| self.bound(f), &positive);
        self.keep_count(rules.clone(), bound, Because::Nest(nest));
        Some(rules)
    }
}
