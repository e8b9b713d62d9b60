//! Invariants that say something to a reader.
//!
//! Idea: a generalised state keeps an interval for each variable, sum and difference,
//! most of which the types imply (`-2147483647 <= n - x <= 6442450943`). The ranges of
//! the types are taken for granted, and each fact goes that follows from them and from
//! those that are left, the ones with more variables first. Alternative: to print all,
//! and nobody finds `i <= n` among fifty. Cost: an entailment for each side of a fact.

use super::arrival::Slot;
use super::cuts::Cut;
use super::engine::Engine;
use super::facts::{Counters, Facts};
use super::lin::{Lin, Sym};
use num_bigint::BigInt;
use num_traits::One;
use std::collections::BTreeSet;

/// Facts of which each is held against the others.
const MOST: usize = 80;

/// The facts at a cut without those that follow, and without those of what has no
/// name in the source.
pub(super) fn telling(
    engine: &Engine<'_>,
    cut: &Cut,
    facts: &Facts,
    named: &dyn Fn(Sym) -> bool,
) -> Facts {
    let mut count = Counters::default();
    let types = types(engine, cut);
    // Forms that are at least 0.
    let mut sides: Vec<Lin> = Vec::new();
    // Offsets of terminators and sizes of areas have no name either.
    let own: BTreeSet<Sym> = (cut.syms().into_iter())
        .filter(|(slot, _)| {
            matches!(
                slot,
                Slot::Fill(..) | Slot::Size(_) | Slot::Measure(_) | Slot::Look(_)
            )
        })
        .map(|(_, sym)| sym)
        .collect();
    let told = |v: Sym| named(v) && !own.contains(&v);
    let needed = facts.needed();
    for (d, i) in needed.filter(|(d, _)| d.terms().all(|(v, _)| told(v))) {
        if let Some(lo) = &i.lo {
            sides.push(d.add(&-lo));
        }
        if let Some(hi) = &i.hi {
            sides.push(d.times(&-BigInt::one()).add(hi));
        }
    }
    sides.retain(|f| !types.entails(f, &mut count));
    sides.sort_by_key(|f| std::cmp::Reverse(f.terms().count()));
    let mut at = if sides.len() > MOST { sides.len() } else { 0 };
    while let Some(side) = sides.get(at).cloned() {
        let mut known = types.clone();
        for (n, other) in sides.iter().enumerate() {
            if n != at {
                known.at_least_zero(other);
            }
        }
        match known.entails(&side, &mut count) {
            true => drop(sides.remove(at)),
            false => at += 1,
        }
    }
    let mut out = Facts::new();
    for f in &sides {
        out.at_least_zero(f);
    }
    out
}

/// What the types say of the variables at a cut.
fn types(engine: &Engine<'_>, cut: &Cut) -> Facts {
    let mut out = Facts::new();
    for i in &engine.inputs {
        out.add(&Lin::var(i.sym), &i.range);
    }
    for (sym, view, bits) in cut.integers() {
        out.add(&Lin::var(sym), &engine.range(view, bits));
    }
    out
}
