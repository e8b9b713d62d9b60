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
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Rel};
use crate::work::{Derived, Rule, Work};
use ep_base::entity::EntityId;
use std::collections::BTreeSet;

/// Relations that a guard gets.
const MAX_NEW: usize = 14;
/// Relations of a guard whose pairs are multiplied.
const MAX_FACTORS: usize = 10;
/// The same, for a cost.
const MAX_PRICED: usize = 4;

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

/// Where a cost has products of temporaries, the guard of its rule gets the products of
/// the relations that bound what is multiplied, so that a linear program can bound the
/// cost by the variables: `t*t` is at most `n*n` where `0 <= t <= n`.
pub(super) fn of_costs(work: &mut Work) {
    let n = work.dimension();
    let priced: Vec<(String, Vec<(Atom, Derived)>)> = (work.rules.iter())
        .map(|r| (r.name.clone(), factors_of_cost(r, n)))
        .filter(|(_, new)| !new.is_empty())
        .collect();
    for (name, new) in priced {
        work.multiply(&name, new);
    }
}

/// See [`of_costs`].
fn factors_of_cost(rule: &Rule, n: usize) -> Vec<(Atom, Derived)> {
    let t = &rule.transition;
    let fresh = |m: &Monomial| m.powers().iter().any(|(v, _)| v.index() >= n);
    // In the cost; and where the guard has a square, what is squared may be the cost.
    let guarded = t.guard.iter().flat_map(|a| a.poly.terms());
    let squares: BTreeSet<Var> = (t.cost.upper.terms().chain(guarded))
        .filter(|(m, _)| m.degree() == 2 && fresh(m))
        .flat_map(|(m, _)| m.powers().iter().map(|(v, _)| *v).collect::<Vec<_>>())
        .collect();
    let paid: BTreeSet<Var> = t.cost.upper.vars().into_iter().collect();
    let ours: BTreeSet<Var> = squares.intersection(&paid).copied().collect();
    let mut out: Vec<(Atom, Derived)> = Vec::new();
    if !ours.iter().any(|v| v.index() >= n) {
        return out;
    }
    let add = |a: Atom, why: Derived, out: &mut Vec<(Atom, Derived)>| {
        let known = t.guard.contains(&a) || out.iter().any(|(b, _)| *b == a);
        if !known && out.len() < MAX_NEW {
            out.push((a, why));
        }
    };
    for v in ours.iter().filter(|v| v.index() >= n) {
        let square = Poly::var(*v).power(2);
        let above = Atom::ge0(square.minus(&Poly::var(*v)));
        add(above, Derived::Square(*v, true), &mut out);
    }
    let speaks = |a: &Atom| a.poly.vars().iter().any(|v| ours.contains(v));
    let plain = |a: &Atom| a.rel == Rel::Ge && a.poly.is_linear() && speaks(a);
    let factors: Vec<(usize, &Atom)> = (t.guard.iter().enumerate())
        .filter(|(_, a)| plain(a))
        .take(MAX_PRICED)
        .collect();
    for (k, (i, a)) in factors.iter().enumerate() {
        for (j, b) in factors.iter().skip(k) {
            let product = Atom::ge0(a.poly.times(&b.poly));
            add(product, Derived::Product(*i, *j), &mut out);
        }
    }
    out
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
