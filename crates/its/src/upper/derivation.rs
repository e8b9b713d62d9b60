//! Derivations of upper bounds as plain data: for each fact the rule of
//! certificates that yields it, and what that rule yields.
//!
//! Idea: whoever finds a fact keeps what the checker needs to see it again; what
//! is yielded is said here once, for the search and for the certificate. Source:
//! `docs/certificates.md`, section "Upper bounds". Cost: linear in the facts.

use super::arithmetic::power;
use super::exponential::Sum;
use super::places::{Arc, FactId, Measure, Member, Place};
use crate::bound::Bound;
use crate::linear::Proof;
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::Loc;
use crate::work::Work;
use num_traits::{One, Signed};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Does not grow.
    Keep(Proof),
    /// Grows by at most a polynomial, so often.
    Grow(Poly, Proof, Vec<FactId>, FactId),
    /// Gets a value that is bounded.
    Reset(FactId),
}

#[derive(Clone, Debug)]
pub(super) enum Because {
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
    /// Values that depend on each other.
    Joint(Joint),
    /// A product, by a, -a, b and -b.
    Product([FactId; 4]),
    /// On no cycle, in a system without calls.
    Once,
    /// As often as something leads to a location.
    Arrive(Loc, Vec<(Arc, FactId)>),
    /// Each of several counts: the least of them.
    Least(Vec<FactId>),
    /// A potential that calls share.
    Share(Share),
    /// A measure that falls in each call.
    Branch(Branch),
    /// Nested measures.
    Nest(Nest),
    /// The greatest of several measures.
    Greatest(Greatest),
    /// A measure that is bounded where it falls.
    Cap(Cap),
    /// A measure that falls to at most half of itself.
    Halved(Halved),
    /// Closed forms.
    Closed(Closed),
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
pub(super) enum About {
    Value(Place, Poly),
    /// Each of these has weight 1.
    Count(Vec<usize>),
}

#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub about: About,
    pub bound: Bound,
    /// The same number, in the words in which the rule yields it.
    pub raw: Bound,
    pub because: Because,
}

/// A part of the cost.
#[derive(Clone, Debug)]
pub(super) enum Part {
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

/// The rule `share` of certificates.
#[derive(Clone, Debug)]
pub(super) struct Share {
    /// The potential.
    pub at: Vec<(Loc, Poly)>,
    /// Rules, what they are paid (0 or 1), and a proof for each set of calls;
    /// none where nothing is to be paid.
    pub firing: Vec<(usize, bool, Vec<Option<Proof>>)>,
    /// What leads in, and how often; the start once.
    pub entries: Vec<(FactId, Option<FactId>)>,
}

impl Share {
    /// The number of firings, given the bounds of facts and how `max(0, ...)` is
    /// written.
    pub(super) fn yields(
        &self,
        bound: &dyn Fn(FactId) -> Bound,
        at_least_zero: &dyn Fn(Bound) -> Bound,
    ) -> Bound {
        Bound::sum(self.entries.iter().map(|(value, count)| {
            let times = count.map_or(Bound::constant(1), bound);
            Bound::product([times, at_least_zero(bound(*value))])
        }))
    }
}

/// The rule `branch` of certificates.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// The measure.
    pub at: Vec<(Loc, Poly)>,
    /// Rules with one call, each with a proof that it does not grow.
    pub inside: Vec<(usize, Vec<Proof>)>,
    /// Rules with several calls, each with a proof for each call and one that
    /// the measure is at least 1.
    pub strict: Vec<(usize, Vec<Proof>)>,
    /// The most calls of one rule.
    pub most: usize,
    /// What leads in, and how often; the start once.
    pub entries: Vec<(FactId, Option<FactId>)>,
}

impl Branch {
    /// The number of firings.
    pub(super) fn yields(&self, bound: &dyn Fn(FactId) -> Bound) -> Bound {
        Bound::sum(self.entries.iter().map(|(value, count)| {
            let times = count.map_or(Bound::constant(1), bound);
            Bound::product([times, power(&Int::from(self.most), bound(*value))])
        }))
    }
}

/// The rule `nest` of certificates.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    /// Values per location.
    pub at: Vec<(Loc, Vec<Poly>)>,
    /// One proof per value that it does not grow.
    pub inside: Vec<(Member, Vec<Proof>)>,
    /// One proof per value, and one that the last is not below 0.
    pub strict: Vec<(Member, Vec<Proof>)>,
    /// What the values are at an edge that leads in, and how often it is taken;
    /// the start is taken once.
    pub entries: Vec<(Vec<FactId>, Option<FactId>)>,
}

impl Nest {
    fn depth(&self) -> u32 {
        self.at.first().map_or(0, |(_, m)| m.len() as u32)
    }

    /// The number of firings, given the bounds of facts and how `max(0, ...)` is
    /// written.
    pub(super) fn yields(
        &self,
        bound: &dyn Fn(FactId) -> Bound,
        at_least_zero: &dyn Fn(Bound) -> Bound,
    ) -> Bound {
        let depth = Bound::constant(self.depth());
        Bound::sum(self.entries.iter().map(|(values, count)| {
            let most = Bound::max(values.iter().map(|f| bound(*f)));
            let each = Bound::sum([at_least_zero(most), Bound::constant(1)]);
            let times = count.map_or(Bound::constant(1), bound);
            Bound::product([depth.clone(), times, each])
        }))
    }
}

/// A form before a step, by its place at the step's source, and why.
pub(super) type Above = (usize, Proof);

/// The rule `most` of certificates, all of whose members are strict.
#[derive(Clone, Debug)]
pub(super) struct Greatest {
    /// Forms per location, equally many.
    pub at: Vec<(Loc, Vec<Poly>)>,
    /// For each form at the target one at the source that is more, and one at the source
    /// that is at least 1.
    pub strict: Vec<(Member, Vec<Above>)>,
    /// What the forms are at an edge that leads in, and how often it is taken; the
    /// start is taken once.
    pub entries: Vec<(Vec<FactId>, Option<FactId>)>,
}

impl Greatest {
    /// The number of firings, given the bounds of facts and how `max(0, ...)` is
    /// written.
    pub(super) fn yields(
        &self,
        bound: &dyn Fn(FactId) -> Bound,
        at_least_zero: &dyn Fn(Bound) -> Bound,
    ) -> Bound {
        Bound::sum(self.entries.iter().map(|(values, count)| {
            let most = at_least_zero(Bound::max(values.iter().map(|f| bound(*f))));
            let times = count.map_or(Bound::constant(1), bound);
            Bound::product([times, most])
        }))
    }
}

/// What becomes of one value on an edge.
#[derive(Clone, Debug)]
pub(super) enum Mixture {
    /// At most this much of each value, plus a polynomial, with its bounds before.
    Mixed(Vec<Int>, Poly, Proof, Vec<FactId>),
    /// It gets a value that is bounded.
    Reset(FactId),
}

/// The rule `joint` of certificates.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    /// The factor per round.
    pub factor: Int,
    /// The values, the same at each location.
    pub values: Vec<Poly>,
    /// The locations of the component.
    pub at: Vec<Loc>,
    /// Bounds of the values at each edge that leads in.
    pub entries: Vec<Vec<FactId>>,
    /// How often, where it counts, and what becomes of each value.
    pub edges: Vec<(Arc, Option<FactId>, Vec<Mixture>)>,
}

impl Joint {
    /// What all values stay below, given the bounds of facts and how
    /// `max(0, ...)` is written.
    pub(super) fn yields(
        &self,
        bound: &dyn Fn(FactId) -> Bound,
        at_least_zero: &dyn Fn(Bound) -> Bound,
    ) -> Bound {
        let mut starts: Vec<Bound> = self.entries.iter().flatten().map(|f| bound(*f)).collect();
        let mut grown: Vec<(FactId, Vec<Bound>)> = Vec::new();
        for (_, count, parts) in &self.edges {
            for part in parts {
                match part {
                    Mixture::Reset(f) => starts.push(bound(*f)),
                    Mixture::Mixed(_, rest, _, facts) => {
                        let Some(count) = count else { continue };
                        let by = match rest.as_constant() {
                            Some(c) => vec![Bound::Const(c)],
                            None => facts.iter().map(|f| bound(*f)).collect(),
                        };
                        match grown.iter_mut().find(|g| g.0 == *count) {
                            Some(g) => g.1.extend(by),
                            None => grown.push((*count, by)),
                        }
                    }
                }
            }
        }
        let rounds = Bound::sum(grown.iter().map(|g| bound(g.0)));
        let more = grown.into_iter().map(|(count, by)| {
            let by = at_least_zero(Bound::max(by));
            Bound::product([bound(count), by])
        });
        let most = at_least_zero(Bound::max(starts));
        let base = Bound::sum(std::iter::once(most).chain(more));
        match self.factor.is_one() {
            true => base,
            false => Bound::product([power(&self.factor, rounds), base]),
        }
    }
}

/// The rule `cap` of certificates.
#[derive(Clone, Debug)]
pub(super) struct Cap {
    /// What the measure is at most where it falls.
    pub most: Int,
    /// The measure.
    pub at: Measure,
    /// Proofs that it does not grow.
    pub inside: Vec<(Member, Proof)>,
    /// Proofs that it falls, that it is at least 1, and that it is at most M.
    pub strict: Vec<(Member, [Proof; 3])>,
    /// What leads in, and how often; the start once.
    pub entries: Vec<(Place, Option<FactId>)>,
}

impl Cap {
    /// The number of firings, given the bounds of facts.
    pub(super) fn yields(&self, bound: &dyn Fn(FactId) -> Bound) -> Bound {
        Bound::sum(self.entries.iter().map(|(_, count)| {
            let times = count.map_or(Bound::constant(1), bound);
            Bound::product([times, Bound::constant(self.most.clone())])
        }))
    }
}

/// The rule `log` of certificates.
#[derive(Clone, Debug)]
pub(super) struct Halved {
    /// The measure.
    pub at: Measure,
    /// Proofs that it does not grow.
    pub inside: Vec<(Member, Proof)>,
    /// Proofs that twice what it becomes is no more than what it was, and that it was
    /// at least 1.
    pub strict: Vec<(Member, [Proof; 2])>,
    /// What leads in, and how often; the start once.
    pub entries: Vec<(FactId, Option<FactId>)>,
}

impl Halved {
    /// The number of firings, given the bounds of facts.
    pub(super) fn yields(&self, bound: &dyn Fn(FactId) -> Bound) -> Bound {
        Bound::sum(self.entries.iter().map(|(value, count)| {
            let times = count.map_or(Bound::constant(1), bound);
            Bound::product([times, bit_length(bound(*value))])
        }))
    }
}

/// The bit length of a bound.
fn bit_length(of: Bound) -> Bound {
    match of {
        Bound::Const(c) => Bound::constant(bits(&c)),
        Bound::Unbounded => Bound::Unbounded,
        of => Bound::BitLength(Box::new(of)),
    }
}

/// One more premise.
#[derive(Clone, Debug)]
pub(super) enum Lemma {
    /// The product of two, by their numbers, those of the guard first.
    Product(usize, usize),
    /// The square of a polynomial is at least 0.
    Square(Poly),
}

/// A proof from a guard and lemmas.
#[derive(Clone, Debug)]
pub(super) struct Deduced {
    /// Each is a premise of the later ones.
    pub lemmas: Vec<Lemma>,
    pub proof: Proof,
}

/// One of the loops.
#[derive(Clone, Debug)]
pub(super) struct Looped {
    pub rule: usize,
    /// The atom of its guard that fails in the end.
    pub atom: usize,
    /// The rounds in which its greatest base doubles beside the next one.
    pub scale: u32,
    /// Whether a base decides, and not a power of the number of the round.
    pub exponential: bool,
    /// What the atom is after k rounds, where the forms of variables do not say it.
    pub sum: Option<Sum>,
    /// From its guard, for each of the loops, that the greatest coefficient of
    /// that one's atom is below 0.
    pub leads: Vec<Deduced>,
}

/// Loops that end together, by their closed forms.
#[derive(Clone, Debug)]
pub struct Ended {
    pub(crate) at: Loc,
    pub(crate) forms: BTreeMap<Var, Sum>,
    pub(super) loops: Vec<Looped>,
}

impl Ended {
    /// The rules, by position.
    pub(crate) fn rules(&self) -> impl Iterator<Item = usize> + '_ {
        self.loops.iter().map(|l| l.rule)
    }

    /// The atoms that have a sum of their own.
    pub(crate) fn sums<'a>(&'a self, work: &'a Work) -> impl Iterator<Item = (&'a Poly, &'a Sum)> {
        self.loops.iter().filter_map(|l| {
            let guard = &work.rules.get(l.rule)?.transition.guard;
            Some((&guard.get(l.atom)?.poly, l.sum.as_ref()?))
        })
    }
}

/// The rule `closed` of certificates.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    pub ended: Ended,
    /// For each loop the bounds of the other coefficients, at an edge that leads
    /// in, and how often; the start once.
    pub entries: Vec<(Place, Vec<Vec<FactId>>, Option<FactId>)>,
}

impl Closed {
    /// What it rests on.
    pub(super) fn facts(&self) -> Vec<FactId> {
        let mut out = Vec::new();
        for (_, facts, count) in &self.entries {
            out.extend(facts.iter().flatten());
            out.extend(count);
        }
        out
    }

    /// The number of firings, given the bounds of facts and how `max(0, ...)` is
    /// written.
    pub(super) fn yields(
        &self,
        bound: &dyn Fn(FactId) -> Bound,
        at_least_zero: &dyn Fn(Bound) -> Bound,
    ) -> Bound {
        Bound::sum(self.entries.iter().map(|(_, facts, count)| {
            let rounds = self.ended.loops.iter().zip(facts).map(|(l, facts)| {
                let sum = Bound::sum(facts.iter().map(|f| at_least_zero(bound(*f))));
                match l.exponential {
                    true => Bound::product([bit_length(sum), Bound::constant(l.scale)]),
                    false => Bound::sum([sum, Bound::constant(1)]),
                }
            });
            let times = count.map_or(Bound::constant(1), bound);
            Bound::product([times, Bound::max(rounds)])
        }))
    }
}

fn bits(c: &Int) -> u64 {
    match c.is_positive() {
        true => c.bits(),
        false => 0,
    }
}

/// A bound with its derivation.
#[derive(Clone, Debug)]
pub struct Upper {
    pub(super) facts: Vec<Fact>,
    pub(super) parts: Vec<Part>,
    /// At most this, over the values at the start.
    pub bound: Bound,
    /// The same number, as the rules yield it.
    pub(super) raw: Bound,
    /// Bounds of single rules of the work's system, by position.
    pub counts: Vec<Bound>,
}

/// Rules that fire finitely often in every run, with the facts that say so.
#[derive(Clone, Debug)]
pub struct Counted {
    pub(super) facts: Vec<Fact>,
    /// Rules by position, and their counts.
    pub(super) counts: Vec<(usize, FactId)>,
}

impl Counted {
    /// Each rule by position, with the most that it fires over the values at the
    /// start.
    pub fn bounds(&self) -> impl Iterator<Item = (usize, &Bound)> + '_ {
        let bound = |f: FactId| Some(&self.facts.get(f.0 as usize)?.bound);
        (self.counts.iter()).filter_map(move |(r, f)| Some((*r, bound(*f)?)))
    }
}
