//! Measures that fall to half of themselves.
//!
//! Idea: a measure that counts falls by at least 1; where it also becomes at most half
//! of what it was, and was at least 1, each firing takes a bit from it: so often as its
//! bit length says at the entry, and never more often than its value there. So the same
//! measure is asked for that before its value is taken. Source: Albert, Arenas, Genaim
//! and Puebla, "Closed-form upper bounds in static cost analysis", JAR 46(2), 2011, for
//! measures that are divided; the checker's rule `log` has the proof. Cost: a linear
//! program for each transition on which it does not fall by a number alone.

use super::analysis::Analysis;
use super::arithmetic::folded;
use super::derivation::{Because, Halved};
use super::places::{FactId, Falls, Member, Placed};
use crate::bound::Bound;
use crate::linear::Proof;

impl Analysis<'_> {
    /// Counts what a measure halves, where it halves all that it falls on.
    pub(super) fn halved(
        &mut self,
        placed: &Placed,
        entries: &[(FactId, Option<FactId>)],
    ) -> Option<()> {
        let (rules, bound, because) = self.halving(placed, entries)?;
        self.keep_count(rules, bound, because);
        Some(())
    }

    /// How often what a measure halves, where it halves all that it falls on, and why.
    pub(super) fn halving(
        &self,
        placed: &Placed,
        entries: &[(FactId, Option<FactId>)],
    ) -> Option<(Vec<usize>, Bound, Because)> {
        let strict: Option<Vec<Falls>> = (placed.strict.iter())
            .map(|(m, [_, bounded])| {
                let half = self.at_most_half(placed, *m)?;
                Some((*m, [half, bounded.clone()]))
            })
            .collect();
        let halved = Halved {
            at: placed.at.clone(),
            inside: placed.inside.clone(),
            strict: strict?,
            entries: entries.to_vec(),
        };
        let rules: Vec<usize> = halved.strict.iter().map(|s| s.0 .0).collect();
        let bound: Bound = folded(halved.yields(&|f| self.bound(f)));
        Some((rules, bound, Because::Halved(halved)))
    }

    /// Why twice the measure behind a member is at most the measure before it.
    fn at_most_half(&self, placed: &Placed, (rule, arm): Member) -> Option<Proof> {
        let r = self.work.rules.get(rule)?;
        let at = |l| (placed.at.iter()).find_map(|(m, f)| (*m == l).then_some(f));
        let before = at(r.transition.source)?;
        let arm = arm?;
        let target = r.transition.arms.get(arm)?.target;
        let after = self.work.after(r, arm, at(target)?)?;
        // Falling by a number is no halving, but near 0.
        if before.minus(&after).as_constant().is_some() {
            return None;
        }
        self.prove(rule, before.minus(&after.scaled(&2.into())))
    }
}
