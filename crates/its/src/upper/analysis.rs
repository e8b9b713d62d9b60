//! What a search for upper bounds knows: facts with their derivations, counts of
//! rules, and which questions are open.
//!
//! Idea: facts are numbered in the order in which they were found and rest on
//! earlier ones only. Bounds are trees, and each may stand several times in the next
//! one, so what is larger than anybody reads is no bound: it would double from loop to
//! loop until no memory is left. Source: the turns between bounds of counts and of
//! sizes of Brockschmidt, Emmes, Falke, Fuhs and Giesl, "Analyzing runtime and size
//! complexity of integer programs", TOPLAS 38(4), 2016; here a fact is asked for when
//! it is needed, since most sizes never are. Cost: that of the bounds that are put
//! together, which is limited by [`NODES`] for each and [`ALL_NODES`] for all.

use super::arithmetic::{power, times};
use super::derivation::{About, Because, Change, Fact};
use super::places::{Arc, FactId, Place};
use super::questions::Questions;
use crate::bound::Bound;
use crate::linear::{self, Proof};
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc};
use crate::termination::Edge;
use crate::work::Work;
use std::collections::{BTreeMap, BTreeSet};

/// Operations and leaves of one bound.
const NODES: usize = 10_000;
/// The same of all bounds, beyond which only small ones are kept.
const ALL_NODES: usize = 1_000_000;
/// What is small.
const FEW: usize = 40;

pub(super) struct Analysis<'a> {
    pub work: &'a Work,
    /// Arms that lead to a location.
    pub incoming: BTreeMap<Loc, Vec<Arc>>,
    /// The component of each arm that is on a cycle.
    pub part: BTreeMap<Arc, usize>,
    /// Some rule has several arms: runs are trees.
    pub trees: bool,
    pub parts: Vec<Vec<Edge>>,
    /// The variables that are read behind a location, where there are many components.
    pub live: BTreeMap<Loc, BTreeSet<Var>>,
    pub facts: Vec<Fact>,
    pub counts: Vec<Option<FactId>>,
    /// Questions that were answered.
    pub memo: BTreeMap<(Place, Poly), FactId>,
    pub questions: Questions,
    /// The first answer to a question is taken, and no better one is looked for.
    pub frugal: bool,
    /// Operations and leaves of all bounds.
    pub nodes: usize,
}

impl Analysis<'_> {
    /// A fact; its bound is [`Bound::Unbounded`] where it would be too large, or rests
    /// on one that was, and then nothing may rest on it.
    pub(super) fn fact(&mut self, about: About, mut bound: Bound, because: Because) -> FactId {
        let mut raw = self.yields(&because, &bound);
        let sizes = (bound.size_within(NODES)).zip(raw.size_within(NODES));
        match sizes.map(|(a, b)| a.max(b)) {
            Some(size) if size <= FEW || self.nodes <= ALL_NODES => self.nodes += size,
            _ => (bound, raw) = (Bound::Unbounded, Bound::Unbounded),
        }
        self.facts.push(Fact {
            about,
            bound,
            raw,
            because,
        });
        FactId(self.facts.len() as u32 - 1)
    }

    pub(super) fn raw(&self, f: FactId) -> Bound {
        let fact = self.facts.get(f.0 as usize);
        fact.map_or(Bound::Unbounded, |f| f.raw.clone())
    }

    /// What a rule yields, word by word, so that the checker sees it again.
    pub(super) fn yields(&self, because: &Because, bound: &Bound) -> Bound {
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
            Because::Least(facts) => Bound::min(facts.iter().map(|f| self.raw(*f))),
            Because::Nest(nest) => nest.yields(&|f| self.raw(f), &Bound::at_least_zero),
            Because::Greatest(g) => g.yields(&|f| self.raw(f), &Bound::at_least_zero),
            Because::Cap(cap) => cap.yields(&|f| self.raw(f)),
            Because::Halved(halved) => halved.yields(&|f| self.raw(f)),
            Because::Closed(closed) => closed.yields(&|f| self.raw(f), &Bound::at_least_zero),
            Because::Joint(joint) => joint.yields(&|f| self.raw(f), &Bound::at_least_zero),
            Because::Product(facts) => times(&facts.map(|f| self.raw(f))),
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

    pub(super) fn bound(&self, f: FactId) -> Bound {
        let fact = self.facts.get(f.0 as usize);
        fact.map_or(Bound::Unbounded, |f| f.bound.clone())
    }

    pub(super) fn prove(&self, rule: usize, goal: Poly) -> Option<Proof> {
        let guard = &self.work.rules.get(rule)?.transition.guard;
        linear::prove(&self.work.stop, guard, &Atom::ge0(goal))
    }
}
