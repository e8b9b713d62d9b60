//! Lassos: transition invariants over the measures of closed paths that resist.
//!
//! Idea: begin with no forms at all and compute the union of relations over them
//! ([`super::relations`]). A relation from a location to itself that has nothing
//! which falls was made for a closed path, the loop of a lasso (its stem is in the
//! invariants that guards have by now). That path alone, edge after edge, is asked
//! for a linear measure, with a form for each place on it. These forms are compared
//! from now on, first value with later value, and the union is computed anew. What
//! the path does is then seen along the path: its relation falls. So each round
//! settles the path that it was made for, and with it all those that are in the
//! same relation. Where there is no measure, or a limit is met, nothing is proved.
//! A path that cannot be taken has a measure too (from false follows all), and the
//! forms of that are what shows it.
//! Measures of lassos are often in no guard: of a loop that takes one of two ways,
//! each with a sum of its own, and makes the other one anew.
//! Source: Cook, Podelski and Rybalchenko, "Termination proofs for systems code",
//! PLDI 2006 (a union of relations, one for each lasso that is not in it yet);
//! Podelski and Rybalchenko, "Transition invariants", LICS 2004, for why it is a
//! proof. They ask a checker of safety whether the union holds; here it is computed
//! by abstraction ("Transition predicate abstraction and fair termination", POPL
//! 2005), since its steps are what the certificate holds.
//! Alternatives: lexicographic measures from the lassos (Cook, See and Zuleger,
//! TACAS 2013), which [`super::ranking`] finds without lassos; forms for all the
//! paths of a guard at once, which is tried before.
//! What must never happen: a union that is believed since its lassos fall. What
//! falls is proved of every relation, whatever it was made for.
//! Cost: a union for each lasso; lassos, their length, their forms, relations and
//! comparisons are counted.

use super::edges::Edge;
use super::relations::{over, Family, Limits, Open, Union};
use super::{conditional, ranking};
use crate::poly::Poly;
use crate::system::Atom;
use crate::work::Work;
use std::collections::BTreeSet;

/// Edges of a component over which nothing is tried.
const MAX_EDGES: usize = 24;
/// Lassos of a component.
const MAX_LASSOS: usize = 12;
/// Edges of a lasso.
const MAX_LENGTH: usize = 10;
/// Forms of a location.
const MAX_FORMS: usize = 8;
/// Levels of a nested measure of a lasso.
const MAX_DEPTH: u32 = 3;
/// How far the forms of lassos are followed.
const LIMITS: Limits = Limits {
    relations: 120,
    questions: 20_000,
};

/// A transition invariant over the measures of lassos, if there is one.
pub(super) fn union(work: &Work, part: &[Edge]) -> Option<Union> {
    settled(work, part).ok()
}

/// The union, or a lasso that has no linear measure; no edges where it is too much.
fn settled(work: &Work, part: &[Edge]) -> Result<Union, Vec<Edge>> {
    let much = Vec::new;
    if part.len() > MAX_EDGES {
        return Err(much());
    }
    let mut families: Vec<Family> = Vec::new();
    let mut met: BTreeSet<Vec<usize>> = BTreeSet::new();
    for _ in 0..=MAX_LASSOS {
        let word = match over(work, part, &families, LIMITS) {
            Ok(union) => return Ok(union),
            Err(Open::Much) => return Err(much()),
            Err(Open::Resists(word)) => word,
        };
        let lasso: Vec<Edge> = word.iter().filter_map(|i| part.get(*i).copied()).collect();
        if lasso.len() > MAX_LENGTH || !met.insert(word) {
            return Err(much());
        }
        match measured(work, &lasso) {
            Some(family) => families.push(family),
            None => return Err(lasso),
        }
        if part.iter().any(|e| forms(&families, e) > MAX_FORMS) {
            return Err(much());
        }
    }
    Err(much())
}

/// The work with the transitions of lassos split that have a nested measure and no
/// linear one: where the first of its levels is at least 0 that level falls, and
/// elsewhere the others do, so the parts have linear measures. `None` where there is
/// no such lasso.
pub(super) fn split(work: &Work, open: &[Vec<Edge>]) -> Option<Work> {
    let mut out = work.clone();
    let mut any = false;
    for part in open {
        let Err(lasso) = settled(work, part) else {
            continue;
        };
        let nested = |d| ranking::along(work, &lasso, d);
        let levels = (2..=MAX_DEPTH).find_map(nested).unwrap_or_default();
        for (e, f) in lasso.iter().zip(levels.iter().filter_map(|l| l.first())) {
            let rule = work.rules.get(e.rule)?;
            if conditional::fits(work, rule, f) {
                any |= out.split(&rule.name, &Atom::ge0(f.clone())).is_some();
            }
        }
    }
    any.then_some(out)
}

/// The forms of a lasso by location. A number is one of them: what is compared with
/// it is a bound.
fn measured(work: &Work, lasso: &[Edge]) -> Option<Family> {
    let measure = ranking::along(work, lasso, 1)?;
    let mut family = Family::new();
    for (e, f) in lasso.iter().zip(measure.into_iter().flatten()) {
        let list: &mut Vec<Poly> = family.entry(e.source).or_default();
        if !list.contains(&f) {
            list.push(f);
        }
    }
    Some(family)
}

/// The forms at the source of an edge.
fn forms(families: &[Family], e: &Edge) -> usize {
    let all: BTreeSet<&Poly> = (families.iter())
        .filter_map(|f| f.get(&e.source))
        .flatten()
        .collect();
    all.len()
}
