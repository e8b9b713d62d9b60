//! Value facts: how large a polynomial can be right after an edge.
//!
//! Idea: outside of cycles the question is passed on to the edges before, about
//! the polynomial before the update, or about what the guard bounds it by. In a
//! component it is at most what it is at the entries and where it is set anew,
//! plus what it grows by, times how often. A polynomial is asked for as it is
//! (differences often stay while both sides grow) and term by term if that fails.
//! Source: Brockschmidt et al., TOPLAS 2016, section 4, with sides instead of
//! absolute values.

use super::analysis::Analysis;
use super::arithmetic::{folded, measure, positive, power, times};
use super::derivation::{About, Because, Change};
use super::places::{Arc, FactId, Place};
use super::questions::Way;
use crate::bound::Bound;
use crate::linear::Proof;
use crate::num::Int;
use crate::poly::{Monomial, Poly, Var};
use crate::system::Loc;
use crate::termination::Edge;
use ep_base::entity::EntityId;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeSet;

/// The greatest factor by which a value is multiplied in a round.
const FACTOR: i64 = 1_000;
/// The greatest degree of a polynomial that is asked for.
pub(super) const MAX_DEGREE: u32 = 10;
/// Terms likewise.
pub(super) const MAX_TERMS: usize = 80;

impl Analysis<'_> {
    /// An upper bound of a polynomial over variables right after a place.
    pub(super) fn value(&mut self, place: Place, p: &Poly) -> Option<FactId> {
        let key = (place, p.clone());
        if let Some(known) = self.memo.get(&key) {
            return Some(*known);
        }
        if self.work.stop.now() || !self.questions.begin(&key) {
            return None;
        }
        let found = self.whole(place, p);
        let found = found.filter(|f| self.bound(*f) != Bound::Unbounded);
        self.questions.end(&key, found.is_some());
        if let Some(f) = found {
            self.memo.insert(key, f);
        }
        found
    }

    fn whole(&mut self, place: Place, p: &Poly) -> Option<FactId> {
        // What is squared in each round leads from question to question.
        if p.degree() > MAX_DEGREE || p.len() > MAX_TERMS {
            return None;
        }
        if p.as_constant().is_some() {
            return Some(self.linear(place, p, Vec::new()));
        }
        // Without a constant and a common factor.
        let k = p.content();
        let c = p.constant_term();
        if !c.is_zero() || k > Int::from(1) {
            let mut core = Poly::zero();
            for (m, d) in p.terms().filter(|(m, _)| m.degree() > 0) {
                core.insert(m.clone(), d / &k);
            }
            let inner = self.value(place, &core)?;
            return Some(self.linear(place, p, vec![(k, inner)]));
        }
        let arc = match place {
            Place::Start => {
                let about = About::Value(place, p.clone());
                return Some(self.fact(about, Bound::poly(p), Because::Initial));
            }
            Place::Arm(a) => a,
        };
        let mut best = None;
        if let Some(part) = self.part.get(&arc) {
            best = self.sum(*part, arc, p);
        }
        let wanted = |own: &Self, best: Option<FactId>, degree: u32| match best {
            None => true,
            Some(b) => !own.frugal && measure(&own.bound(b)).0 > degree,
        };
        if wanted(self, best, 0) {
            let after = self.work.after(self.work.rules.get(arc.0)?, arc.1, p)?;
            if let Some((q, proof, facts)) = self.before(arc.0, &after) {
                let bound = self.greatest(&q, &facts);
                if best.is_none_or(|b| measure(&bound) < measure(&self.bound(b))) {
                    let about = About::Value(place, p.clone());
                    best = Some(self.fact(about, bound, Because::Before(proof, facts)));
                }
            }
        }
        let part = self.part.get(&arc).copied();
        if wanted(self, best, 1) {
            let turning = part.and_then(|part| self.orbit(part, arc, p));
            let nearer = |f: &FactId| {
                best.is_none_or(|b| measure(&self.bound(*f)) < measure(&self.bound(b)))
            };
            best = turning.filter(nearer).or(best);
        }
        if best.is_some() {
            return best;
        }
        (self.termwise(place, p))
            .or_else(|| self.joint(part.filter(|_| is_side(p))?, arc, p))
            .or_else(|| self.product(place, p))
    }

    pub(super) fn greatest(&self, q: &Poly, facts: &[FactId]) -> Bound {
        match q.as_constant() {
            Some(c) => Bound::Const(c),
            None => Bound::max(facts.iter().map(|f| self.bound(*f))),
        }
    }

    fn linear(&mut self, place: Place, p: &Poly, parts: Vec<(Int, FactId)>) -> FactId {
        let c = p.constant_term();
        let multiples = parts
            .iter()
            .map(|(k, f)| folded(Bound::product([Bound::Const(k.clone()), self.bound(*f)])));
        let bound = Bound::sum(multiples.chain([Bound::Const(c.clone())]));
        let about = About::Value(place, p.clone());
        self.fact(about, bound, Because::Linear(c, parts))
    }

    /// The sum of what is known of the terms.
    fn termwise(&mut self, place: Place, p: &Poly) -> Option<FactId> {
        let terms: Vec<(Monomial, Int)> = (p.terms())
            .filter(|(m, _)| m.degree() > 0)
            .map(|(m, c)| (m.clone(), c.clone()))
            .collect();
        if terms.len() < 2 {
            return None;
        }
        let mut parts = Vec::new();
        for (m, c) in terms {
            let x = Poly::of_terms([(m, c.signum())]);
            parts.push((c.abs(), self.value(place, &x)?));
        }
        Some(self.linear(place, p, parts))
    }

    /// A product of variables, or its opposite, by both sides of two factors.
    fn product(&mut self, place: Place, p: &Poly) -> Option<FactId> {
        let (m, c) = p.terms().next().filter(|_| p.len() == 1)?;
        if m.degree() < 2 {
            return None;
        }
        let (first, rest) = m.split_first()?;
        let a = Poly::of_terms([(first, Int::one())]);
        let b = Poly::of_terms([(rest, c.clone())]);
        let mut sides = Vec::new();
        for q in [a.clone(), a.negated(), b.clone(), b.negated()] {
            sides.push(self.value(place, &q)?);
        }
        let facts: [FactId; 4] = sides.try_into().ok()?;
        let bound = times(&facts.map(|f| self.bound(f)));
        let about = About::Value(place, p.clone());
        Some(self.fact(about, bound, Because::Product(facts)))
    }

    /// A polynomial over variables that is at least `p` (over variables and
    /// temporaries) before a rule, the proof, and bounds of it at the edges that
    /// lead there: none where it is a number.
    pub(super) fn before(&mut self, rule: usize, p: &Poly) -> Option<(Poly, Proof, Vec<FactId>)> {
        self.before_by(rule, p, None)
    }

    /// The same; with an arm `anew` it is over nothing that this arm moves on from
    /// what it was, which would be asked for again and again.
    fn before_by(
        &mut self,
        rule: usize,
        p: &Poly,
        anew: Option<usize>,
    ) -> Option<(Poly, Proof, Vec<FactId>)> {
        let mut best: Option<(Poly, Proof, Vec<FactId>)> = None;
        let mut least = (u32::MAX, usize::MAX);
        for q in self.guesses(rule, p) {
            if anew.is_some_and(|arm| q.vars().into_iter().any(|v| self.moves(rule, arm, v))) {
                continue;
            }
            let Some(proof) = self.prove(rule, q.minus(p)) else {
                continue;
            };
            if q.as_constant().is_some() {
                let facts = self.at_edges_before(rule, &q)?;
                return Some((q, proof, facts));
            }
            let Some(facts) = self.at_edges_before(rule, &q) else {
                continue;
            };
            let m = measure(&self.greatest(&q, &facts));
            if m < least {
                least = m;
                best = Some((q, proof, facts));
            }
            if self.frugal {
                break;
            }
        }
        best
    }

    /// Whether an arm sets a variable to something else that depends on it.
    fn moves(&self, rule: usize, arm: usize, v: Var) -> bool {
        let arm = (self.work.rules.get(rule)).and_then(|r| r.transition.arms.get(arm));
        let to = arm.and_then(|a| a.update.get(v.index()));
        to.is_some_and(|p| p.mentions(v) && p.as_var() != Some(v))
    }

    /// Bounds of a polynomial at each edge that leads to a rule's source.
    pub(super) fn at_edges_before(&mut self, rule: usize, q: &Poly) -> Option<Vec<FactId>> {
        let source = self.work.rules.get(rule)?.transition.source;
        let mut facts = Vec::new();
        for a in self.incoming.get(&source).cloned().unwrap_or_default() {
            facts.push(self.value(Place::Arm(a), q)?);
        }
        if self.work.file.start == source {
            facts.push(self.value(Place::Start, q)?);
        }
        // Where nothing leads to there is nothing to say.
        (!facts.is_empty()).then_some(facts)
    }

    /// The rule `sum` for one polynomial at all locations of a component, as a
    /// fact about one arm.
    fn sum(&mut self, part: usize, arc: Arc, p: &Poly) -> Option<FactId> {
        let key = (Way::Alone, part, p.clone());
        if !self.questions.begin_sum(&key) {
            return None;
        }
        let mut found = self.changes(part, arc, p, None);
        if found.is_none() {
            // What is multiplied in each round grows like a power.
            let factor = self.factor(part, p);
            found = factor.and_then(|k| self.changes(part, arc, p, Some(k)));
        }
        self.questions.end_sum(&key);
        found
    }

    /// The greatest multiple of itself that a rule of a component sets a
    /// polynomial to, if that is more than once.
    fn factor(&self, part: usize, p: &Poly) -> Option<Int> {
        let lead = p.vars().into_iter().find_map(|v| {
            let c = p.linear_coefficient(v);
            (!c.is_zero()).then_some((v, c))
        });
        let (v, c) = lead?;
        let mut most = Int::from(1);
        for e in self.parts.get(part)? {
            let after = self.work.after(self.work.rules.get(e.rule)?, e.arm, p)?;
            let k = after.linear_coefficient(v);
            if k.is_multiple_of(&c) {
                most = most.max(k / &c);
            }
        }
        (most > Int::from(1) && most <= Int::from(FACTOR)).then_some(most)
    }

    fn changes(&mut self, part: usize, arc: Arc, p: &Poly, factor: Option<Int>) -> Option<FactId> {
        let list = self.parts.get(part)?.clone();
        let at: BTreeSet<Loc> = list.iter().map(|e| e.source).collect();
        let inside: BTreeSet<Arc> = list.iter().map(Edge::arc).collect();
        let mut edges = Vec::new();
        let mut starts: Vec<Bound> = Vec::new();
        let mut grown: Vec<(FactId, Vec<Bound>)> = Vec::new();
        for e in &list {
            let change = self.change(e.arc(), p, factor.as_ref())?;
            match &change {
                Change::Keep(_) => {}
                Change::Reset(f) => starts.push(self.bound(*f)),
                Change::Grow(q, _, facts, count) => {
                    let by = self.greatest(q, facts);
                    match grown.iter_mut().find(|g| g.0 == *count) {
                        Some(g) => g.1.push(by),
                        None => grown.push((*count, vec![by])),
                    }
                }
            }
            edges.push((e.arc(), change));
        }
        let mut entries = Vec::new();
        for l in &at {
            for a in self.incoming.get(l).cloned().unwrap_or_default() {
                if !inside.contains(&a) {
                    entries.push(self.value(Place::Arm(a), p)?);
                }
            }
            if self.work.file.start == *l {
                entries.push(self.value(Place::Start, p)?);
            }
        }
        starts.extend(entries.iter().map(|f| self.bound(*f)));
        if starts.is_empty() {
            return None;
        }
        let counted: Vec<FactId> = grown.iter().map(|g| g.0).collect();
        let growth = grown.into_iter().map(|(count, by)| {
            let each = positive(Bound::max(by));
            folded(Bound::product([self.bound(count), each]))
        });
        let growth: Vec<Bound> = growth.collect();
        let bound = match &factor {
            None => Bound::sum(std::iter::once(Bound::max(starts)).chain(growth)),
            Some(k) => {
                let rounds = Bound::sum(counted.into_iter().map(|count| self.bound(count)));
                let most = positive(Bound::max(starts));
                let base = Bound::sum(std::iter::once(most).chain(growth));
                Bound::product([power(k, rounds), base])
            }
        };
        let about = About::Value(Place::Arm(arc), p.clone());
        let because = Because::Sum {
            factor,
            at: at.into_iter().collect(),
            entries,
            edges,
        };
        Some(self.fact(about, bound, because))
    }

    /// How one arm of a component changes a polynomial.
    fn change(&mut self, arc: Arc, p: &Poly, factor: Option<&Int>) -> Option<Change> {
        let (rule, arm) = arc;
        let after = self.work.after(self.work.rules.get(rule)?, arm, p)?;
        let change = after.minus(p);
        let by = match factor {
            None => change.clone(),
            Some(k) => after.minus(&p.scaled(k)),
        };
        if let Some(proof) = self.prove(rule, change.negated()) {
            return Some(Change::Keep(proof));
        }
        let count = self.counts[rule];
        // Set anew, if what it is set to is known from elsewhere.
        let reset = (self.before_by(rule, &after, Some(arm))).map(|(q, proof, facts)| {
            let bound = self.greatest(&q, &facts);
            let about = About::Value(Place::Arm(arc), p.clone());
            self.fact(about, bound, Because::Before(proof, facts))
        });
        let reset = reset.filter(|f| self.bound(*f) != Bound::Unbounded);
        if let Some(f) = reset {
            if self.frugal || measure(&self.bound(f)).0 <= 1 {
                return Some(Change::Reset(f));
            }
        }
        let grow = count.and_then(|count| {
            let (q, proof, facts) = self.before(rule, &by)?;
            let facts = match q.as_constant() {
                Some(_) => Vec::new(),
                None => facts,
            };
            Some(Change::Grow(q, proof, facts, count))
        });
        grow.or(reset.map(Change::Reset))
    }
}

/// Whether it is a variable or its opposite.
fn is_side(p: &Poly) -> bool {
    let lone = p.terms().next().filter(|_| p.len() == 1);
    lone.is_some_and(|(m, c)| m.as_var().is_some() && c.abs().is_one())
}
