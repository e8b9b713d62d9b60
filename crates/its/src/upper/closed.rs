//! Counts of loops by closed forms.
//!
//! Idea: transitions from a location to itself with one and the same triangular
//! update have values after k rounds that are sums of `c * k^d * b^k`
//! ([`super::exponential`]). An atom of each guard whose greatest coefficient is
//! below 0 where any of them fires bounds them: by the bit length of the other
//! coefficients where powers of a base decide, by their sum where powers of k do.
//! The checker's module `closed` has the proof. Source: Lommen, Meyer and Giesl,
//! "Automatic complexity analysis of integer programs via triangular weakly
//! non-linear loops", IJCAR 2022. Where the variables of an atom have no forms, or
//! the loops have different updates, the atom may have one of its own
//! ([`super::recurrence`]). Where it ends: a greatest base below 0 in an atom, values
//! that are set anew, leading coefficients of either sign.
//! Cost: polynomial arithmetic, a linear program per pair of loops, and a question
//! about values per coefficient and entry.

use super::analysis::Analysis;
use super::arithmetic::{measure, positive};
use super::derivation::{Because, Closed, Deduced, Ended, Lemma, Looped};
use super::exponential::Sum;
use super::places::{FactId, Place};
use super::recurrence;
use crate::linear;
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel};
use crate::termination::Edge;
use crate::work::Work;
use ep_base::entity::EntityId;
use num_traits::{One, Signed};
use std::collections::{BTreeMap, BTreeSet};

/// Loops of one location.
const MAX_LOOPS: usize = 6;
/// Products of premises.
const MAX_PRODUCTS: usize = 40;
/// Rounds in which the greatest base must double beside the next one.
const MAX_SCALE: u32 = 400;

/// An atom over the number of the round.
struct Form {
    lead: Poly,
    others: Vec<Poly>,
    scale: u32,
    exponential: bool,
}

impl Analysis<'_> {
    /// Counts loops of a component that nothing else counted, and those that multiply a
    /// value, which may be counted by its bits.
    pub(super) fn closed_loops(&mut self, list: &[Edge]) {
        let single = |e: &&Edge| {
            let arms = self.work.rules.get(e.rule).map(|r| r.transition.arms.len());
            let open = match self.counts[e.rule] {
                None => true,
                Some(f) => !self.frugal && measure(&self.bound(f)).0 > 0 && self.multiplies(e.rule),
            };
            e.source == e.target && open && arms == Some(1)
        };
        let mut at: BTreeMap<Loc, Vec<usize>> = BTreeMap::new();
        for e in list.iter().filter(single) {
            at.entry(e.source).or_default().push(e.rule);
        }
        for (l, mut rules) in at {
            rules.truncate(MAX_LOOPS);
            if let Some(closed) = self.closed(l, &rules) {
                let bound = closed.yields(&|f| self.bound(f), &positive);
                self.keep_count(rules, bound, Because::Closed(closed));
            }
        }
    }

    /// Whether a rule sets a variable that its guard asks for to a multiple of itself.
    fn multiplies(&self, rule: usize) -> bool {
        let Some(r) = self.work.rules.get(rule) else {
            return false;
        };
        let asked = r.transition.guard.iter().flat_map(|a| a.poly.vars());
        let update = r.transition.arms.first().map(|a| &a.update);
        asked.into_iter().any(|v| {
            let to = update.and_then(|u| u.get(v.index()));
            to.is_some_and(|p| p.linear_coefficient(v) > Int::one())
        })
    }

    fn closed(&mut self, at: Loc, rules: &[usize]) -> Option<Closed> {
        let (ended, others) = ended(self.work, at, rules)?;
        let mut places: Vec<(Place, Option<FactId>)> = Vec::new();
        for a in self.incoming.get(&at).cloned().unwrap_or_default() {
            if !rules.contains(&a.0) {
                places.push((Place::Arm(a), Some(self.counts[a.0]?)));
            }
        }
        if self.work.file.start == at {
            places.push((Place::Start, None));
        }
        let mut entries = Vec::new();
        for (place, count) in places {
            let mut facts = Vec::new();
            for list in &others {
                let one: Option<Vec<FactId>> = list.iter().map(|p| self.value(place, p)).collect();
                facts.push(one?);
            }
            entries.push((place, facts, count));
        }
        Some(Closed { ended, entries })
    }
}

/// Why loops of one location end, whatever the values are when the first of them
/// fires, and for each of them the coefficients that bound when.
pub(crate) fn ended(work: &Work, at: Loc, rules: &[usize]) -> Option<(Ended, Vec<Vec<Poly>>)> {
    let first = work.rules.get(*rules.first()?)?;
    let mut vars: BTreeSet<Var> = BTreeSet::new();
    let n = work.dimension();
    let mut todo: Vec<Var> = Vec::new();
    for r in rules {
        let guard = &work.rules.get(*r)?.transition.guard;
        let plain = |a: &&Atom| a.rel == Rel::Ge && a.poly.vars().iter().all(|v| v.index() < n);
        todo.extend(guard.iter().filter(plain).flat_map(|a| a.poly.vars()));
    }
    let update = &first.transition.arms.first()?.update;
    while let Some(v) = todo.pop() {
        if vars.insert(v) {
            let from = update.get(v.index())?.vars();
            todo.extend(from.into_iter().filter(|w| w.index() < n));
        }
    }
    // What depends on something without a form has none.
    let mut forms: BTreeMap<Var, Sum> = BTreeMap::new();
    let mut again = true;
    while again && !work.stop.now() {
        again = false;
        for v in &vars {
            if !forms.contains_key(v) {
                if let Some(form) = form_of(*v, update.get(v.index())?, &forms) {
                    forms.insert(*v, form);
                    again = true;
                }
            }
        }
    }
    for r in rules {
        let other = &work.rules.get(*r)?.transition.arms.first()?.update;
        let same = |v: &Var| other.get(v.index()) == update.get(v.index());
        if !forms.keys().all(same) {
            forms.clear();
            break;
        }
    }
    let mut loops: Vec<Looped> = Vec::new();
    let mut others: Vec<Vec<Poly>> = Vec::new();
    for r in rules {
        let (looped, rest) = failing(work, *r, rules, &forms)?;
        loops.push(looped);
        others.push(rest);
    }
    // For each loop, what was proved from every guard.
    let mut leads: Vec<Vec<Deduced>> = rules.iter().map(|_| Vec::new()).collect();
    for l in &mut loops {
        for (list, proof) in leads.iter_mut().zip(std::mem::take(&mut l.leads)) {
            list.push(proof);
        }
    }
    for (l, list) in loops.iter_mut().zip(leads) {
        l.leads = list;
    }
    if loops.iter().all(|l| l.sum.is_some()) {
        forms.clear();
    }
    Some((Ended { at, forms, loops }, others))
}

/// An atom of a loop that fails in the end, whichever of the loops fires
/// first; the proofs of that, one from each guard, and the coefficients that
/// bound when.
fn failing(
    work: &Work,
    rule: usize,
    rules: &[usize],
    forms: &BTreeMap<Var, Sum>,
) -> Option<(Looped, Vec<Poly>)> {
    let guard = &work.rules.get(rule)?.transition.guard;
    for (i, a) in guard.iter().enumerate() {
        if a.rel != Rel::Ge || work.stop.now() {
            continue;
        }
        let by_forms = Sum::of_poly(&a.poly, &|v| forms.get(&v).cloned());
        let own = by_forms.is_none().then(|| own_form(work, rules, &a.poly));
        let own = own.flatten();
        let Some(form) = by_forms.as_ref().or(own.as_ref()).and_then(greatest) else {
            continue;
        };
        let goal = form.lead.negated().minus(&Poly::from(1));
        let leads: Option<Vec<Deduced>> =
            (rules.iter()).map(|r| deduced(work, *r, &goal)).collect();
        if let Some(leads) = leads {
            let looped = Looped {
                rule,
                atom: i,
                scale: form.scale,
                exponential: form.exponential,
                sum: own,
                leads,
            };
            return Some((looped, form.others));
        }
    }
    None
}

/// What a polynomial is after k rounds of whichever of the loops.
fn own_form(work: &Work, rules: &[usize], p: &Poly) -> Option<Sum> {
    let n = work.dimension();
    // What a transition chooses anew is another number in each round.
    let plain = |p: &Poly| p.vars().iter().all(|v| v.index() < n);
    if !plain(p) {
        return None;
    }
    recurrence::of(p, &|q| {
        let mut all = rules.iter().map(|r| work.after(work.rules.get(*r)?, 0, q));
        let first = all.next()??;
        (plain(&first) && all.all(|other| other.as_ref() == Some(&first))).then_some(first)
    })
}

/// A proof that a polynomial is at least 0 where a rule fires, with products
/// of its atoms up to its degree.
fn deduced(work: &Work, rule: usize, goal: &Poly) -> Option<Deduced> {
    let guard = &work.rules.get(rule)?.transition.guard;
    let stop = &work.stop;
    let atom = Atom::ge0(goal.clone());
    if let Some(proof) = linear::prove(stop, guard, &atom) {
        return Some(Deduced {
            lemmas: Vec::new(),
            proof,
        });
    }
    let wanted = goal.vars();
    let mut premises = guard.clone();
    let mut lemmas = Vec::new();
    let useful: Vec<usize> = (0..guard.len())
        .filter(|i| {
            let vars = guard[*i].poly.vars();
            !vars.is_empty() && vars.iter().all(|v| wanted.contains(v))
        })
        .collect();
    let mut layer = useful.clone();
    for _ in 1..goal.degree() {
        let mut next = Vec::new();
        for i in &layer {
            for j in useful.iter().filter(|j| layer != useful || *j <= i) {
                if lemmas.len() >= MAX_PRODUCTS {
                    break;
                }
                let (a, b) = (premises.get(*i)?, premises.get(*j)?);
                let both = a.rel == Rel::Eq || b.rel == Rel::Eq;
                let poly = a.poly.times(&b.poly);
                let rel = if both { Rel::Eq } else { Rel::Ge };
                lemmas.push(Lemma::Product(*i, *j));
                next.push(premises.len());
                premises.push(Atom { poly, rel });
            }
        }
        layer = next;
    }
    for (m, _) in goal.terms().filter(|(m, _)| m.degree() > 0) {
        let halves: Option<Vec<_>> = (m.powers().iter())
            .map(|(v, e)| (e % 2 == 0).then_some((*v, e / 2)))
            .collect();
        let Some(halves) = halves else { continue };
        let root =
            (halves.iter()).fold(Poly::from(1), |p, (v, e)| p.times(&Poly::var(*v).power(*e)));
        premises.push(Atom::ge0(root.times(&root)));
        lemmas.push(Lemma::Square(root));
    }
    let proof = linear::prove(stop, &premises, &atom)?;
    Some(Deduced { lemmas, proof })
}

/// The closed form of a variable over those that are known.
fn form_of(v: Var, to: &Poly, forms: &BTreeMap<Var, Sum>) -> Option<Sum> {
    let own = to.linear_coefficient(v);
    let mut rest = to.clone();
    rest.insert(crate::poly::Monomial::var(v), -own.clone());
    if rest.mentions(v) || own == Int::from(0) {
        return None;
    }
    let q = Sum::of_poly(&rest, &|w| forms.get(&w).cloned())?;
    Sum::solved(v, &own, &q)
}

/// The greatest term of an atom, if there is one in the sense of the rule.
fn greatest(s: &Sum) -> Option<Form> {
    let whole = (s.0.values()).fold(Int::one(), |d, p| {
        num_integer::Integer::lcm(&d, &p.denominator())
    });
    let scaled = crate::num::Rat::from_integer(whole);
    let zero = crate::lower::ratpoly::RatPoly::zero();
    let mut terms: Vec<(&(Int, u32), Poly)> = (s.0.iter())
        .map(|(key, p)| (key, zero.plus_scaled(p, &scaled).cleared()))
        .collect();
    let ((base, power), lead) = terms.pop()?;
    let mut second = Int::one();
    let mut others = Vec::new();
    for ((b, d), c) in terms {
        let size = b.abs();
        let fits = match power {
            0 => *d == 0 && size < *base,
            _ => d < power && size <= *base,
        };
        if !fits {
            return None;
        }
        second = second.max(size);
        // A power of a base below 0 has either sign.
        others.push(c.clone());
        others.extend(b.is_negative().then(|| c.negated()));
    }
    let scale = match power {
        0 => (1..MAX_SCALE).find(|n| base.pow(*n) >= second.pow(*n) * 2u32)?,
        _ => 1,
    };
    base.is_positive().then_some(Form {
        lead,
        others,
        scale,
        exponential: *power == 0,
    })
}
