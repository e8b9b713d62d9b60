//! Inputs for which a guard holds and the cost grows.
//!
//! Idea: each variable and each temporary is `a*n + b` with unknown numbers. A
//! guard holds for all n >= 0 if what stands with each power of n is at least 0.
//! The linear atoms of a guard make the `a` a cone, and linear programs give a
//! point of its inside, where the cost has the greatest degree that it has
//! anywhere in the cone (unless its sign is the wrong one, so a few points are
//! tried); Z3 then finds the `b`. Where the guard is not linear, Z3 is asked
//! for both. A family that does not change the input shows that the cost has no
//! bound. Source: Frohn et al., TOPLAS 2020, section 5 (limit problems), of
//! which this is the linear case. Cost: two linear programs per variable and a
//! question, which is linear if the guard is.

use super::macros::{Macro, FAMILY};
use super::ratpoly::RatPoly;
use crate::ask::{Ask, Point};
use crate::linear::PIVOTS;
use crate::num::{Int, Rat};
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Rel};
use ep_base::entity::EntityId;
use ep_base::Stop;
use ep_smt::linear::{Col, Constraint, Form, Optimum, Relation, Simplex, Q};
use num_traits::Zero;
use std::collections::{BTreeMap, BTreeSet};

/// Greatest factors of n that are tried.
const STEEP: i64 = 4;
/// Constants that are tried first.
const NEAR: i64 = 20;

/// The variables that matter.
pub(super) fn variables(m: &Macro) -> Vec<Var> {
    let mut vars: Vec<Var> = m.guard.iter().flat_map(|a| a.poly.vars()).collect();
    vars.extend(m.cost.vars());
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// Points inside the cone of factors of n, one per variable that matters. With
/// `fixed` those of the system's variables are 0.
pub(super) fn directions(stop: &Stop, m: &Macro, fixed: bool) -> Vec<Vec<Int>> {
    let vars = variables(m);
    let mut simplex = Simplex::new();
    simplex.set_limit(Some(PIVOTS));
    simplex.set_stop(stop.clone());
    let columns: Vec<Col> = vars.iter().map(|_| simplex.column()).collect();
    let form = |p: &Poly| {
        let term = |(v, c): (&Var, &Col)| (*c, Q::from_int(&p.linear_coefficient(*v)));
        let terms: Vec<(Col, Q)> = (vars.iter().zip(&columns).map(term))
            .filter(|(_, q)| *q != Q::ZERO)
            .collect();
        Form::new(terms, Q::ZERO)
    };
    let mut tag = 0;
    let mut add = |simplex: &mut Simplex, form: Form, relation: Relation| {
        simplex.assert(&Constraint::new(form, relation, tag));
        tag += 1;
    };
    for a in m.guard.iter().filter(|a| a.poly.is_linear()) {
        let relation = match a.rel {
            Rel::Ge => Relation::Ge,
            Rel::Eq => Relation::Eq,
        };
        add(&mut simplex, form(&a.poly), relation);
    }
    let steep = Q::from_int(&Int::from(STEEP));
    for (v, c) in vars.iter().zip(&columns) {
        let one = |q: Q| Form::new(vec![(*c, q)], Q::ZERO);
        if fixed && v.index() < m.update.len() {
            add(&mut simplex, one(Q::ONE), Relation::Eq);
            continue;
        }
        for q in [Q::ONE, Q::MINUS_ONE] {
            let side = one(q).plus(&Form::constant_of(steep.clone()));
            add(&mut simplex, side, Relation::Ge);
        }
    }
    let mut most: Vec<Vec<Rat>> = Vec::new();
    let mut least: Vec<Vec<Rat>> = Vec::new();
    let point = |simplex: &mut Simplex, form: &Form, up: bool| {
        let found = match up {
            true => simplex.maximum(form),
            false => simplex.minimum(form),
        };
        let there = matches!(found, Optimum::Value(_));
        let model = simplex.model();
        let value = |c: &Col| model.get(c.0 as usize).map_or_else(Rat::zero, Q::to_big);
        there.then(|| columns.iter().map(value).collect::<Vec<Rat>>())
    };
    for c in &columns {
        let one = Form::new(vec![(*c, Q::ONE)], Q::ZERO);
        most.extend(point(&mut simplex, &one, true));
        least.extend(point(&mut simplex, &one, false));
    }
    // Where the cost is linear its own direction counts most.
    let slope = form(&m.cost.cleared());
    let own = point(&mut simplex, &slope, true);
    let mut out: Vec<Vec<Int>> = Vec::new();
    for (above, below) in [(3, 1), (1, 3)] {
        let mut sum = vec![Rat::zero(); vars.len()];
        let weighted = most.iter().map(|p| (above, p));
        let weighted = weighted.chain(least.iter().map(|p| (below, p)));
        for (k, p) in weighted.chain(own.iter().map(|p| (9, p))) {
            for (s, x) in sum.iter_mut().zip(p) {
                *s += x * Rat::from_integer(k.into());
            }
        }
        out.push(whole(&sum));
    }
    out.dedup();
    let asked: BTreeSet<Var> = m.guard.iter().flat_map(|a| a.poly.vars()).collect();
    let given = |v: &Var| fixed && v.index() < m.update.len();
    let free = |v: &Var| !asked.contains(v) && !given(v);
    let paid = vars.iter().enumerate().filter(|(_, v)| free(v));
    let paid: Vec<usize> = paid.map(|(i, _)| i).collect();
    both_ways(&mut out, &paid);
    out
}

/// What stands in the cost alone may grow either way, and the points of the cone do
/// not say which way pays.
fn both_ways(out: &mut Vec<Vec<Int>>, paid: &[usize]) {
    if paid.is_empty() {
        return;
    }
    for direction in out.clone() {
        for sign in [1, -1] {
            let mut turned = direction.clone();
            for (i, x) in turned.iter_mut().enumerate() {
                if paid.contains(&i) {
                    *x = Int::from(sign);
                }
            }
            if !out.contains(&turned) {
                out.push(turned);
            }
        }
    }
}

/// The shortest integer vector of the same direction.
fn whole(at: &[Rat]) -> Vec<Int> {
    let lcm = |d: Int, x: &Rat| num_integer::Integer::lcm(&d, x.denom());
    let scale = at.iter().fold(Int::from(1), lcm);
    let list: Vec<Int> = at
        .iter()
        .map(|x| x.numer() * (&scale / x.denom()))
        .collect();
    let gcd = |d: Int, x: &Int| num_integer::Integer::gcd(&d, x);
    let common = list.iter().fold(Int::zero(), gcd);
    match common.is_zero() {
        true => list,
        false => list.iter().map(|x| x / &common).collect(),
    }
}

/// Values over [`FAMILY`] with these factors at which the guard holds and the
/// cost has a degree of at least `least`.
pub(super) fn along(
    m: &Macro,
    ask: &mut Ask,
    direction: &[Int],
    least: u32,
) -> Option<BTreeMap<Var, Poly>> {
    let vars = variables(m);
    let value = |i: usize, b: Poly| {
        let mut p = b;
        let a = direction.get(i).cloned().unwrap_or_default();
        p.insert(Monomial::var(FAMILY), a);
        p
    };
    let put = |p: &RatPoly| {
        p.substitute(&|v| {
            let i = vars.binary_search(&v).ok()?;
            Some(RatPoly::from(&value(i, Poly::var(Var::from_index(i)))))
        })
    };
    let mut atoms: Vec<Atom> = Vec::new();
    let powers = put(&m.cost).by_power(FAMILY);
    let lead = powers.iter().enumerate().rev().find(|(_, p)| !p.is_empty());
    let degree = lead.map_or(0, |l| l.0 as u32);
    if degree < least {
        return None;
    }
    // What does not grow needs no inputs that do.
    if degree == 0 && direction.iter().any(|a| !a.is_zero()) {
        let still = vec![Int::zero(); direction.len()];
        return along(m, ask, &still, least);
    }
    if let Some((d, p)) = lead.filter(|l| l.0 > 0) {
        debug_assert!(d > 0);
        atoms.push(Atom::ge0(p.cleared().minus(&Poly::from(1))));
    }
    for a in &m.guard {
        for part in put(&RatPoly::from(&a.poly)).by_power(FAMILY) {
            let poly = part.cleared();
            atoms.push(Atom { poly, rel: a.rel });
        }
    }
    atoms.retain(|a| a.constant() != Some(true));
    if atoms.iter().any(|a| a.constant() == Some(false)) {
        return None;
    }
    let point = nearest(ask, &atoms, (0..vars.len()).map(Var::from_index))?;
    let found = vars.iter().enumerate().map(|(i, v)| {
        let b = point.get(&Var::from_index(i)).cloned().unwrap_or_default();
        (*v, value(i, Poly::constant(b)))
    });
    Some(found.collect())
}

/// A point, with small numbers if there is one with them.
fn nearest(
    ask: &mut Ask,
    atoms: &[Atom],
    small: impl Iterator<Item = Var>,
) -> Option<BTreeMap<Var, Int>> {
    let mut near = atoms.to_vec();
    for v in small {
        let b = Poly::var(v);
        near.push(Atom::ge0(Poly::from(NEAR).minus(&b)));
        near.push(Atom::ge0(Poly::from(NEAR).plus(&b)));
    }
    match ask.point(&near) {
        Point::Found(p) => Some(p),
        _ => match ask.point(atoms) {
            Point::Found(p) => Some(p),
            _ => None,
        },
    }
}

/// Values over [`FAMILY`] at which the guard holds and the cost has this
/// degree; what is not there may be 0. With `fixed` variables are numbers.
pub(super) fn instance(
    m: &Macro,
    ask: &mut Ask,
    degree: u32,
    fixed: bool,
) -> Option<BTreeMap<Var, Poly>> {
    let n = m.update.len();
    let vars = variables(m);
    let steep = |i: usize| Var::from_index(2 * i);
    let flat = |i: usize| Var::from_index(2 * i + 1);
    let put = |p: &RatPoly| {
        p.substitute(&|v| {
            let i = vars.binary_search(&v).ok()?;
            let sum = Poly::var(steep(i)).times(&Poly::var(FAMILY));
            Some(RatPoly::from(&sum.plus(&Poly::var(flat(i)))))
        })
    };
    let mut atoms: Vec<Atom> = Vec::new();
    for a in &m.guard {
        for part in put(&RatPoly::from(&a.poly)).by_power(FAMILY) {
            let poly = part.cleared();
            atoms.push(Atom { poly, rel: a.rel });
        }
    }
    if degree > 0 {
        let cost = put(&m.cost);
        let part = cost.by_power(FAMILY).into_iter().nth(degree as usize)?;
        atoms.push(Atom::ge0(part.cleared().minus(&Poly::from(1))));
    }
    for (i, v) in vars.iter().enumerate() {
        let a = Poly::var(steep(i));
        if fixed && v.index() < n {
            atoms.push(Atom::eq0(a));
        } else {
            atoms.push(Atom::ge0(Poly::from(STEEP).minus(&a)));
            atoms.push(Atom::ge0(Poly::from(STEEP).plus(&a)));
        }
    }
    atoms.retain(|a| a.constant() != Some(true));
    if atoms.iter().any(|a| a.constant() == Some(false)) {
        return None;
    }
    let point = nearest(ask, &atoms, (0..vars.len()).map(flat))?;
    let number = |v: Var| point.get(&v).cloned().unwrap_or_else(Int::zero);
    let value = |i: usize| {
        let a = Poly::var(FAMILY).scaled(&number(steep(i)));
        a.plus(&Poly::constant(number(flat(i))))
    };
    Some(
        vars.iter()
            .enumerate()
            .map(|(i, v)| (*v, value(i)))
            .collect(),
    )
}
