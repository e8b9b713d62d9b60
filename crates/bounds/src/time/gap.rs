//! How far apart the bounds are, and for which input the upper one is largest.
//!
//! Idea: a case of the upper bound and one of the lower have inputs in common, and
//! there the gap is the difference of their values. The largest value of a case is
//! that of a linear form over its condition, which a linear program says; an input
//! that takes it is looked for at the ends of the ranges and at the numbers that
//! conditions name. Where one is found no input has a larger bound. Alternative: the
//! longest counted run, which is the longest of those that are short enough to be
//! run. Cost: a linear program per pair of cases, and an evaluation per candidate.
//!
//! What must never happen: a gap that is smaller than what lies between the two; an
//! input that is told as the largest beside one with a larger bound.

use super::derived::{condition, linear};
use super::engine::Engine;
use super::facts::{Counters, Facts};
use super::lin::Lin;
use super::present::{needed, Atom, Names};
use super::simplify::simplify;
use ep_base::time::{
    Bound, Bounds, Case, Evaluated, Expr, Gap, Longest, Number, Parameter, ParameterKind,
};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Cases of a gap that somebody reads.
const CASES: usize = 6;
/// Inputs at which the bound is computed.
const CANDIDATES: usize = 20_000;

/// The difference of both bounds, where it has few cases.
pub(super) fn between(engine: &Engine<'_>, names: &mut Names, b: &Bounds) -> Option<Gap> {
    let (upper, lower) = (b.upper.as_ref()?, b.lower.as_ref()?);
    if upper == lower {
        return Some(Gap::Exact);
    }
    let mut cases: Vec<(Vec<Atom>, Expr)> = Vec::new();
    for u in &upper.cases {
        for l in &lower.cases {
            let all = u.condition.iter().chain(&l.condition);
            let atoms: Vec<Atom> = all
                .map(|k| condition(engine, names, k))
                .collect::<Option<_>>()?;
            let known = assumed(engine, &atoms);
            if known.infeasible(&mut Counters::default()) {
                continue;
            }
            let of = vec![u.value.clone(), times(-1, l.value.clone())];
            let value = simplify(Expr::Add { of });
            let value = match linear(engine, names, &value) {
                // With limits by their names again.
                Some(f) => names.expr(&f)?,
                None => value,
            };
            cases.push((needed(engine, &own(&atoms))?, value));
        }
    }
    super::merged::merge(engine, names, &mut cases);
    if cases.is_empty() || cases.len() > CASES {
        return None;
    }
    let mut bound = Bound { cases: Vec::new() };
    for (atoms, value) in cases {
        let condition = names.comparisons(&atoms)?;
        let value = super::folded::folded(names, &condition, value);
        bound.cases.push(Case { condition, value });
    }
    super::dominated::tidy(&mut bound, &super::best::ranges(engine, names));
    let none = |c: &Case| matches!(&c.value, Expr::Number { value } if value.0.is_zero());
    match bound.cases.iter().all(none) {
        true => None,
        false => Some(Gap::Difference { bound }),
    }
}

fn times(n: i64, e: Expr) -> Expr {
    Expr::Mul {
        of: vec![Expr::number(n), e],
    }
}

fn own(atoms: &[Atom]) -> Facts {
    let mut facts = Facts::new();
    for (f, equal) in atoms {
        match equal {
            true => facts.equals_zero(f),
            false => facts.at_least_zero(f),
        }
    }
    facts
}

/// What holds of inputs that meet these atoms.
fn assumed(engine: &Engine<'_>, atoms: &[Atom]) -> Facts {
    let mut known = own(atoms);
    for i in &engine.inputs {
        known.add(&Lin::var(i.sym), &i.range);
    }
    known
}

/// An input for which no other one has a larger upper bound; none where it is not
/// known that it is one.
pub(super) fn longest(engine: &Engine<'_>, names: &Names, b: &Bounds) -> Option<Longest> {
    let upper = b.upper.as_ref()?;
    let free = |p: &&Parameter| !matches!(p.kind, ParameterKind::Limit { .. });
    if names.parameters.iter().filter(free).count() == 0 {
        return None;
    }
    if !upper.cases.iter().any(|c| names_input(&c.value)) {
        // Nothing that is told hangs on the input.
        return None;
    }
    let mut most: Option<BigInt> = None;
    for c in &upper.cases {
        let atoms: Vec<Atom> = (c.condition.iter())
            .map(|k| condition(engine, names, k))
            .collect::<Option<_>>()?;
        let f = linear(engine, names, &c.value)?;
        let hi = assumed(engine, &atoms)
            .range(&f, &mut Counters::default())
            .hi?;
        most = Some(most.map_or(hi.clone(), |m| m.max(hi)));
    }
    let most = most?;
    let meets = |at: &[BigInt]| matches!(upper.upper_at(at), Evaluated::Value(v) if v == most);
    let at = candidates(engine, names, upper)
        .into_iter()
        .find(|at| meets(at))?;
    Some(Longest {
        parameters: at.into_iter().map(Number).collect(),
        bound: Number(most),
        exact: b.gap == Gap::Exact,
    })
}

/// Whether there is anything but numbers in an expression.
fn names_input(e: &Expr) -> bool {
    !matches!(e, Expr::Number { .. })
}

/// Inputs at the ends of what they can be, and of what conditions say.
fn candidates(engine: &Engine<'_>, names: &Names, bound: &Bound) -> Vec<Vec<BigInt>> {
    let mut numbers: Vec<BigInt> = vec![BigInt::zero(), BigInt::one()];
    for k in bound.cases.iter().flat_map(|c| &c.condition) {
        let Some((f, _)) = condition(engine, names, k) else {
            continue;
        };
        for n in [f.constant().clone(), -f.constant()] {
            numbers.extend([&n - 1, n.clone(), n + 1]);
        }
    }
    let mut all: Vec<Vec<BigInt>> = vec![Vec::new()];
    for (i, p) in names.parameters.iter().enumerate() {
        let mut values = match (&p.kind, engine.inputs.get(i)) {
            (ParameterKind::Limit { value }, _) => vec![value.0.clone()],
            (_, Some(input)) => {
                let ends = [input.range.lo.clone(), input.range.hi.clone()];
                let inner = numbers.iter().filter(|n| input.range.contains(n)).cloned();
                inner.chain(ends.into_iter().flatten()).collect()
            }
            (_, None) => vec![BigInt::zero()],
        };
        values.sort();
        values.dedup();
        if all.len() * values.len() > CANDIDATES {
            return Vec::new();
        }
        all = all
            .iter()
            .flat_map(|start| {
                values.iter().map(|v| {
                    let mut at = start.clone();
                    at.push(v.clone());
                    at
                })
            })
            .collect();
    }
    all
}
