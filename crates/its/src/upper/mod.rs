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
//! Where it ends: products of variables have no facts here; there is then no
//! bound, which says nothing of the program.
//! Cost: a few linear programs per edge and polynomial that is asked for,
//! bounded by [`size::QUESTIONS`].

mod calls;
mod nested;
mod size;
mod write;

use crate::bound::Bound;
use crate::linear::{self, Proof};
use crate::num::Int;
use crate::poly::Poly;
use crate::system::{Atom, Loc};
use crate::termination::{components, edges, ranking, Edge, Ranked, Termination};
use crate::work::Work;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
pub use write::{certificate, claim};

/// The place of a fact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FactId(u32);

/// An arm of a rule of the work's system, or the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Place {
    Start,
    Arm(Arc),
}

/// A rule of the work's system and one of its arms, both by position.
type Arc = (usize, usize);

/// A rule and the arm that a path follows; a rule without arms has none.
type Member = (usize, Option<usize>);

#[derive(Clone, Debug)]
enum Change {
    /// Does not grow.
    Keep(Proof),
    /// Grows by at most a polynomial, so often.
    Grow(Poly, Proof, Vec<FactId>, FactId),
    /// Gets a value that is bounded.
    Reset(FactId),
}

#[derive(Clone, Debug)]
enum Because {
    /// The value at the start.
    Initial,
    /// A number plus multiples of other values at the same place.
    Linear(Int, Vec<(Int, FactId)>),
    /// What is known at the edges before.
    Before(Proof, Vec<FactId>),
    /// A part of the graph in which it changes by bounded amounts.
    /// With a factor above 1 what is there is also multiplied by it.
    Sum {
        factor: Option<Int>,
        at: Vec<Loc>,
        entries: Vec<FactId>,
        edges: Vec<(Arc, Change)>,
    },
    /// On no cycle, in a system without calls.
    Once,
    /// As often as something leads to a location.
    Arrive(Loc, Vec<(Arc, FactId)>),
    /// A potential that calls share.
    Share(calls::Share),
    /// A measure that falls in each call.
    Branch(calls::Branch),
    /// Nested measures.
    Nest(nested::Nest),
    /// A measure.
    Rank {
        slack: u32,
        at: Vec<(Loc, Poly)>,
        inside: Vec<(Member, Proof)>,
        strict: Vec<(Member, [Proof; 2])>,
        entries: Vec<(FactId, Option<FactId>)>,
    },
}

#[derive(Clone, Debug)]
enum About {
    Value(Place, Poly),
    /// Each of these has weight 1.
    Count(Vec<usize>),
}

#[derive(Clone, Debug)]
struct Fact {
    about: About,
    bound: Bound,
    /// The same number, in the words in which the rule yields it.
    raw: Bound,
    because: Because,
}

/// A part of the cost.
#[derive(Clone, Debug)]
enum Part {
    /// A number for each firing that a count fact counts.
    Use(Int, FactId),
    /// A polynomial at most that often.
    Charge {
        rule: usize,
        count: FactId,
        poly: Poly,
        proof: Proof,
        facts: Vec<FactId>,
    },
}

/// A bound with its derivation.
#[derive(Clone, Debug)]
pub struct Upper {
    facts: Vec<Fact>,
    parts: Vec<Part>,
    /// At most this, over the values at the start.
    pub bound: Bound,
    /// The same number, as the rules yield it.
    raw: Bound,
    /// Bounds of single rules of the work's system, by position.
    pub counts: Vec<Bound>,
}

/// Components from which on questions are asked in their order.
const LONG: usize = 12;
/// The greatest depth of nested measures of a whole part.
const MAX_DEPTH: u32 = 3;

/// A polynomial per location.
type Measure = Vec<(Loc, Poly)>;
/// Rules by name and arm.
type Named = BTreeMap<(String, usize), usize>;
/// A rule, with proofs that the measure falls and that it is at least 1.
type Falls = (Member, [Proof; 2]);

struct Analysis<'a> {
    work: &'a Work,
    /// Arms that lead to a location.
    incoming: BTreeMap<Loc, Vec<Arc>>,
    /// The component of each arm that is on a cycle.
    part: BTreeMap<Arc, usize>,
    /// Some rule has several arms: runs are trees.
    trees: bool,
    parts: Vec<Vec<Edge>>,
    facts: Vec<Fact>,
    counts: Vec<Option<FactId>>,
    memo: BTreeMap<(Place, Poly), Option<FactId>>,
    open: BTreeSet<(usize, Poly)>,
    asked: u32,
    depth: u32,
}

/// An upper bound of the cost of every run; `None` where there is none.
pub fn find(t: &Termination) -> Option<Upper> {
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
        incoming,
        part,
        trees: work.rules.iter().any(|r| r.transition.arms.len() > 1),
        parts,
        facts: Vec::new(),
        counts: vec![None; work.rules.len()],
        memo: BTreeMap::new(),
        open: BTreeSet::new(),
        asked: 0,
        depth: 0,
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
    }
    a.total()
}

impl Analysis<'_> {
    fn fact(&mut self, about: About, bound: Bound, because: Because) -> FactId {
        let raw = self.yields(&because, &bound);
        self.facts.push(Fact {
            about,
            bound,
            raw,
            because,
        });
        FactId(self.facts.len() as u32 - 1)
    }

    fn raw(&self, f: FactId) -> Bound {
        let fact = self.facts.get(f.0 as usize);
        fact.map_or(Bound::Unbounded, |f| f.raw.clone())
    }

    /// What a rule yields, word by word, so that the checker sees it again.
    fn yields(&self, because: &Because, bound: &Bound) -> Bound {
        match because {
            Because::Initial | Because::Once => bound.clone(),
            Because::Arrive(l, list) => self.arrived(*l, list, &|f| self.raw(f)),
            Because::Share(share) => share.yields(&|f| self.raw(f), &Bound::at_least_zero),
            Because::Branch(branch) => branch.yields(&|f| self.raw(f)),
            Because::Linear(c, parts) => {
                let one = |(k, f): &(Int, FactId)| {
                    Bound::product([Bound::Const(k.clone()), self.raw(*f)])
                };
                Bound::sum(parts.iter().map(one).chain([Bound::Const(c.clone())]))
            }
            Because::Before(_, facts) => Bound::max(facts.iter().map(|f| self.raw(*f))),
            Because::Nest(nest) => nest.yields(&|f| self.raw(f), &Bound::at_least_zero),
            Because::Sum {
                factor,
                entries,
                edges,
                ..
            } => {
                let mut starts: Vec<Bound> = entries.iter().map(|f| self.raw(*f)).collect();
                let mut grown: Vec<(FactId, Vec<Bound>)> = Vec::new();
                for (_, change) in edges {
                    match change {
                        Change::Keep(_) => {}
                        Change::Reset(f) => starts.push(self.raw(*f)),
                        Change::Grow(q, _, facts, count) => {
                            let by = match q.as_constant() {
                                Some(c) => vec![Bound::Const(c)],
                                None => facts.iter().map(|f| self.raw(*f)).collect(),
                            };
                            match grown.iter_mut().find(|g| g.0 == *count) {
                                Some(g) => g.1.extend(by),
                                None => grown.push((*count, by)),
                            }
                        }
                    }
                }
                let rounds = Bound::sum(grown.iter().map(|(count, _)| self.raw(*count)));
                let more = grown.into_iter().map(|(count, by)| {
                    let by = Bound::max(by).at_least_zero();
                    Bound::product([self.raw(count), by])
                });
                match factor {
                    None => Bound::sum(std::iter::once(Bound::max(starts)).chain(more)),
                    Some(factor) => {
                        let zero = Bound::constant(0);
                        let most = Bound::max(starts.into_iter().chain([zero]));
                        let base = Bound::sum(std::iter::once(most).chain(more));
                        Bound::product([power(factor, rounds), base])
                    }
                }
            }
            Because::Rank { slack, entries, .. } => {
                Bound::sum(entries.iter().map(|(value, count)| {
                    let size = Bound::sum([self.raw(*value), Bound::constant(*slack)]);
                    let size = size.at_least_zero();
                    match count {
                        Some(c) => Bound::product([self.raw(*c), size]),
                        None => size,
                    }
                }))
            }
        }
    }

    fn bound(&self, f: FactId) -> Bound {
        let fact = self.facts.get(f.0 as usize);
        fact.map_or(Bound::Unbounded, |f| f.bound.clone())
    }

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
        for r in ranking::across(self.work, &list, 1) {
            self.counted(&named, &r);
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
    }

    /// Asks how large the variables of a component are where it is entered, so
    /// that questions of later components end there and do not go back through a
    /// long row of loops.
    fn led_to(&mut self, list: &[Edge]) {
        let vars = crate::invariants::relevant(self.work.rules.iter(), self.work.dimension());
        let places: BTreeSet<Loc> = list.iter().map(|e| e.source).collect();
        for l in places {
            for a in self.incoming.get(&l).cloned().unwrap_or_default() {
                if list.iter().any(|e| e.arc() == a) {
                    continue;
                }
                for v in &vars {
                    let x = Poly::var(*v);
                    self.value(Place::Arm(a), &x);
                    self.value(Place::Arm(a), &x.negated());
                }
            }
        }
    }

    /// Counts what a measure rules out, and says what that is.
    fn counted(&mut self, named: &Named, r: &Ranked) -> Option<Vec<usize>> {
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
        let rules: Vec<usize> = strict.iter().map(|s| s.0 .0).collect();
        let (at, strict) = self.lowered(&at, &strict)?;
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
        let members: BTreeSet<Member> = strict
            .iter()
            .map(|s| s.0)
            .chain(inside.iter().map(|i| i.0))
            .collect();
        let sources: BTreeSet<Loc> = members
            .iter()
            .filter_map(|m| Some(self.work.rules.get(m.0)?.transition.source))
            .collect();
        let mut entries = Vec::new();
        let mut sum = Vec::new();
        for l in sources {
            let f = at.iter().find(|a| a.0 == l).map(|a| a.1.clone())?;
            let more = Bound::constant(slack);
            for a in self.incoming.get(&l).cloned().unwrap_or_default() {
                if members.contains(&(a.0, Some(a.1))) {
                    continue;
                }
                let count = self.counts[a.0]?;
                let value = self.value(Place::Arm(a), &f)?;
                let size = positive(Bound::sum([self.bound(value), more.clone()]));
                sum.push(Bound::product([self.bound(count), size]));
                entries.push((value, Some(count)));
            }
            if self.work.file.start == l {
                let value = self.value(Place::Start, &f)?;
                sum.push(positive(Bound::sum([self.bound(value), more])));
                entries.push((value, None));
            }
        }
        let bound = Bound::sum(sum.into_iter().map(folded));
        let because = Because::Rank {
            slack,
            at,
            inside,
            strict,
            entries,
        };
        self.keep_count(rules, bound, because);
        Some(())
    }

    /// A count fact, for the rules of which nothing better is known.
    fn keep_count(&mut self, rules: Vec<usize>, bound: Bound, because: Because) {
        let id = self.fact(About::Count(rules.clone()), bound, because);
        for r in rules {
            let better = match self.counts[r] {
                None => true,
                Some(old) => size::measure(&self.bound(id)) < size::measure(&self.bound(old)),
            };
            if better {
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

    fn prove(&self, rule: usize, goal: Poly) -> Option<Proof> {
        let guard = &self.work.rules.get(rule)?.transition.guard;
        linear::prove(&self.work.stop, guard, &Atom::ge0(goal))
    }
}

/// `factor ^ rounds`
fn power(factor: &Int, rounds: Bound) -> Bound {
    Bound::Power(Box::new(Bound::Const(factor.clone())), Box::new(rounds))
}

/// Whether a bound is seen to be at least 0.
fn is_positive(b: &Bound) -> bool {
    match b {
        Bound::Const(n) => !n.is_negative(),
        Bound::Max(l) => l.iter().any(is_positive),
        Bound::Sum(l) | Bound::Product(l) | Bound::Min(l) => l.iter().all(is_positive),
        Bound::BitLength(_) => true,
        Bound::Power(base, _) => is_positive(base),
        _ => false,
    }
}

/// `max(0, b)`
fn positive(b: Bound) -> Bound {
    match b {
        b if is_positive(&b) => b,
        Bound::Max(l) => Bound::max(l.into_iter().chain([Bound::constant(0)])),
        b => b.at_least_zero(),
    }
}

/// A product of numbers and at most one other factor, multiplied out.
fn folded(b: Bound) -> Bound {
    match b {
        Bound::Product(list) => match list.as_slice() {
            [Bound::Const(n), Bound::Sum(parts)] => {
                let n = Bound::Const(n.clone());
                Bound::sum(
                    parts
                        .iter()
                        .map(|p| folded(Bound::product([n.clone(), p.clone()]))),
                )
            }
            [Bound::Const(n), Bound::Max(parts)] if n.is_positive() && !n.is_one() => {
                let n = Bound::Const(n.clone());
                Bound::max(
                    parts
                        .iter()
                        .map(|p| folded(Bound::product([n.clone(), p.clone()]))),
                )
            }
            _ => Bound::Product(list),
        },
        other => other,
    }
}
