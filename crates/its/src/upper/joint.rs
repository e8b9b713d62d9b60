//! Values that depend on each other in a circle.
//!
//! Idea: `x' = y, y' = x + y` has no answer variable by variable. The greatest of
//! all values of the circle and 0 is at most multiplied by K in a round, where K
//! is the largest sum of coefficients of a row, and what comes from elsewhere is
//! added; with K = 1 (variables that change places) nothing is multiplied. A
//! variable and its opposite are two values, so a circle may hold either sign.
//!
//! A sum whose variables turn around each other (`x' = -y, y' = x - y`) is itself
//! again after some rounds. All that it is on the way are values, each of which
//! becomes another one and is multiplied by nothing, so the greatest of them stays.
//! Source: Brockschmidt et al., TOPLAS 2016, section 4.2 (sizes of components of
//! the graph of result variables), with sides instead of absolute values.
//! What turns is the part of Lommen and Giesl, "Targeting completeness: using closed
//! forms for size bounds of integer programs", FroCoS 2023, that needs no powers.
//! Alternatives: closed forms over the eigenvalues, which are exact for one loop.
//! Cost: the linear programs of a value per member of the circle and edge.

use super::analysis::Analysis;
use super::arithmetic::positive;
use super::derivation::{About, Because, Joint, Mixture};
use super::places::{Arc, FactId, Place};
use super::questions::Way;
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::Loc;
use crate::termination::Edge;
use ep_base::entity::EntityId;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeSet;

/// Members of a circle.
const MAX_MEMBERS: usize = 10;
/// What a value turns into; integer matrices of two rows that come back to
/// themselves do so after at most six rounds, of four after twelve.
const MAX_TURNS: usize = 12;
/// Terms and degree of such a value.
const MAX_TERMS: usize = 20;
const MAX_DEGREE: u32 = 4;

impl Analysis<'_> {
    /// The rule `joint` for a variable or its opposite, as a fact about one arm.
    pub(super) fn joint(&mut self, part: usize, arc: Arc, p: &Poly) -> Option<FactId> {
        self.together(Way::Joint, part, arc, p)
    }

    /// The same for a polynomial that turns into others and comes back.
    pub(super) fn orbit(&mut self, part: usize, arc: Arc, p: &Poly) -> Option<FactId> {
        self.together(Way::Orbit, part, arc, p)
    }

    fn together(&mut self, way: Way, part: usize, arc: Arc, p: &Poly) -> Option<FactId> {
        let key = (way, part, p.clone());
        if !self.questions.begin_sum(&key) {
            return None;
        }
        let found = match way {
            Way::Orbit => self.turns(part, p),
            Way::Alone | Way::Joint => self.circle(part, p),
        };
        self.questions.end_sum(&key);
        let joint = found?;
        let bound = joint.yields(&|f| self.bound(f), &positive);
        let about = About::Value(Place::Arm(arc), p.clone());
        Some(self.fact(about, bound, Because::Joint(joint)))
    }

    fn circle(&mut self, part: usize, p: &Poly) -> Option<Joint> {
        let list = self.parts.get(part)?.clone();
        let mut values = vec![p.clone()];
        let mut rows: Vec<Vec<Mixture>> = Vec::new();
        while let Some(now) = values.get(rows.len()).cloned() {
            let mut row = Vec::new();
            for e in &list {
                row.push(self.mixed(e, &now, &mut values)?);
            }
            rows.push(row);
        }
        self.bounded_together(&list, values, rows)
    }

    /// What a polynomial is after each number of rounds, whichever edges they take,
    /// where these are few.
    fn turns(&mut self, part: usize, p: &Poly) -> Option<Joint> {
        let list = self.parts.get(part)?.clone();
        let n = self.work.dimension();
        let mut values = vec![p.clone()];
        let mut rows: Vec<Vec<Mixture>> = Vec::new();
        while let Some(now) = values.get(rows.len()).cloned() {
            let mut row = Vec::new();
            for e in &list {
                let after = self.work.after(self.work.rules.get(e.rule)?, e.arm, &now)?;
                let plain = after.len() <= MAX_TERMS && after.degree() <= MAX_DEGREE;
                if !plain || after.vars().iter().any(|v| v.index() >= n) {
                    return None;
                }
                let rest = Poly::constant(after.constant_term());
                let next = after.minus(&rest);
                let known = values.iter().position(|v| *v == next);
                let at = known.unwrap_or(values.len());
                if known.is_none() {
                    if values.len() >= MAX_TURNS || next.is_zero() {
                        return None;
                    }
                    values.push(next);
                }
                let mut of = vec![Int::zero(); at + 1];
                if let Some(k) = of.get_mut(at) {
                    *k = Int::one();
                }
                let proof = self.prove(e.rule, Poly::zero())?;
                row.push(Mixture::Mixed(of, rest, proof, Vec::new()));
            }
            rows.push(row);
        }
        self.bounded_together(&list, values, rows)
    }

    /// With what comes in, and how often what is not quiet happens.
    fn bounded_together(
        &mut self,
        list: &[Edge],
        values: Vec<Poly>,
        mut rows: Vec<Vec<Mixture>>,
    ) -> Option<Joint> {
        if values.len() < 2 {
            return None;
        }
        let mut factor = Int::one();
        for part in rows.iter_mut().flatten() {
            if let Mixture::Mixed(of, ..) = part {
                of.resize(values.len(), Int::zero());
                factor = factor.max(of.iter().sum());
            }
        }
        let mut edges = Vec::new();
        for (i, e) in list.iter().enumerate() {
            let parts: Vec<Mixture> = rows.iter().filter_map(|r| r.get(i).cloned()).collect();
            let quiet = |part: &Mixture| match part {
                Mixture::Reset(_) => true,
                Mixture::Mixed(of, rest, ..) => {
                    of.iter().sum::<Int>() <= Int::one()
                        && rest.as_constant().is_some_and(|c| !c.is_positive())
                }
            };
            let count = match parts.iter().all(quiet) {
                true => None,
                false => Some(self.counts.get(e.rule).copied().flatten()?),
            };
            edges.push((e.arc(), count, parts));
        }
        let at: BTreeSet<Loc> = list.iter().map(|e| e.source).collect();
        let inside: BTreeSet<Arc> = list.iter().map(Edge::arc).collect();
        let mut entries = Vec::new();
        for l in &at {
            let mut places: Vec<Place> = (self.incoming.get(l).into_iter().flatten())
                .filter(|a| !inside.contains(a))
                .map(|a| Place::Arm(*a))
                .collect();
            if self.work.file.start == *l {
                places.push(Place::Start);
            }
            for place in places {
                let facts: Option<Vec<FactId>> =
                    values.iter().map(|v| self.value(place, v)).collect();
                entries.push(facts?);
            }
        }
        Some(Joint {
            factor,
            values,
            at: at.into_iter().collect(),
            entries,
            edges,
        })
    }

    /// What an edge makes of a value; what is not known from elsewhere becomes a
    /// member of the circle.
    fn mixed(&mut self, e: &Edge, p: &Poly, values: &mut Vec<Poly>) -> Option<Mixture> {
        let after = self.work.after(self.work.rules.get(e.rule)?, e.arm, p)?;
        let n = self.work.dimension();
        let own = |q: &Poly| q.vars().iter().all(|v| v.index() < n);
        let q = match own(&after) {
            true => after.clone(),
            // Temporaries are at most what the guard says.
            false => {
                (self.guesses(e.rule, &after).into_iter()).find(|q| q.is_linear() && own(q))?
            }
        };
        let proof = self.prove(e.rule, q.minus(&after))?;
        let mut of = vec![Int::zero(); values.len()];
        let mut rest = Poly::constant(q.constant_term());
        for (m, c) in q.terms().filter(|(m, _)| m.degree() > 0) {
            let term = Poly::of_terms([(m.clone(), c.clone())]);
            let unit = m.as_var().map(|v| signed(v, c));
            let known = unit
                .as_ref()
                .and_then(|u| values.iter().position(|v| v == u));
            match (known, unit) {
                (Some(i), _) => {
                    if let Some(k) = of.get_mut(i) {
                        *k += c.abs();
                    }
                }
                (None, _) if self.at_edges_before(e.rule, &term).is_some() => {
                    rest = rest.plus(&term);
                }
                (None, Some(unit)) if values.len() < MAX_MEMBERS => {
                    values.push(unit);
                    of.push(c.abs());
                }
                _ => return None,
            }
        }
        let facts = match rest.as_constant() {
            Some(_) => Vec::new(),
            None => self.at_edges_before(e.rule, &rest)?,
        };
        if of.iter().all(Zero::is_zero) && !facts.is_empty() {
            // All of it comes from elsewhere.
            let rest_proof = self.prove(e.rule, rest.minus(&after))?;
            let bound = self.greatest(&rest, &facts);
            let about = About::Value(Place::Arm(e.arc()), p.clone());
            return Some(Mixture::Reset(self.fact(
                about,
                bound,
                Because::Before(rest_proof, facts),
            )));
        }
        Some(Mixture::Mixed(of, rest, proof, facts))
    }
}

fn signed(v: Var, c: &Int) -> Poly {
    match c.is_negative() {
        true => Poly::var(v).negated(),
        false => Poly::var(v),
    }
}
