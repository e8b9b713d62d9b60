//! Upper bounds of the cost of runs.
//!
//! Idea: what is known are facts: a *value* fact bounds a polynomial right after
//! an edge by an expression over the initial values, a *count* fact bounds how
//! often transitions fire in a whole run. A measure that falls in a transition
//! bounds its firings by the sum, over the edges that enter the measure's part,
//! of their count times the measure's value there; values that grow in a loop
//! grow by at most count times growth. So counts and values are found in turn,
//! component by component. Sizes have two sides (a polynomial and its opposite
//! are two questions), so signs are kept.
//! Every fact is one of the rules of `docs/certificates.md`, where they are
//! stated; [`write`] prints them.
//! Alternatives: sizes as absolute values (Brockschmidt et al., TOPLAS 2016,
//! whose alternation this is), which lose signs; cost relations (Albert et al.).
//! Where runs are trees (a rule has several arms), an edge is one arm, and what
//! a path meets is at most what the whole tree does; [`calls`] counts firings.
//! Cost: a few linear programs per edge and polynomial that is asked for,
//! bounded by [`questions::Questions`].

mod analysis;
mod arithmetic;
mod calls;
mod capped;
mod closed;
mod derivation;
mod explain;
mod exponential;
mod greatest;
mod guesses;
mod halved;
mod joint;
mod least;
mod live;
mod nested;
mod paid;
mod places;
mod questions;
mod recurrence;
mod rest;
mod size;
mod write;

use crate::bound::Bound;
use crate::linear::{self, Proof};
use crate::num::Int;
use crate::poly::Poly;
use crate::system::Loc;
use crate::termination::{components, edges, ranking, Edge, Ranked, Termination};
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

use analysis::Analysis;
use arithmetic::{folded, measure, positive};
use derivation::{About, Because, Part};
use places::{Arc, FactId, Falls, Measure, Member, Named, Place, Placed};

pub(crate) use closed::ended;
pub use derivation::{Counted, Ended, Upper};
pub(crate) use explain::{explained, explained_counts, explained_forms};
pub(crate) use exponential::Sum;
pub(crate) use least::compared;
pub use paid::paid;
pub use write::{certificate, claim};
pub(crate) use write::{counted as counted_step, ended as ended_step};

/// Components from which on questions are asked in their order.
const LONG: usize = 12;
/// The greatest depth of nested measures of a whole part.
const MAX_DEPTH: u32 = 3;

/// An upper bound of the cost of every run; `None` where there is none.
pub fn find(t: &Termination) -> Option<Upper> {
    let whole = analysed(t, false)?;
    let spent = whole.questions.spent();
    // What was asked in search of something better was missing elsewhere.
    let again = || analysed(t, true)?.total();
    whole.total().or_else(|| spent.then(again)?)
}

/// Why every run ends, where each rule of what is left open has a count.
pub fn finite(t: &Termination) -> Option<Counted> {
    let a = analysed(t, false)?;
    let mut counts: Vec<(usize, FactId)> = Vec::new();
    for e in t.open.iter().flatten() {
        let count = a.counts.get(e.rule).copied().flatten()?;
        if !counts.contains(&(e.rule, count)) {
            counts.push((e.rule, count));
        }
    }
    Some(Counted {
        facts: a.facts,
        counts,
    })
}

/// All that is found about counts and values; `None` when the time is over.
/// `frugal`: the first answer to a question is taken.
fn analysed(t: &Termination, frugal: bool) -> Option<Analysis<'_>> {
    let work = &t.work;
    if work.stop.now() {
        return None;
    }
    let all = edges(work);
    let parts = components(work, &all);
    let mut part = BTreeMap::new();
    for (i, list) in parts.iter().enumerate() {
        part.extend(list.iter().map(|e| (e.arc(), i)));
    }
    let mut incoming: BTreeMap<Loc, Vec<Arc>> = BTreeMap::new();
    for e in &all {
        incoming.entry(e.target).or_default().push(e.arc());
    }
    let mut a = Analysis {
        work,
        live: match parts.len() > LONG {
            true => live::live(work),
            false => BTreeMap::new(),
        },
        incoming,
        part,
        trees: work.rules.iter().any(|r| r.transition.arms.len() > 1),
        parts,
        facts: Vec::new(),
        counts: vec![None; work.rules.len()],
        memo: BTreeMap::new(),
        questions: questions::Questions::of(work.rules.len(), work.dimension()),
        frugal,
        nodes: 0,
    };
    a.once();
    // A later component's count may be what an earlier value was missing.
    for _ in 0..2 {
        a.arrivals();
        for i in 0..a.parts.len() {
            a.component(i, &t.rankings);
            a.arrivals();
        }
        if a.counts.iter().all(Option::is_some) {
            break;
        }
        a.memo.clear();
        a.questions.forget();
    }
    Some(a)
}

impl Analysis<'_> {
    /// Rules on no cycle fire once, where nothing is called.
    fn once(&mut self) {
        if self.trees {
            return;
        }
        for i in 0..self.work.rules.len() {
            if !self.part.contains_key(&(i, 0)) {
                let one = Bound::constant(1);
                let id = self.fact(About::Count(vec![i]), one, Because::Once);
                self.counts[i] = Some(id);
            }
        }
    }

    /// Counts the rules of a component as far as measures reach.
    fn component(&mut self, part: usize, rankings: &[Ranked]) {
        let Some(list) = self.parts.get(part).cloned() else {
            return;
        };
        if self.parts.len() > LONG {
            self.led_to(&list);
        }
        let branching = self.branching(&list);
        if !branching.is_empty() {
            self.called(&list, &branching);
            // Paths cannot follow two arms, so these are entries from here on.
            if branching.iter().any(|r| self.counts[*r].is_none()) {
                return;
            }
        }
        let list: Vec<Edge> = (list.into_iter())
            .filter(|e| !branching.contains(&e.rule))
            .collect();
        let named: Named = list
            .iter()
            .filter_map(|e| Some(((self.work.rules.get(e.rule)?.name.clone(), e.arm), e.rule)))
            .collect();
        // What pays for the whole part first: it is not paid for again each time
        // that an inner loop starts.
        let whole = ranking::across(self.work, &list, 1);
        for r in &whole {
            self.counted(&named, r);
        }
        let mut live = list.clone();
        for r in rankings {
            let counted = match r.measure.iter().all(|(_, m)| m.len() == 1) {
                true => self.counted(&named, r),
                false => self.nested(&named, r),
            };
            let Some(rules) = counted else {
                continue;
            };
            live.retain(|e| !rules.contains(&e.rule));
            self.between(&mut live);
        }
        self.closed_loops(&list);
        // What loops of an inner location were in the way of.
        for r in rankings {
            if list.iter().all(|e| self.counts[e.rule].is_some()) {
                break;
            }
            if r.measure.iter().all(|(_, m)| m.len() == 1) {
                self.counted(&named, r);
            }
        }
        // Phases of the whole part, where those of a rest have entries that depend
        // on what is counted.
        for depth in 2..=MAX_DEPTH {
            if list.iter().all(|e| self.counts[e.rule].is_some()) {
                break;
            }
            for r in ranking::across(self.work, &list, depth) {
                self.nested(&named, &r);
            }
        }
        self.rest(&list, &named);
        if !self.frugal {
            self.others(&list, &named, &whole);
        }
    }

    /// Asks how large the variables that are read from there on are where a component
    /// is entered, so
    /// that questions of later components end there and do not go back through a
    /// long row of loops.
    fn led_to(&mut self, list: &[Edge]) {
        let places: BTreeSet<Loc> = list.iter().map(|e| e.source).collect();
        for l in places {
            for a in self.incoming.get(&l).cloned().unwrap_or_default() {
                if list.iter().any(|e| e.arc() == a) {
                    continue;
                }
                // What is set anew before it is read again is nobody's size.
                for v in self.live.get(&l).cloned().unwrap_or_default() {
                    let x = Poly::var(v);
                    self.value(Place::Arm(a), &x);
                    self.value(Place::Arm(a), &x.negated());
                }
            }
        }
    }

    /// A measure over rules by position: what keeps it, what it falls on, and its
    /// value at each location, which is at least 1 where it falls.
    fn placed(&self, named: &Named, r: &Ranked) -> Option<Placed> {
        let member = |n: &String, arm: usize| {
            let rule = named.get(&(n.clone(), arm))?;
            Some((*rule, Some(arm)))
        };
        let strict: Vec<Falls> = (r.strict.iter())
            .filter_map(|(n, arm, p)| match p.as_slice() {
                [a, b] => Some((member(n, *arm)?, [a.clone(), b.clone()])),
                _ => None,
            })
            .collect();
        let inside: Vec<(Member, Proof)> = (r.weak.iter())
            .filter_map(|(n, arm, p)| Some((member(n, *arm)?, p.first()?.clone())))
            .collect();
        if strict.is_empty() {
            return None;
        }
        let at: Vec<(Loc, Poly)> = (r.measure.iter())
            .filter_map(|(l, m)| Some((*l, m.first()?.clone())))
            .collect();
        let (at, strict) = self.lowered(&at, &strict)?;
        Some(Placed { at, inside, strict })
    }

    /// Counts what a measure rules out, and says what that is.
    fn counted(&mut self, named: &Named, r: &Ranked) -> Option<Vec<usize>> {
        let Placed { at, inside, strict } = self.placed(named, r)?;
        let rules: Vec<usize> = strict.iter().map(|s| s.0 .0).collect();
        self.rank(0, at, inside, strict);
        Some(rules)
    }

    /// The measure minus a number, so that it is at least 1, and somewhere 1,
    /// where it falls.
    fn lowered(&self, at: &[(Loc, Poly)], strict: &[Falls]) -> Option<(Measure, Vec<Falls>)> {
        let mut least: Option<Int> = None;
        for (r, _) in strict {
            let t = &self.work.rules.get(r.0)?.transition;
            let f = &at.iter().find(|a| a.0 == t.source)?.1;
            let here = match linear::Facts::new(&self.work.stop, &t.guard).least(f) {
                linear::Least::Value(v, _) => v.ceil().to_integer(),
                _ => continue,
            };
            least = Some(least.map_or(here.clone(), |l| l.min(here)));
        }
        let by = Poly::constant(least.unwrap_or_default() - Int::one());
        let at: Vec<(Loc, Poly)> = at.iter().map(|(l, f)| (*l, f.minus(&by))).collect();
        let mut out = Vec::new();
        for (r, [falls, _]) in strict {
            let source = self.work.rules.get(r.0)?.transition.source;
            let f = &at.iter().find(|a| a.0 == source)?.1;
            let bounded = self.prove(r.0, f.minus(&Poly::from(1)))?;
            out.push((*r, [falls.clone(), bounded]));
        }
        Some((at, out))
    }

    /// Counts edges that are on no cycle of what is left.
    fn between(&mut self, live: &mut Vec<Edge>) {
        let kept: BTreeSet<Edge> = components(self.work, live).into_iter().flatten().collect();
        let gone: Vec<Edge> = live.iter().copied().filter(|e| !kept.contains(e)).collect();
        for e in &gone {
            if self.counts[e.rule].is_some() {
                continue;
            }
            // 1 where the edge can still be reached.
            let mut reach: BTreeSet<Loc> = BTreeSet::from([e.source]);
            while let Some(l) = live
                .iter()
                .find(|x| reach.contains(&x.target) && !reach.contains(&x.source))
            {
                reach.insert(l.source);
            }
            let places: BTreeSet<Loc> = live.iter().flat_map(|x| [x.source, x.target]).collect();
            let one = |l: &Loc| Poly::from(i64::from(reach.contains(l)));
            let at = places.iter().map(|l| (*l, one(l))).collect();
            let plain = || Proof::Farkas(Vec::new());
            let member = |x: &Edge| (x.rule, Some(x.arm));
            let inside = live.iter().filter(|x| x.rule != e.rule);
            let inside = inside.map(|x| (member(x), plain())).collect();
            self.rank(0, at, inside, vec![(member(e), [plain(), plain()])]);
        }
        live.retain(|e| kept.contains(e));
    }

    /// The rule `rank` with weight 1.
    fn rank(
        &mut self,
        slack: u32,
        at: Vec<(Loc, Poly)>,
        inside: Vec<(Member, Proof)>,
        strict: Vec<Falls>,
    ) -> Option<()> {
        let rules: Vec<usize> = strict.iter().map(|s| s.0 .0).collect();
        if rules.iter().all(|r| self.counts[*r].is_some()) {
            return Some(());
        }
        let placed = Placed { at, inside, strict };
        let places = self.leading_in(&placed)?;
        let Some(entries) = self.sizes(&places) else {
            // Whatever it is there: it may be bounded where it falls.
            let Placed { at, inside, strict } = placed;
            return self.rank_capped(rules, at, inside, strict, &places);
        };
        if slack == 0 && self.halved(&placed, &entries).is_some() {
            return Some(());
        }
        let bound = self.rounds(slack, &entries);
        let sizes = entries.iter().map(|(v, _)| measure(&self.bound(*v)).0);
        if sizes.max().is_some_and(|d| d > 0) {
            self.rank_capped(
                rules.clone(),
                placed.at.clone(),
                placed.inside.clone(),
                placed.strict.clone(),
                &places,
            );
        }
        let because = placed.because(slack, entries);
        self.keep_count(rules, bound, because);
        Some(())
    }

    /// Where a part is entered that a measure speaks of, how often, and what the
    /// measure is there; `None` where it is not known how often.
    fn leading_in(&self, placed: &Placed) -> Option<Vec<(Place, Option<FactId>, Poly)>> {
        let members: BTreeSet<Member> = (placed.strict.iter().map(|s| s.0))
            .chain(placed.inside.iter().map(|i| i.0))
            .collect();
        let sources: BTreeSet<Loc> = members
            .iter()
            .filter_map(|m| Some(self.work.rules.get(m.0)?.transition.source))
            .collect();
        let mut places: Vec<(Place, Option<FactId>, Poly)> = Vec::new();
        for l in sources {
            let f = placed.at.iter().find(|a| a.0 == l).map(|a| a.1.clone())?;
            for a in self.incoming.get(&l).cloned().unwrap_or_default() {
                if !members.contains(&(a.0, Some(a.1))) {
                    places.push((Place::Arm(a), Some(self.counts[a.0]?), f.clone()));
                }
            }
            if self.work.file.start == l {
                places.push((Place::Start, None, f));
            }
        }
        Some(places)
    }

    /// A fact about the measure at each place.
    fn sizes(
        &mut self,
        places: &[(Place, Option<FactId>, Poly)],
    ) -> Option<Vec<(FactId, Option<FactId>)>> {
        let one = |(place, count, f): &(Place, Option<FactId>, Poly)| {
            Some((self.value(*place, f)?, *count))
        };
        places.iter().map(one).collect()
    }

    /// The sum of counts times sizes.
    fn rounds(&self, slack: u32, entries: &[(FactId, Option<FactId>)]) -> Bound {
        let each = entries.iter().map(|(value, count)| {
            let size = positive(Bound::sum([self.bound(*value), Bound::constant(slack)]));
            let times = count.map_or(Bound::constant(1), |c| self.bound(c));
            folded(Bound::product([times, size]))
        });
        Bound::sum(each)
    }

    /// The rule `cap`: what the measure is where it falls has a greatest number.
    fn rank_capped(
        &mut self,
        rules: Vec<usize>,
        at: Measure,
        inside: Vec<(Member, Proof)>,
        strict: Vec<Falls>,
        places: &[(Place, Option<FactId>, Poly)],
    ) -> Option<()> {
        let cap = capped::cap(self.work, at, inside, strict, places)?;
        let bound = cap.yields(&|f| self.bound(f));
        self.keep_count(rules, bound, Because::Cap(cap));
        Some(())
    }

    /// A count fact, for the rules of which nothing better is known.
    fn keep_count(&mut self, rules: Vec<usize>, bound: Bound, because: Because) {
        let id = self.fact(About::Count(rules.clone()), bound, because);
        if self.bound(id) == Bound::Unbounded {
            return;
        }
        for r in rules {
            let better = match self.counts[r] {
                None => true,
                Some(old) => measure(&self.bound(id)) < measure(&self.bound(old)),
            };
            if better {
                // What had no answer may have one with it.
                self.questions.forget();
                self.counts[r] = Some(id);
            }
        }
    }

    /// The cost of all rules.
    fn total(mut self) -> Option<Upper> {
        let mut parts: Vec<Part> = Vec::new();
        let mut bounds: Vec<Bound> = Vec::new();
        let mut shared: BTreeMap<FactId, Int> = BTreeMap::new();
        for (i, r) in self.work.rules.iter().enumerate() {
            let cost = &r.transition.cost.upper;
            match cost.as_constant() {
                Some(c) if !c.is_positive() => {}
                Some(c) => {
                    let most = shared.entry(self.counts[i]?).or_insert_with(Int::zero);
                    *most = c.max(most.clone());
                }
                None => {
                    let count = self.counts[i]?;
                    let (poly, proof, facts) = self.before(i, &cost.clone())?;
                    let size = Bound::max(facts.iter().map(|f| self.bound(*f)));
                    let size = match poly.as_constant() {
                        Some(c) => Bound::Const(c),
                        None => size,
                    };
                    let each = positive(size);
                    bounds.push(Bound::product([self.bound(count), each]));
                    parts.push(Part::Charge {
                        rule: i,
                        count,
                        poly,
                        proof,
                        facts,
                    });
                }
            }
        }
        for (i, (count, n)) in shared.into_iter().enumerate() {
            let each = Bound::Const(n.clone());
            bounds.push(Bound::product([each, self.bound(count)]));
            parts.insert(i, Part::Use(n, count));
        }
        let bound = Bound::sum(bounds.into_iter().map(folded));
        let raw = Bound::sum(parts.iter().map(|part| match part {
            Part::Use(n, count) => Bound::product([Bound::Const(n.clone()), self.raw(*count)]),
            Part::Charge {
                count, poly, facts, ..
            } => {
                let size = match poly.as_constant() {
                    Some(c) => Bound::Const(c),
                    None => Bound::max(facts.iter().map(|f| self.raw(*f))),
                };
                Bound::product([self.raw(*count), size.at_least_zero()])
            }
        }));
        let known = |c: &Option<FactId>| c.map_or(Bound::Unbounded, |f| self.bound(f));
        Some(Upper {
            counts: self.counts.iter().map(known).collect(),
            facts: self.facts,
            parts,
            bound,
            raw,
        })
    }
}
