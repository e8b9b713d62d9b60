//! Cases of a bound that say the same, as one case.
//!
//! Idea: ways through the graph are told apart by guards whose sides may cost alike,
//! and a case of few inputs (`j == UINT_MAX: 14`) may be an instance of another one's
//! value (`7*(UINT_MAX - j) + 14`). Where the values of two cases agree on the inputs
//! of the first, and their inputs together are those of one conjunction, they are one
//! case with the second's value. The conjunction is the weakest that both entail of
//! their own comparisons; nothing lies between it and the two where it contradicts
//! each pair of one negated comparison of either. Alternative: a disjunction as a
//! condition, which nobody reads and no certificate assumes. Cost: quadratic in the
//! cases, an entailment for each pair of their comparisons.
//!
//! What must never happen: inputs of neither case get the value; a value moves to
//! inputs where it is another one.

use super::derived::{condition, linear};
use super::engine::Engine;
use super::facts::{Counters, Facts};
use super::folded::put_in;
use super::lin::Lin;
use super::present::{Atom, Names};
use super::simplify::simplify;
use ep_base::time::{Bound, Case, Expr, ParameterKind};
use num_bigint::BigInt;
use num_traits::{One, Signed};

/// Comparisons of two cases that are looked at.
const MOST: usize = 16;

/// A condition and what holds there.
pub(super) type Part = (Vec<Atom>, Expr);

/// Merges the cases of a bound, where their conditions are linear, and puts them in
/// the order of their inputs.
pub(super) fn merge_cases(engine: &Engine<'_>, names: &mut Names, bound: &mut Bound) {
    if bound.cases.len() < 2 {
        return;
    }
    let atoms = |c: &Case| -> Option<Part> {
        let of = c.condition.iter().map(|k| condition(engine, names, k));
        Some((of.collect::<Option<_>>()?, c.value.clone()))
    };
    let Some(mut parts) = bound.cases.iter().map(atoms).collect::<Option<Vec<_>>>() else {
        return;
    };
    merge(engine, names, &mut parts);
    // From small inputs to large ones.
    parts.sort_by_cached_key(|(atoms, _)| {
        let known = assumed(engine, atoms);
        let low = |i: &super::engine::InputVariable| known.quick_range(&Lin::var(i.sym)).lo;
        engine.inputs.iter().map(low).collect::<Vec<_>>()
    });
    let old = std::mem::take(&mut bound.cases);
    let kept = |atoms: &[Atom], value: &Expr| -> Option<Case> {
        let own = |c: &&Case| {
            let of = c.condition.iter().map(|k| condition(engine, names, k));
            c.value == *value && of.collect::<Option<Vec<_>>>().as_deref() == Some(atoms)
        };
        old.iter().find(own).cloned()
    };
    let kept: Vec<Option<Case>> = parts.iter().map(|(a, v)| kept(a, v)).collect();
    let shown: Option<Vec<Case>> = parts
        .into_iter()
        .zip(kept)
        .map(|((atoms, value), kept)| {
            kept.or_else(|| {
                let condition = names.comparisons(&atoms)?;
                Some(Case { condition, value })
            })
        })
        .collect();
    bound.cases = shown.unwrap_or(old);
}

/// Makes one of two parts as long as there are such.
pub(super) fn merge(engine: &Engine<'_>, names: &Names, parts: &mut Vec<Part>) {
    while step(engine, names, parts).is_some() {}
}

fn step(engine: &Engine<'_>, names: &Names, parts: &mut Vec<Part>) -> Option<()> {
    // Those with the same value first: they need no argument.
    for same in [true, false] {
        for i in 0..parts.len() {
            for j in 0..parts.len() {
                let ((a, v), (b, w)) = (parts.get(i)?, parts.get(j)?);
                if i == j || (v == w) != same {
                    continue;
                }
                let Some(both) = union(engine, a, b) else {
                    continue;
                };
                if !same && !agree(engine, names, a, v, w) {
                    continue;
                }
                let value = w.clone();
                // The place of the earlier one.
                if let Some(slot) = parts.get_mut(i.min(j)) {
                    *slot = (both, value);
                }
                parts.remove(i.max(j));
                return Some(());
            }
        }
    }
    None
}

/// What is known of all inputs.
fn ranges(engine: &Engine<'_>) -> Facts {
    let mut known = Facts::new();
    for i in &engine.inputs {
        known.add(&Lin::var(i.sym), &i.range);
    }
    known
}

fn assumed(engine: &Engine<'_>, atoms: &[Atom]) -> Facts {
    let mut known = ranges(engine);
    for f in halves(atoms) {
        known.at_least_zero(&f);
    }
    known
}

fn negative(f: &Lin) -> Lin {
    f.times(&-BigInt::one())
}

/// Forms that are at least 0, for all atoms.
fn halves(atoms: &[Atom]) -> Vec<Lin> {
    let both = |(f, equal): &Atom| {
        let down = equal.then(|| negative(f));
        std::iter::once(f.clone()).chain(down)
    };
    atoms.iter().flat_map(both).collect()
}

/// The conjunction of all inputs that meet one or the other, where there is one.
fn union(engine: &Engine<'_>, a: &[Atom], b: &[Atom]) -> Option<Vec<Atom>> {
    let (own, other) = (halves(a), halves(b));
    if own.len() + other.len() > MOST {
        return None;
    }
    let mut count = Counters::default();
    let (known, beside) = (assumed(engine, a), assumed(engine, b));
    let mut hull = Facts::new();
    for f in &own {
        if beside.entails(f, &mut count) {
            hull.at_least_zero(f);
        }
    }
    for f in &other {
        if known.entails(f, &mut count) {
            hull.at_least_zero(f);
        }
    }
    let mut all = ranges(engine);
    for (d, i) in hull.iter() {
        all.add(d, i);
    }
    let not = |f: &Lin| negative(f).add(&-BigInt::one());
    for f in &own {
        let mut outside = all.clone();
        outside.at_least_zero(&not(f));
        for g in &other {
            let mut neither = outside.clone();
            neither.at_least_zero(&not(g));
            if !neither.infeasible(&mut count) {
                return None;
            }
        }
    }
    super::present::needed(engine, &hull)
}

/// Whether two values are the same for all inputs that meet a condition.
fn agree(engine: &Engine<'_>, names: &Names, of: &[Atom], v: &Expr, w: &Expr) -> bool {
    if let (Some(f), Some(g)) = (linear(engine, names, v), linear(engine, names, w)) {
        let known = assumed(engine, of);
        let (d, mut count) = (f.minus(&g), Counters::default());
        return known.entails(&d, &mut count) && known.entails(&negative(&d), &mut count);
    }
    // What is not linear, with what the condition says of single inputs put in.
    let mut by: Vec<Option<Expr>> = (names.parameters.iter())
        .map(|p| match &p.kind {
            ParameterKind::Limit { value } => Some(Expr::number(value.0.clone())),
            _ => None,
        })
        .collect();
    let mut plain = Names::plain(engine);
    for (f, _) in of.iter().filter(|a| a.1) {
        for (index, input) in engine.inputs.iter().enumerate() {
            let c = f.coefficient(input.sym);
            let free = matches!(by.get(index), Some(None));
            if c.abs().is_one() && free {
                let rest = f.plus_times(&Lin::var(input.sym), &-&c).times(&-c);
                if let (Some(e), Some(slot)) = (plain.expr(&rest), by.get_mut(index)) {
                    *slot = Some(e);
                    break;
                }
            }
        }
    }
    let put = |e: &Expr| simplify(put_in(e, &by));
    let (v, w) = (put(v), put(w));
    v == w
}
