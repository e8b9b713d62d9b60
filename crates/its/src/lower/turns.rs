//! Variables that turn around each other and come back.
//!
//! Idea: `x' = -y, y' = x - y` has no closed form that is a polynomial in the number
//! of rounds, but three rounds of it change nothing, and three rounds are a loop as
//! well. The variables of such a circle are multiplied by a matrix M; if M^p is its
//! own square for a small p, then after p rounds, and p more, they are the same, and
//! the loop of p rounds at a time has closed forms. Source: the periodic part of
//! Frohn, Hark and Giesl, "Termination of polynomial loops", SAS 2020. Alternative:
//! closed forms with `k mod p`, which guards would have to know of. Nothing here is
//! believed. Cost: a few products of matrices of at most [`MAX_MEMBERS`] rows.

use super::macros::Macro;
use crate::poly::Var;
use ep_base::entity::EntityId;
use ep_smt::linear::Q;
use std::collections::BTreeSet;

/// Variables of a circle.
const MAX_MEMBERS: usize = 6;
/// Rounds that are tried: the orders of integer matrices with two rows.
const PERIODS: [usize; 5] = [1, 2, 3, 4, 6];

type Matrix = Vec<Vec<Q>>;

/// Variables that depend on themselves through others, and what a round multiplies
/// them by; `None` where there are none, too many, or what is not linear in them.
pub(super) fn circle(m: &Macro) -> Option<(Vec<Var>, Matrix)> {
    let n = m.update.len();
    let needs: Vec<BTreeSet<usize>> = (m.update.iter())
        .map(|p| {
            p.vars()
                .iter()
                .map(|v| v.index())
                .filter(|i| *i < n)
                .collect()
        })
        .collect();
    let behind = |i: usize| {
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let others = needs.get(i).into_iter().flatten().filter(|j| **j != i);
        let mut work: Vec<usize> = others.copied().collect();
        while let Some(j) = work.pop() {
            if seen.insert(j) {
                work.extend(needs.get(j).into_iter().flatten());
            }
        }
        seen
    };
    let members: Vec<usize> = (0..n)
        .filter(|i| {
            needs
                .get(*i)
                .is_some_and(|s| s.len() > usize::from(s.contains(i)))
        })
        .filter(|i| behind(*i).contains(i))
        .collect();
    if members.is_empty() || members.len() > MAX_MEMBERS {
        return None;
    }
    let mut rows = Matrix::new();
    for i in &members {
        let mut row = vec![Q::ZERO; members.len()];
        for (term, c) in m.update.get(*i)?.terms() {
            let inside = |v: Var| members.iter().position(|j| *j == v.index());
            match term.as_var().map(inside) {
                Some(Some(j)) => *row.get_mut(j)? = c.clone(),
                _ if term.powers().iter().any(|(v, _)| inside(*v).is_some()) => return None,
                _ => {}
            }
        }
        rows.push(row);
    }
    Some((members.into_iter().map(Var::from_index).collect(), rows))
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: &[Q], j: usize| {
        let pairs = row.iter().zip(b).filter_map(|(x, r)| Some((x, r.get(j)?)));
        pairs.fold(Q::ZERO, |sum, (x, y)| sum.plus_product(x, y))
    };
    let row = |r: &Vec<Q>| (0..r.len()).map(|j| entry(r, j)).collect();
    a.iter().map(row).collect()
}

/// Whether one round more is the same as one.
pub(super) fn is_still(by: &Matrix) -> bool {
    product(by, by) == *by
}

/// After how many rounds the circle comes back.
pub(super) fn period(m: &Macro) -> Option<usize> {
    let (_, by) = circle(m)?;
    let power = |p: usize| (1..p).fold(by.clone(), |all, _| product(&all, &by));
    PERIODS.into_iter().find(|p| is_still(&power(*p)))
}
