//! Sets that one cycle keeps.
//!
//! Idea: the temporaries of a cycle are chosen as what its own atoms suggest:
//! the bound of an inequality, the value of the variable that they are given
//! to, or a small number. Then the guard is a set, and where the update breaks
//! one of its atoms `p >= 0`, the set is strengthened: either by `p' - p >= 0`,
//! after which `p` is kept, or by `p' >= 0`, one round of the weakest
//! precondition. Nothing here is believed: the caller proves every set.
//! Source: Frohn and Giesl, "Proving non-termination via loop acceleration", FMCAD
//! 2019, taken for the strengthening of a guard by its own change, since it asks
//! linear programs alone; Chen, Cook, Fuhs, Nimkar and O'Hearn, "Proving
//! nontermination via safety", TACAS 2014, for closed sets with chosen temporaries.
//! Alternative: sets with unknown coefficients through Farkas' lemma (Gupta et al.,
//! POPL 2008), whose programs are not linear.
//! Cost: a linear program per atom and round.

use super::products;
use crate::linear::Facts;
use crate::num::Int;
use crate::poly::{Monomial, Poly, Var};
use crate::system::{Atom, Rel};
use crate::walk::Walk;
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_traits::{One, Signed};
use std::collections::BTreeSet;

/// Choices of temporaries per cycle.
const MAX_CHOICES: usize = 48;
/// Atoms of a set.
const MAX_ATOMS: usize = 60;
/// Products of terms of one substitution.
const MAX_PRODUCTS: usize = 20_000;
/// Rounds of strengthening.
const MAX_ROUNDS: usize = 5;

/// A cycle with its temporaries chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The guard over the values at the head.
    pub guard: Vec<Atom>,
    /// The values after a round.
    pub state: Vec<Poly>,
    /// The temporaries over the values at the head.
    pub temporaries: Vec<Poly>,
}

/// Ways to choose the temporaries of a cycle.
pub fn choices(stop: &Stop, cycle: &Walk, n: usize, vars: &BTreeSet<Var>) -> Vec<Choice> {
    let whole = Choice {
        guard: cycle.guard.clone(),
        state: cycle.state.clone(),
        temporaries: (0..cycle.temporaries)
            .map(|i| Poly::var(Var::from_index(n + i)))
            .collect(),
    };
    let mut out = Vec::new();
    let mut work = vec![whole];
    while let Some(c) = work.pop() {
        if out.len() >= MAX_CHOICES || stop.now() {
            break;
        }
        let free = |v: &Var| v.index() >= n;
        let guarded = c.guard.iter().flat_map(|a| a.poly.vars()).find(free);
        let stored = || {
            let of = vars.iter().filter_map(|v| c.state.get(v.index()));
            of.flat_map(Poly::vars).find(free)
        };
        let Some(t) = guarded.or_else(stored) else {
            // What is left matters to nothing.
            out.extend(put_all(&c, n));
            continue;
        };
        let mut options: Vec<Poly> = Vec::new();
        let add = |p: Poly, options: &mut Vec<Poly>| {
            if !p.mentions(t) && p.degree() <= 4 && !options.contains(&p) && options.len() < 7 {
                options.push(p);
            }
        };
        // To keep a variable comes first, then bounds.
        for (v, p) in c.state.iter().enumerate() {
            let v = Var::from_index(v);
            if p.as_var() == Some(t) && vars.contains(&v) {
                add(Poly::var(v), &mut options);
            }
        }
        for a in &c.guard {
            let k = a.poly.linear_coefficient(t);
            let mut rest = a.poly.clone();
            rest.insert(Monomial::var(t), -k.clone());
            if k.is_one() {
                add(rest.negated(), &mut options);
            } else if k == -Int::one() {
                add(rest, &mut options);
            }
        }
        for k in [0, 1, -1] {
            add(Poly::from(k), &mut options);
        }
        for p in options.into_iter().rev() {
            let Some(next) = put(&c, &|v| v == t, &|v| (v == t).then(|| p.clone())) else {
                continue;
            };
            if next.guard.iter().all(|a| a.constant() != Some(false)) {
                work.push(next);
            }
        }
    }
    out
}

/// Only what mentions such a variable is made anew; `None` where that takes too
/// long.
fn put(c: &Choice, of: &dyn Fn(Var) -> bool, with: &dyn Fn(Var) -> Option<Poly>) -> Option<Choice> {
    let put = |p: &Poly| match p.vars().into_iter().any(of) {
        true => p.substitute_within(MAX_PRODUCTS, with),
        false => Some(p.clone()),
    };
    let atom = |a: &Atom| {
        Some(Atom {
            poly: put(&a.poly)?,
            rel: a.rel,
        })
    };
    Some(Choice {
        guard: c.guard.iter().map(atom).collect::<Option<_>>()?,
        state: c.state.iter().map(put).collect::<Option<_>>()?,
        temporaries: c.temporaries.iter().map(put).collect::<Option<_>>()?,
    })
}

fn put_all(c: &Choice, n: usize) -> Option<Choice> {
    let free = |v: Var| v.index() >= n;
    put(c, &free, &|v| free(v).then(Poly::zero))
}

/// How a broken atom is dealt with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By its change.
    Change,
    /// By its value after a round.
    After,
    /// By the equation that its change is 0.
    Still,
}

/// Sets that satisfy the guard and are kept, as far as linear programs see.
pub fn sets(stop: &Stop, c: &Choice) -> Vec<Vec<Atom>> {
    let mut out: Vec<Vec<Atom>> = Vec::new();
    for way in [Way::Change, Way::After, Way::Still] {
        if let Some(set) = close(stop, c, way) {
            if !out.contains(&set) {
                out.push(set);
            }
        }
    }
    out
}

fn close(stop: &Stop, c: &Choice, way: Way) -> Option<Vec<Atom>> {
    let mut set: Vec<Atom> = Vec::new();
    for a in &c.guard {
        match a.constant() {
            Some(true) => {}
            Some(false) => return None,
            None if set.contains(a) => {}
            None => set.push(a.clone()),
        }
    }
    let state = |v: Var| c.state.get(v.index()).cloned();
    let after = |p: &Poly| p.substitute_within(MAX_PRODUCTS, &state);
    for _ in 0..MAX_ROUNDS {
        let mut facts = Facts::new(stop, &set);
        if facts.contradiction().is_some() {
            return None;
        }
        let mut more: Vec<Atom> = Vec::new();
        for a in &set {
            let next = Atom {
                poly: after(&a.poly)?,
                rel: a.rel,
            };
            if facts.prove(&next).is_some() || products::more(stop, &set, &next).is_some() {
                continue;
            }
            let change = next.poly.minus(&a.poly);
            let wanted = match (a.rel, way) {
                (Rel::Ge, Way::Change) => Atom::ge0(change),
                (Rel::Ge, Way::Still) => Atom::eq0(change),
                (Rel::Eq, _) | (_, Way::After) => next,
            };
            if wanted.poly.as_constant().is_some_and(|k| k.is_negative())
                || wanted.poly.degree() > 6
            {
                return None;
            }
            if wanted.constant() == Some(false) {
                return None;
            }
            if !set.contains(&wanted) && !more.contains(&wanted) {
                more.push(wanted);
            }
        }
        if more.is_empty() {
            return Some(set);
        }
        set.extend(more);
        if set.len() > MAX_ATOMS {
            return None;
        }
    }
    None
}
