//! A bound as a list of cases, each with its condition on the values at the start.
//!
//! Idea: which part of a `max` or `min` of polynomials is the one that counts is
//! decided by comparing them, so each choice is a case, and what contradicts itself
//! by linear arithmetic is none. Of two that are equal the first counts: the cases
//! are disjoint and cover all inputs by construction, and in each of them its bound
//! is the whole one. Alternatives: a bound for each part of the inputs from an
//! analysis of its own, which may be lower and costs a proof each; a bound over
//! `max` alone, which is what certificates speak of and is hard to read. Source: no
//! paper, the definition of `max` and `min`. Cost: a few linear programs per case; limited to [`MAX_CASES`].

use crate::bound::Bound;
use crate::linear::{prove, Facts};
use crate::outcome::Case;
use crate::poly::Poly;
use crate::system::Atom;
use ep_base::Stop;

/// More than these nobody reads.
const MAX_CASES: usize = 8;
/// Choices that are tried on the way.
const MAX_TRIED: usize = 64;
/// Terms of a polynomial that is multiplied out.
const MAX_TERMS: usize = 200;

/// The cases of a bound; one without a condition where there would be too many.
pub fn of(bound: &Bound) -> Vec<Case> {
    let whole = || {
        vec![Case {
            condition: Vec::new(),
            bound: bound.clone(),
        }]
    };
    match pieces(bound) {
        Some(list) if !list.is_empty() && list.len() <= MAX_CASES => {
            list.into_iter().map(|c| shortened(&c)).collect()
        }
        _ => whole(),
    }
}

/// Without what follows from the rest of its condition.
fn shortened(case: &Case) -> Case {
    let mut condition = case.condition.clone();
    let mut i = 0;
    while i < condition.len() {
        let mut rest = condition.clone();
        let atom = rest.remove(i);
        match prove(&Stop::never(), &rest, &atom) {
            Some(_) => condition = rest,
            None => i += 1,
        }
    }
    Case {
        condition,
        bound: case.bound.clone(),
    }
}

/// The polynomial that a bound is, if that is not too long.
fn polynomial(b: &Bound) -> Option<Poly> {
    match b {
        Bound::Const(n) => Some(Poly::constant(n.clone())),
        Bound::Var(v) => Some(Poly::var(*v)),
        Bound::Sum(list) => {
            (list.iter()).try_fold(Poly::zero(), |p, q| Some(p.plus(&polynomial(q)?)))
        }
        Bound::Product(list) => (list.iter()).try_fold(Poly::from(1), |p, q| {
            let q = polynomial(q)?;
            (p.len() * q.len() <= MAX_TERMS).then(|| p.times(&q))
        }),
        _ => None,
    }
}

fn pieces(b: &Bound) -> Option<Vec<Case>> {
    let one = |b: Bound| Case {
        condition: Vec::new(),
        bound: b,
    };
    match b {
        Bound::Unbounded | Bound::Const(_) | Bound::Var(_) => Some(vec![one(b.clone())]),
        Bound::Sum(list) => each(list, &|parts| Bound::sum(parts)),
        Bound::Product(list) => each(list, &|parts| Bound::product(parts)),
        Bound::Max(list) => decided(list, true),
        Bound::Min(list) => decided(list, false),
        Bound::FloorDiv(inner, d) => mapped(inner, &|b| Bound::FloorDiv(Box::new(b), d.clone())),
        Bound::BitLength(inner) => mapped(inner, &|b| Bound::BitLength(Box::new(b))),
        Bound::Power(base, exponent) => {
            mapped(exponent, &|e| Bound::Power(base.clone(), Box::new(e)))
        }
    }
}

fn mapped(inner: &Bound, with: &dyn Fn(Bound) -> Bound) -> Option<Vec<Case>> {
    let list = pieces(inner)?;
    let with = |c: Case| Case {
        condition: c.condition,
        bound: with(c.bound),
    };
    Some(list.into_iter().map(with).collect())
}

/// The cases of the parts, put together.
fn each(list: &[Bound], with: &dyn Fn(Vec<Bound>) -> Bound) -> Option<Vec<Case>> {
    let together = |(condition, parts): (Vec<Atom>, Vec<Bound>)| {
        let bound = with(parts);
        let bound = polynomial(&bound).map_or(bound, |p| Bound::poly(&p));
        Case { condition, bound }
    };
    Some(chosen(list)?.into_iter().map(together).collect())
}

/// Each choice of a case of every part that can be.
fn chosen(list: &[Bound]) -> Option<Vec<(Vec<Atom>, Vec<Bound>)>> {
    let mut out: Vec<(Vec<Atom>, Vec<Bound>)> = vec![(Vec::new(), Vec::new())];
    for part in list {
        let cases = pieces(part)?;
        let mut next = Vec::new();
        for (condition, parts) in &out {
            for c in &cases {
                let Some(both) = with(condition, &c.condition) else {
                    continue;
                };
                let mut parts = parts.clone();
                parts.push(c.bound.clone());
                next.push((both, parts));
            }
        }
        if next.len() > MAX_TRIED {
            return None;
        }
        out = next;
    }
    Some(out)
}

/// A condition with more relations, each once; nothing where they contradict.
fn with(condition: &[Atom], more: &[Atom]) -> Option<Vec<Atom>> {
    let mut all = condition.to_vec();
    for a in more {
        match a.constant() {
            Some(true) => {}
            Some(false) => return None,
            None if all.contains(a) => {}
            None => all.push(a.clone()),
        }
    }
    let new = all.len() > condition.len();
    let never = new && Facts::new(&Stop::never(), &all).contradiction().is_some();
    (!never).then_some(all)
}

/// A `max` or a `min`: which of the polynomials counts.
fn decided(list: &[Bound], greatest: bool) -> Option<Vec<Case>> {
    let mut out = Vec::new();
    for (condition, parts) in chosen(list)? {
        let polys: Option<Vec<Poly>> = parts.iter().map(polynomial).collect();
        let Some(polys) = polys else {
            let bound = match greatest {
                true => Bound::max(parts),
                false => Bound::min(parts),
            };
            out.push(Case { condition, bound });
            continue;
        };
        for (i, p) in polys.iter().enumerate() {
            let over = |(j, q): (usize, &Poly)| {
                let (high, low) = if greatest { (p, q) } else { (q, p) };
                match i.cmp(&j) {
                    std::cmp::Ordering::Less => Some(Atom::ge(high, low)),
                    std::cmp::Ordering::Equal => None,
                    // Where both are the same the one before it counts.
                    std::cmp::Ordering::Greater => Some(Atom::gt(high, low)),
                }
            };
            let more: Vec<Atom> = polys.iter().enumerate().filter_map(over).collect();
            if let Some(condition) = with(&condition, &more) {
                out.push(Case {
                    condition,
                    bound: Bound::poly(p),
                });
            }
        }
        if out.len() > MAX_TRIED {
            return None;
        }
    }
    Some(out)
}
