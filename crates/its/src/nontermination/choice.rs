//! Sets that several cycles keep, each of them where its condition holds.
//!
//! Idea: where a loop takes one branch or another by its values, no single cycle
//! can be gone round for ever. Some cycles through one head are put in order;
//! each but the last gets a relation of its own guard that contradicts the
//! guards of those behind it, as the condition under which it is taken. The set
//! is what the guards ask for besides, that is, all their relations (equations
//! as two inequalities) that do not contradict another one of the cycles. It is
//! then strengthened like the set of one cycle ([`super::closed`]) until every
//! cycle keeps it where it is taken. Nothing here is believed: the caller proves
//! every set.
//! Source: Chen, Cook, Fuhs, Nimkar and O'Hearn, "Proving nontermination via
//! safety", TACAS 2014, for closed recurrent sets over several branches;
//! Larraz, Nimkar, Oliveras, Rodríguez-Carbonell and Rubio, "Proving
//! non-termination using Max-SMT", CAV 2014, for sets (quasi-invariants) over
//! whole components, there by templates. Cost: a few linear programs for each
//! pair or triple of cycles and relation, with a limit on these.

use super::closed::Choice;
use crate::linear::Facts;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Rel};
use ep_base::entity::EntityId;
use ep_base::Stop;

/// Relations of a set.
const MAX_ATOMS: usize = 40;
/// Products of terms of one substitution.
const MAX_PRODUCTS: usize = 20_000;
/// Rounds of strengthening.
const MAX_ROUNDS: usize = 4;
/// Degree of a relation.
const MAX_DEGREE: u32 = 4;

/// A set and, for each cycle but the last, when it is taken.
pub(super) struct Kept {
    pub set: Vec<Atom>,
    pub when: Vec<Atom>,
}

/// How a broken relation is dealt with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By its change.
    Change,
    /// By its value after the cycle.
    After,
}

/// Relations `p >= 0` that say the same as some atoms.
fn halves(atoms: &[Atom]) -> Vec<Atom> {
    let mut out: Vec<Atom> = Vec::new();
    for a in atoms.iter().filter(|a| a.constant() != Some(true)) {
        let mut list = vec![Atom::ge0(a.poly.clone())];
        if a.rel == Rel::Eq {
            list.push(Atom::ge0(a.poly.negated()));
        }
        for h in list {
            if !out.contains(&h) {
                out.push(h);
            }
        }
    }
    out
}

/// What holds where `p >= 0` does not.
pub(super) fn opposite(a: &Atom) -> Atom {
    Atom::ge0(a.poly.negated().minus(&Poly::from(1)))
}

/// Sets that these cycles keep, as far as linear programs see.
pub(super) fn sets(stop: &Stop, cycles: &[&Choice]) -> Vec<Kept> {
    let guards: Vec<Vec<Atom>> = cycles.iter().map(|c| halves(&c.guard)).collect();
    let excludes = |h: &Atom, of: &[Atom]| {
        let mut facts = Facts::new(stop, of.iter().chain([h]));
        facts.contradiction().is_some()
    };
    let mut when: Vec<Atom> = Vec::new();
    for (k, own) in guards.iter().enumerate() {
        let behind = guards.get(k + 1..).unwrap_or_default();
        if behind.is_empty() {
            break;
        }
        let fits = |h: &&Atom| behind.iter().all(|g| excludes(h, g));
        match own.iter().find(fits) {
            Some(h) => when.push(h.clone()),
            None => return Vec::new(),
        }
    }
    let mut base: Vec<Atom> = Vec::new();
    for (k, own) in guards.iter().enumerate() {
        for h in own.iter().filter(|h| !when.contains(h)) {
            let others = guards.iter().enumerate().filter(|(j, _)| *j != k);
            let alone = others.into_iter().any(|(_, g)| excludes(h, g));
            if !alone && !base.contains(h) {
                base.push(h.clone());
            }
        }
    }
    let mut out: Vec<Kept> = Vec::new();
    for way in [Way::Change, Way::After] {
        if let Some(set) = close(stop, cycles, &when, base.clone(), way) {
            if out.iter().all(|k| k.set != set) {
                let when = when.clone();
                out.push(Kept { set, when });
            }
        }
    }
    out
}

/// What is known where a cycle is taken, beside the set.
pub(super) fn decisions(when: &[Atom], k: usize) -> Vec<Atom> {
    let before = when.iter().take(k).map(opposite);
    before.chain(when.get(k).cloned()).collect()
}

fn close(
    stop: &Stop,
    cycles: &[&Choice],
    when: &[Atom],
    mut set: Vec<Atom>,
    way: Way,
) -> Option<Vec<Atom>> {
    for _ in 0..MAX_ROUNDS {
        let mut more: Vec<Atom> = Vec::new();
        for (k, c) in cycles.iter().enumerate() {
            if stop.now() {
                return None;
            }
            let decided = decisions(when, k);
            let mut facts = Facts::new(stop, set.iter().chain(&decided));
            if facts.contradiction().is_some() {
                return None;
            }
            let with = |v: Var| c.state.get(v.index()).cloned();
            for g in halves(&c.guard) {
                facts.prove(&g)?;
            }
            for a in &set {
                let poly = a.poly.substitute_within(MAX_PRODUCTS, &with)?;
                if facts.prove(&Atom::ge0(poly.clone())).is_some() {
                    continue;
                }
                let wanted = Atom::ge0(match way {
                    Way::Change => poly.minus(&a.poly),
                    Way::After => poly,
                });
                if wanted.constant() == Some(false) || wanted.poly.degree() > MAX_DEGREE {
                    return None;
                }
                if !set.contains(&wanted) && !more.contains(&wanted) {
                    more.push(wanted);
                }
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
