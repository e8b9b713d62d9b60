//! Products of relations, for components whose values are not linear.
//!
//! Idea: linear programs take `y*y` as a column of its own and know nothing
//! about it. Where an update or a guard of a transition that resists has
//! products of variables, its guard gets what follows by multiplication: the
//! products of pairs of its linear relations, as far as they speak of products
//! that stand there already, and `v*v >= v` and `v*v >= -v` for squares of
//! integers. Then measures are looked for again. Each new relation has its proof
//! in the certificate (`mul` and `cases` there), so nothing rests on a solver.
//! Source: Handelman, "Representing polynomials by positive linear functions on
//! compact convex polyhedra", 1988; one round of products is made here.
//! Alternatives: a solver for non-linear arithmetic, whose proofs cannot be
//! re-checked here. Cost: at most [`MAX_NEW`] relations for each transition.

use super::edges::Edge;
use crate::poly::{Monomial, Poly};
use crate::system::{Atom, Rel};
use crate::work::{Derived, Rule, Work};
use ep_base::entity::EntityId;
use std::collections::BTreeSet;

/// Relations that a guard gets.
const MAX_NEW: usize = 14;
/// Relations of a guard whose pairs are multiplied.
const MAX_FACTORS: usize = 10;

/// The work with products in the guards of what is open; `None` where there is
/// nothing to multiply.
pub(super) fn multiplied(work: &Work, open: &[Vec<Edge>]) -> Option<Work> {
    let mut work = work.clone();
    let n = work.dimension();
    let names: BTreeSet<String> = (open.iter().flatten())
        .filter_map(|e| Some(work.rules.get(e.rule)?.name.clone()))
        .collect();
    let mut any = false;
    for name in names {
        let rule = work.rules.iter().find(|r| r.name == name)?;
        let new = derived(rule, n);
        any |= !new.is_empty();
        work.multiply(&name, new);
    }
    any.then_some(work)
}

/// What follows by multiplication from the guard of a rule and is about products
/// that stand in it.
fn derived(rule: &Rule, n: usize) -> Vec<(Atom, Derived)> {
    let guard = &rule.transition.guard;
    let updates = rule.transition.arms.iter().flat_map(|a| &a.update);
    let all = updates.chain(guard.iter().map(|a| &a.poly));
    let ours = |m: &Monomial| m.powers().iter().all(|(v, _)| v.index() < n);
    let wanted: BTreeSet<Monomial> = (all.flat_map(Poly::terms))
        .map(|(m, _)| m.clone())
        .filter(|m| m.degree() == 2 && ours(m))
        .collect();
    let mut out: Vec<(Atom, Derived)> = Vec::new();
    if wanted.is_empty() {
        return out;
    }
    let linear = |a: &Atom| {
        let constant = a.poly.as_constant().is_some();
        a.rel == Rel::Ge && !constant && a.poly.is_linear() && a.poly.terms().all(|t| ours(t.0))
    };
    let factors: Vec<(usize, &Atom)> = (guard.iter().enumerate())
        .filter(|(_, a)| linear(a))
        .take(MAX_FACTORS)
        .collect();
    let add = |a: Atom, why: Derived, out: &mut Vec<(Atom, Derived)>| {
        let known = guard.contains(&a) || out.iter().any(|(b, _)| *b == a);
        if !known && out.len() < MAX_NEW {
            out.push((a, why));
        }
    };
    for m in &wanted {
        if let [(v, 2)] = m.powers() {
            let square = Poly::var(*v).power(2);
            for up in [true, false] {
                let poly = match up {
                    true => square.minus(&Poly::var(*v)),
                    false => square.plus(&Poly::var(*v)),
                };
                add(Atom::ge0(poly), Derived::Square(*v, up), &mut out);
            }
        }
    }
    for (k, (i, a)) in factors.iter().enumerate() {
        for (j, b) in factors.iter().skip(k) {
            let poly = a.poly.times(&b.poly);
            let known = |m: &Monomial| m.degree() < 2 || wanted.contains(m);
            if poly.terms().all(|(m, _)| known(m)) {
                add(Atom::ge0(poly), Derived::Product(*i, *j), &mut out);
            }
        }
    }
    out
}
