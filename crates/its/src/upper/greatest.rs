//! Counts by the greatest of several measures.
//!
//! Idea: `x, y := y - 2, x + 1` and `x, y := x - 1, x` have no linear measure in common,
//! but the greater one of `2*x + 3` and `2*y` falls in both. For the forms that guards
//! compare it is known by how much each one after a step is below each one before it; so
//! with a number o for each form it falls if for each step and each form i at its target
//! some form j at its source has `i + o(i) <= j + o(j) - 1`. The largest such numbers
//! are a fixed point from above; a form whose number has none is left out. Taken twice
//! or three times a form may also fall by a half or a third in each step.
//! Alternatives: templates for each choice of j (multi-way branching); the lexicographic
//! tuples of maxima and minima that all of size-change termination has. Source: Ben-Amram
//! and Lee, "Ranking functions for size-change termination II", LMCS 2009; offsets are
//! those of difference constraints (Ben-Amram, TOPLAS 30(3), 2008). Cost: a linear
//! program per step and pair of forms, [`ROUNDS`] rounds of comparisons of numbers.

use super::analysis::Analysis;
use super::arithmetic::positive;
use super::derivation::{Because, Greatest};
use super::places::{FactId, Place};
use crate::linear::{Facts, Least};
use crate::num::Int;
use crate::poly::Poly;
use crate::system::{Loc, Rel};
use crate::termination::Edge;
use ep_base::entity::EntityId;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of a part.
const EDGES: usize = 8;
/// Forms of a location.
const FORMS: usize = 4;
/// How often a form is taken.
const TAKEN: u32 = 3;
/// Rounds until the numbers stay.
const ROUNDS: usize = 60;
/// What is further below 0 than this times a form is left out.
const DEEP: i64 = -40;

/// How the forms of a location compare with those of another one along a step:
/// `least[i][j]` is what form j before it is at least above form i after it.
struct Compared {
    source: Loc,
    target: Loc,
    least: Vec<Vec<Option<Int>>>,
}

/// The numbers of the forms; those without one are left out.
type Offsets = BTreeMap<Loc, Vec<Option<Int>>>;

impl Analysis<'_> {
    /// Counts the rules of a part by the greatest of the forms that its guards compare.
    pub(super) fn greatest_of(&mut self, part: &[Edge]) -> Option<()> {
        if part.is_empty() || part.len() > EDGES {
            return None;
        }
        let forms = self.compared_forms(part)?;
        let steps: Option<Vec<Compared>> = part.iter().map(|e| self.compare(e, &forms)).collect();
        let steps = steps?;
        for taken in 1..=TAKEN {
            if self.work.stop.now() {
                return None;
            }
            let Some(offsets) = offsets(&forms, &steps, &Int::from(taken)) else {
                continue;
            };
            if let Some(found) = self.raised(part, &forms, &offsets, &Int::from(taken)) {
                return self.entered_by(part, found);
            }
        }
        None
    }

    /// What guards of the part compare, without numbers, of what some step changes.
    fn compared_forms(&self, part: &[Edge]) -> Option<BTreeMap<Loc, Vec<Poly>>> {
        let n = self.work.dimension();
        let mut out: BTreeMap<Loc, Vec<Poly>> = BTreeMap::new();
        for e in part {
            let rule = self.work.rules.get(e.rule)?;
            let list = out.entry(e.source).or_default();
            for a in &rule.transition.guard {
                let own = a.poly.vars().iter().all(|v| v.index() < n);
                if a.rel != Rel::Ge || !a.poly.is_linear() || !own {
                    continue;
                }
                let f = a.poly.minus(&Poly::constant(a.poly.constant_term()));
                let moves = |e: &Edge| {
                    let rule = self.work.rules.get(e.rule);
                    rule.and_then(|r| self.work.after(r, e.arm, &f)) != Some(f.clone())
                };
                if list.len() < FORMS && !list.contains(&f) && part.iter().any(moves) {
                    list.push(f);
                }
            }
        }
        let whole = part.iter().all(|e| out.contains_key(&e.target));
        (whole && out.values().all(|l| !l.is_empty())).then_some(out)
    }

    fn compare(&self, e: &Edge, forms: &BTreeMap<Loc, Vec<Poly>>) -> Option<Compared> {
        let rule = self.work.rules.get(e.rule)?;
        let mut facts = Facts::new(&self.work.stop, &rule.transition.guard);
        let mut least = Vec::new();
        for g in forms.get(&e.target)? {
            let after = self.work.after(rule, e.arm, g)?;
            let mut row = Vec::new();
            for f in forms.get(&e.source)? {
                row.push(match facts.least(&f.minus(&after)) {
                    Least::Value(v, _) => Some(v.ceil().to_integer()),
                    Least::Nowhere(_) | Least::Open => None,
                });
            }
            least.push(row);
        }
        Some(Compared {
            source: e.source,
            target: e.target,
            least,
        })
    }

    /// The measures with these numbers and one more for all, so that one of them is
    /// at least 1 before each step; with all proofs.
    fn raised(
        &self,
        part: &[Edge],
        forms: &BTreeMap<Loc, Vec<Poly>>,
        offsets: &Offsets,
        taken: &Int,
    ) -> Option<Greatest> {
        let kept = |l: Loc| -> Option<Vec<Poly>> {
            let with = forms.get(&l)?.iter().zip(offsets.get(&l)?);
            let own = with.filter_map(|(f, o)| {
                let o = Poly::constant(o.clone()?);
                Some(f.scaled(taken).plus(&o))
            });
            Some(own.collect())
        };
        let mut shift: Option<Int> = None;
        for e in part {
            let guard = &self.work.rules.get(e.rule)?.transition.guard;
            let mut facts = Facts::new(&self.work.stop, guard);
            let least = kept(e.source)?
                .into_iter()
                .filter_map(|f| match facts.least(&f) {
                    Least::Value(v, _) => Some(v.ceil().to_integer()),
                    _ => None,
                });
            let wanted = Int::one() - least.max()?;
            shift = Some(shift.map_or(wanted.clone(), |s| s.max(wanted)));
        }
        let shift = Poly::constant(shift?);
        let mut at: BTreeMap<Loc, Vec<Poly>> = BTreeMap::new();
        for l in forms.keys() {
            let own = kept(*l)?.iter().map(|f| f.plus(&shift)).collect();
            at.insert(*l, own);
        }
        let depth = at.values().map(Vec::len).max()?;
        for list in at.values_mut() {
            let last = list.last()?.clone();
            list.resize(depth, last);
        }
        let mut strict = Vec::new();
        for e in part {
            let rule = self.work.rules.get(e.rule)?;
            let here = at.get(&e.source)?;
            let one = Poly::from(1);
            let mut above = Vec::new();
            for g in at.get(&e.target)? {
                let after = self.work.after(rule, e.arm, g)?.plus(&one);
                let proof = |f: &Poly| self.prove(e.rule, f.minus(&after));
                let all = here.iter().enumerate();
                above.push(all.filter_map(|(j, f)| Some((j, proof(f)?))).next()?);
            }
            let some = |f: &Poly| self.prove(e.rule, f.minus(&one));
            let all = here.iter().enumerate();
            above.push(all.filter_map(|(j, f)| Some((j, some(f)?))).next()?);
            strict.push(((e.rule, Some(e.arm)), above));
        }
        Some(Greatest {
            at: at.into_iter().collect(),
            strict,
            entries: Vec::new(),
        })
    }

    fn entered_by(&mut self, part: &[Edge], mut found: Greatest) -> Option<()> {
        let members: BTreeSet<_> = part.iter().map(Edge::arc).collect();
        for (l, forms) in found.at.clone() {
            let mut places: Vec<(Place, Option<FactId>)> = Vec::new();
            for a in self.incoming.get(&l).cloned().unwrap_or_default() {
                if !members.contains(&a) {
                    places.push((Place::Arm(a), Some(self.counts[a.0]?)));
                }
            }
            if self.work.file.start == l {
                places.push((Place::Start, None));
            }
            for (place, count) in places {
                let values: Option<Vec<FactId>> =
                    forms.iter().map(|f| self.value(place, f)).collect();
                found.entries.push((values?, count));
            }
        }
        let rules = part.iter().map(|e| e.rule).collect();
        let bound = found.yields(&|f| self.bound(f), &positive);
        self.keep_count(rules, bound, Because::Greatest(found));
        Some(())
    }
}

/// The largest numbers, at most 0, with which each form after a step is below one
/// before it by 1, where forms are taken so often; `None` where none are left.
fn offsets(forms: &BTreeMap<Loc, Vec<Poly>>, steps: &[Compared], taken: &Int) -> Option<Offsets> {
    let mut now: Offsets = (forms.iter())
        .map(|(l, list)| (*l, vec![Some(Int::zero()); list.len()]))
        .collect();
    let deep = Int::from(DEEP) * taken;
    for _ in 0..ROUNDS {
        let mut next = now.clone();
        for s in steps {
            let before = now.get(&s.source)?;
            for (own, row) in next.get_mut(&s.target)?.iter_mut().zip(&s.least) {
                let most = row.iter().zip(before).filter_map(|(c, o)| {
                    let (c, o) = (c.as_ref()?, o.as_ref()?);
                    Some(o + taken * c - 1)
                });
                let most = most.max();
                let fits = |o: &Int| most.as_ref().is_some_and(|m| o <= m);
                if !own.as_ref().is_some_and(fits) {
                    let new = own.take().and(most);
                    *own = new.filter(|o| *o >= deep);
                }
            }
        }
        if next.values().any(|l| l.iter().all(Option::is_none)) {
            return None;
        }
        if next == now {
            return Some(now);
        }
        now = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(least: [[Option<i64>; 2]; 2]) -> Compared {
        Compared {
            source: Loc(0),
            target: Loc(0),
            least: least
                .map(|row| row.map(|c| c.map(Int::from)).to_vec())
                .to_vec(),
        }
    }

    #[test]
    fn what_falls_by_halves_is_taken_twice() {
        let forms = BTreeMap::from([(Loc(0), vec![Poly::from(0), Poly::from(0)])]);
        // x, y := x - 1, x and x, y := y - 2, x + 1.
        let steps = [
            step([[Some(1), None], [Some(0), None]]),
            step([[None, Some(2)], [Some(-1), None]]),
        ];
        assert!(offsets(&forms, &steps, &Int::one()).is_none());
        let found = offsets(&forms, &steps, &Int::from(2)).expect("numbers");
        let wanted = [0, -3].map(|n| Some(Int::from(n))).to_vec();
        assert_eq!(found.get(&Loc(0)), Some(&wanted));
        // What goes up on a circle goes nowhere.
        let circle = [step([[None, Some(1)], [Some(-1), None]])];
        assert!((1..=3).all(|n| offsets(&forms, &circle, &Int::from(n)).is_none()));
        // What only grows is left out.
        let one = [step([[Some(1), None], [None, Some(-1)]])];
        let found = offsets(&forms, &one, &Int::one()).expect("numbers");
        assert_eq!(found.get(&Loc(0)), Some(&vec![Some(Int::zero()), None]));
    }
}
