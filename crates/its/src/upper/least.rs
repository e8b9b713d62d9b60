//! The least of several counts.
//!
//! Idea: a loop with two conditions has two measures, and neither is better than
//! the other: `while (x > 0 && y > 0) { x--; y--; }` makes at most `min(x, y)`
//! rounds. For each variable of a measure a part is asked for another one without
//! it. What another one counts is compared with what is known on a grid of values
//! at the start: where it is nowhere more it takes its place, where it is nowhere
//! less it is dropped, and else the least of both is the count. The grid decides
//! only which true bound is told, so nothing rests on it. Alternative: bounds of
//! all measures side by side to the end, whose number is a product over components.
//! Source: the minimum over ranking functions of Brockschmidt et al., TOPLAS 2016,
//! section 3.2, where the better one is chosen by its degree. Cost: a linear
//! program per variable and edge, for small parts only, and [`POINTS`] evaluations.

use super::analysis::Analysis;
use super::derivation::{About, Because};
use super::places::{FactId, Named};
use crate::bound::{Bound, Value};
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::termination::{ranking, Edge, Ranked};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Edges of a part that is asked for other measures.
const EDGES: usize = 6;
/// How often a part is asked for other measures.
const TRIED: usize = 6;
/// Counts in a least one.
const PARTS: usize = 3;
/// Values at the start that bounds are compared at.
const POINTS: u64 = 60;
/// What a variable is there.
const VALUES: [i64; 12] = [-40, -1, 0, 1, 2, 3, 7, 20, 100, 1_000, 5_000, 1_000_000];

/// How a bound compares with another one on the grid; nothing where each is less
/// somewhere.
pub(crate) fn compared(a: &Bound, b: &Bound) -> Option<Ordering> {
    let mut vars = BTreeSet::new();
    a.variables(&mut vars);
    b.variables(&mut vars);
    let mut state: u64 = 0x2545_f491_4f6c_dd1d;
    let mut out = Ordering::Equal;
    for _ in 0..POINTS {
        let mut point: BTreeMap<Var, Int> = BTreeMap::new();
        for v in &vars {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let value = VALUES.get((state >> 20) as usize % VALUES.len());
            point.insert(*v, Int::from(value.copied().unwrap_or_default()));
        }
        let at = |bound: &Bound| bound.evaluate(&|v| point.get(&v).cloned());
        let here = match (at(a), at(b)) {
            (Some(Value::Int(a)), Some(Value::Int(b))) => a.cmp(&b),
            (Some(Value::Int(_)), Some(Value::Unbounded)) => Ordering::Less,
            (Some(Value::Unbounded), Some(Value::Int(_))) => Ordering::Greater,
            _ => Ordering::Equal,
        };
        match (out, here) {
            (_, Ordering::Equal) => {}
            (Ordering::Equal, _) => out = here,
            (before, now) if before == now => {}
            _ => return None,
        }
    }
    Some(out)
}

impl Analysis<'_> {
    /// Counts of the rules of a part by measures without a variable of those that
    /// are known.
    pub(super) fn others(&mut self, list: &[Edge], named: &Named, whole: &[Ranked]) {
        if list.len() > EDGES {
            return;
        }
        let speaks = |r: &Ranked| -> BTreeSet<Var> {
            let levels = r.measure.iter().flat_map(|(_, levels)| levels);
            levels.flat_map(Poly::vars).collect()
        };
        // What is to be done without: one variable of a measure, then one more of
        // the measure that is found.
        let mut waiting: VecDeque<BTreeSet<Var>> = VecDeque::new();
        let mut tried: BTreeSet<BTreeSet<Var>> = BTreeSet::new();
        let first: BTreeSet<Var> = whole.iter().flat_map(speaks).collect();
        waiting.extend(first.into_iter().map(|v| BTreeSet::from([v])));
        while let Some(without) = waiting.pop_front() {
            if tried.len() >= TRIED || self.work.stop.now() {
                return;
            }
            if !tried.insert(without.clone()) {
                continue;
            }
            for r in ranking::across_without(self.work, list, &without) {
                waiting.extend(speaks(&r).into_iter().map(|v| {
                    let mut more = without.clone();
                    more.insert(v);
                    more
                }));
                self.another(named, &r);
            }
        }
    }

    /// One more count of what a measure falls on.
    fn another(&mut self, named: &Named, r: &Ranked) -> Option<()> {
        let placed = self.placed(named, r)?;
        let rules: Vec<usize> = placed.strict.iter().map(|s| s.0 .0).collect();
        let places = self.leading_in(&placed)?;
        let entries = self.sizes(&places)?;
        let (bound, why) = match self.halving(&placed, &entries) {
            Some((_, bound, because)) => (bound, because),
            None => {
                let bound = self.rounds(0, &entries);
                (bound, placed.because(0, entries))
            }
        };
        // What one fact counts together is paid for once: it stays together.
        let mut known: BTreeSet<FactId> = rules.iter().filter_map(|r| self.counts[*r]).collect();
        known.retain(|f| {
            let counted = self.counts.iter().enumerate();
            let mut own = counted.filter(|(_, c)| **c == Some(*f));
            own.all(|(rule, _)| rules.contains(&rule))
        });
        let mut new: Option<FactId> = None;
        for old in known {
            let before = self.bound(old);
            let order = compared(&bound, &before);
            let same = bound.degree() == before.degree() && bound.degree() != Some(0);
            if !(order == Some(Ordering::Less) || order.is_none() && same) {
                continue;
            }
            let id = match new {
                Some(id) => id,
                None => self.fact(About::Count(rules.clone()), bound.clone(), why.clone()),
            };
            new = Some(id);
            let counted = self.counts.iter().enumerate();
            let own: Vec<usize> = counted
                .filter(|(_, c)| **c == Some(old))
                .map(|(rule, _)| rule)
                .collect();
            let better = match order {
                Some(_) => id,
                None => self.both(old, id, &own)?,
            };
            if [id, better]
                .map(|f| self.bound(f))
                .contains(&Bound::Unbounded)
            {
                return None;
            }
            for rule in own {
                self.counts[rule] = Some(better);
            }
            self.questions.forget();
        }
        Some(())
    }

    /// The least of two counts of some rules.
    fn both(&mut self, old: FactId, new: FactId, rules: &[usize]) -> Option<FactId> {
        let mut parts = match &self.facts.get(old.0 as usize)?.because {
            Because::Least(parts) => parts.clone(),
            _ => vec![old],
        };
        if parts.len() >= PARTS {
            return Some(old);
        }
        parts.push(new);
        let bound = Bound::min(parts.iter().map(|f| self.bound(*f)));
        let about = About::Count(rules.to_vec());
        Some(self.fact(about, bound, Because::Least(parts)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_compared_everywhere() {
        let [x, y] = [0, 1].map(|i| Bound::Var(Var(i)).at_least_zero());
        let sum = Bound::sum([x.clone(), y.clone()]);
        assert_eq!(compared(&x, &y), None);
        assert_eq!(compared(&x, &sum), Some(Ordering::Less));
        assert_eq!(compared(&sum, &y), Some(Ordering::Greater));
        assert_eq!(compared(&x, &x), Some(Ordering::Equal));
        assert_eq!(compared(&x, &Bound::Unbounded), Some(Ordering::Less));
    }
}
