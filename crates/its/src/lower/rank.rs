//! What is looked at first, and what is kept, of the steps that are put together.
//!
//! Idea: between two locations there are as many ways as there are orders of
//! loops, and most of them say the same or nothing new. The costliest are kept,
//! as far as their guards let them be costly, and those that ask for least.
//! Nothing rests on it but what is found. Source: no paper, rules of thumb that were
//! measured on the public suite (`bench/RESULTS.md`). Cost: a pass over guards and costs.

use super::family;
use super::macros::{self, Macro};
use crate::poly::{Monomial, Var};
use crate::system::{Atom, Loc, Rel, System};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::{Signed, Zero};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What is kept between two locations.
const MAX_PARALLEL: usize = 10;
/// The most general ways to a location that are gone on with, and as many of the
/// costliest.
const MAX_CHOSEN: usize = 6;

/// The greatest degree that the cost may have.
pub(super) fn potential(m: &Macro) -> u32 {
    m.cost.degree()
}

/// The same, where a number of rounds may be as large as the guard lets it be:
/// what a loop of k rounds with `k <= x*x` costs grows like a square.
pub(super) fn reach(m: &Macro) -> u32 {
    let n = m.update.len();
    let mut weights: BTreeMap<Var, u32> = BTreeMap::new();
    let mut open: Vec<Var> = (m.guard.iter().flat_map(|a| a.poly.vars()))
        .filter(|v| macros::is_temporary(*v, n))
        .collect();
    // What comes later is bounded by what comes before.
    open.sort_unstable();
    open.dedup();
    if !m.cost.vars().iter().any(|v| open.binary_search(v).is_ok()) {
        return m.cost.degree();
    }
    for t in open {
        let bound = |a: &Arc<Atom>| {
            let k = a.poly.linear_coefficient(t);
            let above = k.is_negative() || a.rel == Rel::Eq && !k.is_zero();
            let rest = (a.poly.terms()).filter(|(p, _)| p.as_var() != Some(t));
            let rest: Vec<&Monomial> = rest.map(|(p, _)| p).collect();
            let apart = rest.iter().all(|p| p.powers().iter().all(|q| q.0 < t));
            let weight = || rest.iter().map(|p| weighted(p, &weights)).max();
            (above && apart).then(weight).map(|w| w.unwrap_or(0))
        };
        if let Some(w) = m.guard.iter().filter_map(bound).min() {
            weights.insert(t, w);
        }
    }
    let all = m.cost.terms().map(|(p, _)| weighted(p, &weights));
    all.max().unwrap_or(0)
}

fn weighted(p: &Monomial, weights: &BTreeMap<Var, u32>) -> u32 {
    let each = p.powers().iter().map(|(v, e)| {
        let w = weights.get(v).copied().unwrap_or(1);
        w.saturating_mul(*e)
    });
    each.fold(0, u32::saturating_add)
}

/// What is looked at first: what depends on the input alone, as its growth is no
/// guess, then what may grow fastest with the fewest unknowns.
pub(super) fn promise(system: &System, m: &Macro) -> (bool, Reverse<u32>, usize) {
    let vars = family::variables(m);
    let open = vars.iter().any(|v| v.index() >= system.dimension());
    (open, Reverse(potential(m)), vars.len())
}

/// What is asked about a macro: how it was put together makes no difference.
pub(super) fn question(m: &Macro) -> u64 {
    let mut guard: Vec<&Atom> = m.guard.iter().map(Arc::as_ref).collect();
    guard.sort_unstable();
    let mut hasher = DefaultHasher::new();
    guard.hash(&mut hasher);
    m.cost.hash(&mut hasher);
    hasher.finish()
}

/// Keeps the costliest and the most general between two locations; of these some
/// with each depth, as one round and many rounds lead to different places. Only
/// what would be kept is asked whether its guard is possible.
pub(super) fn pruned(stop: &Stop, all: Vec<Macro>) -> Vec<Macro> {
    let mut groups: BTreeMap<(Option<Loc>, Loc), Vec<Macro>> = BTreeMap::new();
    for m in all {
        groups.entry((m.source, m.target)).or_default().push(m);
    }
    let mut out = Vec::new();
    for (_, mut list) in groups {
        if list.len() <= MAX_PARALLEL {
            out.extend(list.into_iter().filter_map(|m| m.asked(stop)));
            continue;
        }
        list.sort_by_key(|m| (m.depth, m.guard.len()));
        let mut of_depth: BTreeMap<u32, usize> = BTreeMap::new();
        let mut turns: Vec<(usize, Macro)> = Vec::new();
        for m in list {
            let turn = of_depth.entry(m.depth).or_default();
            turns.push((*turn, m));
            *turn += 1;
        }
        turns.sort_by_key(|(turn, m)| (*turn, m.depth));
        let mut general = turns.into_iter().map(|(_, m)| m);
        let first = general.by_ref().filter_map(|m| m.asked(stop));
        out.extend(first.take(MAX_PARALLEL / 2));
        let mut costly: Vec<Macro> = general.collect();
        costly.sort_by_cached_key(|m| (Reverse(reach(m)), m.guard.len()));
        let then = costly.into_iter().filter_map(|m| m.asked(stop));
        out.extend(then.take(MAX_PARALLEL - MAX_PARALLEL / 2));
    }
    out
}

/// Some of the ways to a location, before each is put together with all that
/// leaves it: the most general and the costliest.
pub(super) fn chosen(mut all: Vec<Macro>) -> Vec<Macro> {
    if all.len() <= 2 * MAX_CHOSEN {
        return all;
    }
    all.sort_by_key(|m| m.guard.len());
    let mut costly = all.split_off(MAX_CHOSEN);
    costly.sort_by_cached_key(|m| (Reverse(reach(m)), m.guard.len()));
    all.extend(costly.into_iter().take(MAX_CHOSEN));
    all
}
