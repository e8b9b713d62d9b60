//! What the guard of a rule may bound a polynomial by.
//!
//! Idea: whoever needs an upper bound of a polynomial guesses it here and proves the
//! guess by a linear program, so a guess may be anything. Over temporaries, of which
//! nothing is known before the rule, the guess is what stands in their place where the
//! guard compares them with what is known: by adding multiples of linear relations, and
//! in products by replacing. Source: the elimination of Fourier and Motzkin, a few
//! steps of it. Alternative: the whole elimination, which grows with the square of
//! the guard each time. Cost: at most [`GUESSES`] guesses of each kind.

use super::analysis::Analysis;
use super::capped::most;
use super::size::{MAX_DEGREE, MAX_TERMS};
use crate::num::Int;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Rel};
use ep_base::entity::EntityId;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Guesses of what a guard bounds a polynomial by.
const GUESSES: usize = 8;
/// Products of terms of one replacement.
const MAX_PRODUCTS: usize = 2_000;

impl Analysis<'_> {
    /// What may bound a polynomial where the guard of a rule holds: a number,
    /// itself, itself plus multiples of the guard's atoms.
    pub(super) fn guesses(&self, rule: usize, p: &Poly) -> Vec<Poly> {
        let Some(r) = self.work.rules.get(rule) else {
            return Vec::new();
        };
        let guard = &r.transition.guard;
        let mut out = Vec::new();
        if let Some(c) = most(&self.work.stop, guard, p) {
            out.push(Poly::constant(c));
        }
        let n = self.work.dimension();
        let own = |q: &Poly| q.vars().iter().all(|v| v.index() < n);
        if own(p) {
            out.push(p.clone());
        }
        out.extend(self.instead(rule, p));
        // Two rounds: x <= t and t <= y.
        let mut layer = vec![p.clone()];
        for _ in 0..2 {
            let mut next = Vec::new();
            for p in &layer {
                for a in guard.iter().filter(|a| a.poly.is_linear()) {
                    for v in p.vars() {
                        let (c, d) = (p.linear_coefficient(v), a.poly.linear_coefficient(v));
                        if d.is_zero() || c.is_zero() {
                            continue;
                        }
                        if a.rel == Rel::Ge && c.is_negative() == d.is_negative() {
                            continue;
                        }
                        let mut q = p.clone();
                        match c.is_multiple_of(&d) {
                            true => q.add_scaled(&a.poly, &-(&c / &d)),
                            // A multiple of it is at most this, and so is it itself
                            // where that is at least 0.
                            false => {
                                q = q.scaled(&d.abs());
                                q.add_scaled(&a.poly, &(&c * -d.signum()));
                            }
                        }
                        if !out.contains(&q) && !next.contains(&q) {
                            next.push(q);
                        }
                    }
                }
            }
            out.extend(next.iter().filter(|q| own(q)).take(GUESSES).cloned());
            layer = next;
            layer.truncate(GUESSES);
        }
        out
    }

    /// What may bound a polynomial with products of temporaries: these replaced by what
    /// the guard bounds them by, and what it bounds a square by.
    fn instead(&self, rule: usize, p: &Poly) -> Vec<Poly> {
        let n = self.work.dimension();
        let fresh = |p: &Poly| p.vars().into_iter().find(|v| v.index() >= n);
        let Some(r) = self.work.rules.get(rule) else {
            return Vec::new();
        };
        let guard = r.transition.guard.iter();
        let mut out = Vec::new();
        if p.is_linear() {
            // t where t*t <= n.
            let squared = |v: &Var, a: &Atom| {
                let square = Poly::var(*v).power(2);
                let rest = a.poly.plus(&square);
                (fresh(&rest).is_none()).then_some(rest)
            };
            if let Some(v) = p.as_var().filter(|v| v.index() >= n) {
                out.extend(guard.filter_map(|a| squared(&v, a)));
            }
            out.truncate(GUESSES);
            return out;
        }
        let lines: Vec<&Atom> = guard.filter(|a| a.poly.is_linear()).collect();
        let mut layer = vec![p.clone()];
        for _ in 0..3 {
            let mut next: Vec<Poly> = Vec::new();
            for q in &layer {
                let Some(v) = fresh(q) else {
                    continue;
                };
                for a in &lines {
                    // v + rest >= 0 and rest - v >= 0: v is -rest, or rest.
                    let c = a.poly.linear_coefficient(v);
                    if !c.abs().is_one() {
                        continue;
                    }
                    let mut by = a.poly.scaled(&-c);
                    by.add_scaled(&Poly::var(v), &Int::one());
                    let new = q.substitute_within(MAX_PRODUCTS, &|w| (w == v).then(|| by.clone()));
                    let new = new.filter(|p| p.degree() <= MAX_DEGREE && p.len() <= MAX_TERMS);
                    next.extend(new.filter(|p| !next.contains(p) && !out.contains(p)));
                }
            }
            out.extend(next.iter().filter(|q| fresh(q).is_none()).cloned());
            next.truncate(GUESSES);
            layer = next;
        }
        out.truncate(GUESSES);
        out
    }
}
