//! What holds for a part of the inputs, where it does not hold for all of them.
//!
//! Idea: `while (x > 0) x -= y;` runs for ever for some y and is bounded by x for all
//! others. So what a loop is waiting for is made a condition on the input: that what a
//! relation of a guard falls by is at least 1, or that a step of the loop cannot be
//! taken at the start. Each is assumed of the values at the start, the whole analysis
//! is made again, and what it proves is told with the condition; the next one is
//! looked for among the other inputs. That a condition was guessed decides what is
//! told and nothing else: its proof is that of any system, with a first step that puts
//! the condition into the guards of what leaves the start.
//! Alternatives: splitting in the middle of runs ([`crate::termination`], conditional
//! termination), which proves all inputs or none; preconditions by quantifier
//! elimination (Cook, Gulwani, Lev-Ami, Rybalchenko and Sagiv, "Proving conditional
//! termination", CAV 2008, whose potential ranking functions these differences are).
//! Cost: an analysis for each of at most [`TRIED`] conditions, within half of the time
//! that is left.

use crate::linear::Facts;
use crate::options::Options;
use crate::outcome::{Answer, Outcome, Part};
use crate::poly::{Poly, Var};
use crate::system::{Atom, Rel, System};
use crate::termination::{self, components, edges, Edge, Termination};
use crate::upper::{self, Upper};
use crate::work::{Rule, Work};
use ep_base::entity::EntityId;
use ep_base::Stop;
use num_integer::Integer;
use num_traits::Signed;
use std::collections::BTreeSet;

/// Parts that are told.
const PARTS: usize = 3;
/// Conditions that are tried.
const TRIED: usize = 8;
/// Conditions that these are chosen from.
const LOOKED_AT: usize = 512;

/// A part with its proofs.
pub(crate) type Proved = (Part, (Termination, Option<Upper>));

/// What holds for some inputs, where all inputs together have no answer.
pub(crate) fn find(
    system: &System,
    t: &Termination,
    outcome: &Outcome,
    options: &Options,
) -> Vec<Proved> {
    let ends = outcome.termination == Answer::Terminates;
    let bounded = !options.goals.upper || !outcome.upper.is_empty();
    let asked = options.goals.termination || options.goals.upper;
    if !asked || bounded && (ends || !options.goals.termination) {
        return Vec::new();
    }
    let stop = crate::share(&options.budget.stop(), options);
    let mut out: Vec<Proved> = Vec::new();
    let mut others: Vec<Atom> = Vec::new();
    for candidate in candidates(t, &stop).into_iter().take(TRIED) {
        if out.len() >= PARTS || stop.now() {
            break;
        }
        let mut condition = others.clone();
        condition.push(candidate.clone());
        if Facts::new(&stop, &condition).contradiction().is_some() {
            continue;
        }
        let condition = needed(&stop, condition);
        let Some(proof) = termination::prove_under(system, &condition, stop.clone(), options)
        else {
            // The same for all of them.
            return Vec::new();
        };
        if let Some(proved) = answered(condition, proof, ends, options) {
            out.push(proved);
            others.push(negated(&candidate));
        }
    }
    out
}

/// What a proof says of the runs of a part; nothing where that is no more than what is
/// known of all inputs.
fn answered(
    condition: Vec<Atom>,
    proof: Termination,
    known: bool,
    options: &Options,
) -> Option<Proved> {
    let proof = match proof.open.is_empty() {
        true => proof,
        false => termination::counted(&proof).unwrap_or(proof),
    };
    let ends = proof.open.is_empty();
    let upper = match options.goals.upper {
        true => upper::find(&proof),
        false => None,
    };
    let part = Part {
        condition,
        ends,
        bound: upper.as_ref().map(|u| u.bound.clone()),
    };
    (upper.is_some() || ends && !known).then_some((part, (proof, upper)))
}

/// Conditions on the values at the start, the likeliest first; all are inequalities.
fn candidates(t: &Termination, stop: &Stop) -> Vec<Atom> {
    let work = &t.work;
    let parts = match t.open.is_empty() {
        true => components(work, &edges(work)),
        false => t.open.clone(),
    };
    let (mut falls, mut never) = (Vec::new(), Vec::new());
    let starts = work.rules.iter();
    let starts: Vec<&Rule> = starts
        .filter(|r| r.transition.source == work.file.start)
        .collect();
    'all: for part in &parts {
        let entry = entry(&starts, part);
        for e in part {
            if falls.len() + never.len() > LOOKED_AT || stop.now() {
                break 'all;
            }
            let Some(rule) = work.rules.get(e.rule) else {
                continue;
            };
            for a in relations(&rule.transition.guard) {
                let moved = work.after(rule, e.arm, &a.poly);
                if let Some(moved) = moved {
                    let by = a.poly.minus(&moved);
                    falls.extend(at_start(work, entry, &Atom::gt(&by, &Poly::zero())));
                }
                never.extend(at_start(work, entry, &negated(&a)));
            }
        }
    }
    // Of what is like another the simplest is told first.
    falls.sort_by_key(|a: &Atom| a.poly.vars().len());
    never.sort_by_key(|a: &Atom| a.poly.vars().len());
    let mut out: Vec<Atom> = Vec::new();
    for a in falls.into_iter().chain(never).map(|a| tightened(&a)) {
        if !out.contains(&a) && a.constant().is_none() {
            out.push(a);
        }
    }
    out
}

/// The inequalities of a guard, and both sides of its equations.
fn relations(guard: &[Atom]) -> impl Iterator<Item = Atom> + '_ {
    guard.iter().flat_map(|a| {
        let up = Atom::ge0(a.poly.clone());
        let down = (a.rel == Rel::Eq).then(|| Atom::ge0(a.poly.negated()));
        std::iter::once(up).chain(down)
    })
}

/// The one step that leads from the start into a part, if it is one.
fn entry<'w>(starts: &[&'w Rule], part: &[Edge]) -> Option<&'w Rule> {
    let inside: BTreeSet<_> = part.iter().map(|e| e.source).collect();
    let leads = |r: &&&Rule| {
        let mut arms = r.transition.arms.iter();
        arms.any(|arm| inside.contains(&arm.target))
    };
    let mut entries = starts.iter().copied().filter(|r| leads(&r));
    let only = entries.next().filter(|_| entries.next().is_none());
    only.filter(|r| r.transition.arms.len() == 1)
}

/// A condition on a loop's values as one on the values at the start: by the one step
/// that leads from there to the loop, or else by the same names.
fn at_start(work: &Work, entry: Option<&Rule>, a: &Atom) -> Option<Atom> {
    let linear = |a: &Atom| {
        let own = |v: &Var| v.index() < work.dimension();
        a.poly.is_linear() && a.poly.vars().iter().all(own)
    };
    if !linear(a) {
        return None;
    }
    let moved = entry.and_then(|r| work.after(r, 0, &a.poly)).map(Atom::ge0);
    Some(moved.filter(linear).unwrap_or_else(|| a.clone()))
}

/// `p < 0` for `p >= 0`.
fn negated(a: &Atom) -> Atom {
    Atom::ge0(a.poly.negated().minus(&Poly::from(1)))
}

/// With coefficients that have nothing in common, which integers allow.
fn tightened(a: &Atom) -> Atom {
    let common = a.poly.content();
    if !common.is_positive() {
        return a.clone();
    }
    let divided = a.poly.terms();
    Atom::ge0(Poly::of_terms(
        divided.map(|(m, c)| (m.clone(), c.div_floor(&common))),
    ))
}

/// Without what follows from the rest.
fn needed(stop: &Stop, mut condition: Vec<Atom>) -> Vec<Atom> {
    let mut i = 0;
    while i < condition.len() {
        let mut rest = condition.clone();
        let atom = rest.remove(i);
        match crate::linear::prove(stop, &rest, &atom) {
            Some(_) => condition = rest,
            None => i += 1,
        }
    }
    condition
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_coefficients_have_in_common_is_left_out() {
        let p = Poly::var(Var(0)).scaled(&2.into()).minus(&Poly::from(3));
        let q = Poly::var(Var(0)).minus(&Poly::from(2));
        assert_eq!(tightened(&Atom::ge0(p)), Atom::ge0(q));
        let n = Atom::ge0(Poly::from(3));
        assert_eq!(tightened(&n), n);
    }
}
