//! The best bounds of a cost that are found: exact ones, then polynomials,
//! inequalities, powers and lengths in bits; and sums of the bounds of parts.
//!
//! Idea of the parts: what a run costs is the sum of what it costs from the cuts
//! of each loop. Where the rounds of each loop are bounded, but by different
//! arguments, no one form pays for all of them; so each loop is bounded alone, the
//! costs of all other ways being 0, and the bounds are added for each way out of
//! the start. Source: the bounds of parts of M. Brockschmidt et al., "Analyzing
//! Runtime and Size Complexity of Integer Programs" (TOPLAS 2016), with potentials
//! over the whole program in the place of sizes. Cost: the search of a bound, per
//! loop.

use super::divide;
use super::engine::Engine;
use super::explore::{CutId, Graph};
use super::exponential;
use super::folded::{folded, settled};
use super::least;
use super::lin::{Interval, Lin, Sym};
use super::logarithmic::{self, Pays};
use super::merged;
use super::potential::{self, Kind};
use super::present::{Atom, Names};
use super::quadratic;
use super::simplify::simplify;
use super::split;
use super::staged;
use super::vain;
use super::weight::Weight;
use ep_base::time::{Bound, Bounds, Case, Comparison, Expr, Gap, ParameterKind, Relation};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of more bits are limits of types.
pub(super) const LARGE: u64 = 31;
/// Loops that are bounded apart.
const PARTS: usize = 8;

/// The values that each parameter can have.
pub(super) fn ranges(engine: &Engine<'_>, names: &Names) -> Vec<Interval> {
    (names.parameters.iter().enumerate())
        .map(|(i, p)| match (&p.kind, engine.inputs.get(i)) {
            (ParameterKind::Limit { value }, _) => Interval {
                lo: Some(value.0.clone()),
                hi: Some(value.0.clone()),
            },
            (_, Some(input)) => input.range.clone(),
            (_, None) => Interval::default(),
        })
        .collect()
}

/// Bounds of a cost per way, by cases of the ways out of the start: affine
/// forms, then polynomials, then inequalities.
pub(super) fn bounds(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Bounds {
    if let Some(b) = exact(engine, graph, names, weigh) {
        return Bounds {
            upper: Some(b.clone()),
            lower: Some(b),
            gap: Gap::Exact,
        };
    }
    if let Some(b) = split::exact(engine, graph, names, weigh) {
        return Bounds {
            upper: Some(b.clone()),
            lower: Some(b),
            gap: Gap::Exact,
        };
    }
    let inexact: [Values; 3] = [polynomial_values, affine_values, exponential::solve];
    let mut side = |kind| first(engine, graph, names, kind, weigh, &inexact);
    let (mut upper, lower) = (side(Kind::Upper), side(Kind::Lower));
    let others = [logarithms, divided];
    for other in others {
        let Some(found) = other(engine, graph, names, weigh) else {
            continue;
        };
        let worst = |b: &Bound| at_most(engine, graph, names, b);
        upper = match upper {
            Some(b) if worst(&b).is_some_and(|x| worst(&found).is_none_or(|y| x <= y)) => Some(b),
            _ => Some(found),
        };
    }
    Bounds {
        upper,
        lower,
        gap: Gap::Unknown,
    }
}

/// Inputs whose largest and smallest values are put together in every way.
const CORNERS: usize = 5;

/// What a bound is for the largest and for the smallest inputs that there are, case by
/// case, at most: which of two bounds says more.
pub(super) fn at_most(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &Names,
    b: &Bound,
) -> Option<BigInt> {
    let mut all = ranges(engine, names);
    for (input, range) in engine.inputs.iter().zip(&mut all) {
        let starts = graph.arcs.iter().filter(|a| a.source.is_none());
        let own = starts.map(|a| a.arrival.state.facts.quick_range(&Lin::var(input.sym)));
        if let Some(own) = own.reduce(|a, b| a.hull(&b)) {
            *range = range.meet(&own);
        }
    }
    let values = b.cases.iter().map(|c| {
        let mut ranges = all.clone();
        narrowed(&mut ranges, &c.condition);
        largest(engine, &ranges, &c.value)
    });
    values.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// What comparisons of a parameter with a number leave of the ranges of all.
fn narrowed(ranges: &mut [Interval], condition: &[Comparison]) {
    let one = |i: &Interval| i.lo.clone().filter(|lo| Some(lo) == i.hi.as_ref());
    let numbers: Vec<Option<BigInt>> = ranges.iter().map(one).collect();
    for c in condition {
        let Expr::Parameter { index } = c.left else {
            continue;
        };
        let Some(n) = settled(&c.right, &numbers) else {
            continue;
        };
        let (lo, hi) = match c.relation {
            Relation::Equal => (Some(n.clone()), Some(n)),
            Relation::NotEqual => continue,
            Relation::Less => (None, Some(n - 1)),
            Relation::LessEqual => (None, Some(n)),
            Relation::Greater => (Some(n + 1), None),
            Relation::GreaterEqual => (Some(n), None),
        };
        if let Some(r) = ranges.get_mut(index as usize) {
            *r = r.meet(&Interval { lo, hi });
        }
    }
}

/// The largest value at the corners of these ranges.
fn largest(engine: &Engine<'_>, ranges: &[Interval], value: &Expr) -> Option<BigInt> {
    let far = || BigInt::from(1) << LARGE;
    let high = |r: &Interval| r.hi.clone().unwrap_or_else(far);
    let low = |r: &Interval| r.lo.clone().unwrap_or_else(|| -far());
    let inputs = engine.inputs.len();
    // A bit for each of the first inputs, and one for all others.
    let bits = inputs.min(CORNERS) + usize::from(inputs > CORNERS);
    let corners = (0..1u32 << bits).map(|which| {
        let one = |(i, r): (usize, &Interval)| match which >> i.min(CORNERS) & 1 {
            0 => low(r),
            _ => high(r),
        };
        ranges.iter().enumerate().map(one).collect::<Vec<_>>()
    });
    let values = corners.map(|at| value.evaluate(&at).value());
    values.collect::<Option<Vec<_>>>()?.into_iter().max()
}

fn logarithms(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Bound> {
    let mut all = Vec::new();
    for pays in [Pays::Both, Pays::Lengths] {
        all.extend(logarithmic::solve(engine, graph, names, weigh, pays));
    }
    lowest(engine, graph, names, all)
}

fn divided(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Bound> {
    let all = divide::solve(engine, graph, names, weigh);
    lowest(engine, graph, names, all)
}

/// The lowest of several upper bounds, for the largest and the smallest inputs.
fn lowest(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    all: Vec<Vec<(usize, Expr)>>,
) -> Option<Bound> {
    let mut best: Option<(Option<BigInt>, Bound)> = None;
    for values in all {
        let Some(found) = cases(engine, graph, names, values, Kind::Upper) else {
            continue;
        };
        let worst = at_most(engine, graph, names, &found);
        let better = |b: &(Option<BigInt>, Bound)| match (&worst, &b.0) {
            (Some(x), Some(y)) => x < y,
            (x, y) => x.is_some() && y.is_none(),
        };
        if best.as_ref().is_none_or(better) {
            best = Some((worst, found));
        }
    }
    best.map(|b| b.1)
}

/// The sum of upper bounds of what is paid at the cuts of each loop.
pub(super) fn by_parts(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Bound> {
    // A way that goes on behind a call may not be executed, the call's cost is.
    if graph.arcs.iter().any(|a| a.call) {
        return None;
    }
    let key = |c: Option<CutId>| {
        let cut = c.and_then(|c| graph.cuts.get(c));
        cut.map(|c| (&c.key.path, c.key.func, c.key.block))
    };
    let parts: BTreeSet<_> = graph.arcs.iter().map(|a| key(a.source)).collect();
    if !(3..=PARTS).contains(&parts.len()) {
        return None;
    }
    let mut sums: BTreeMap<usize, Vec<Expr>> = BTreeMap::new();
    for part in &parts {
        let own = |n: usize| match graph.arcs.get(n) {
            Some(a) if key(a.source) == *part => weigh(n),
            _ => Weight::default(),
        };
        let values = upper_values(engine, graph, names, &own)?;
        for (start, value) in values {
            sums.entry(start).or_default().push(value);
        }
    }
    // What one part says nothing of has no bound.
    let whole = sums.values().all(|of| of.len() == parts.len());
    let values = sums.into_iter().map(|(n, of)| (n, Expr::Add { of }));
    let values = whole.then(|| values.collect())?;
    cases(engine, graph, names, values, Kind::Upper)
}

/// What each way out of the start costs at most, by the first argument that
/// says it.
fn upper_values(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Vec<(usize, Expr)>> {
    let kinds = [Kind::Exact, Kind::Upper];
    for kind in kinds {
        let found = affine_values(engine, graph, names, kind, weigh)
            .or_else(|| polynomial_values(engine, graph, names, kind, weigh))
            .or_else(|| exponential::solve(engine, graph, names, kind, weigh));
        if found.is_some() {
            return found;
        }
    }
    logarithmic::solve(engine, graph, names, weigh, Pays::Both)
}

/// What each run costs exactly.
pub(super) fn exact(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Bound> {
    let all: [Values; 3] = [affine_values, polynomial_values, exponential::solve];
    first(engine, graph, names, Kind::Exact, weigh, &all)
}

/// What runs cost at most, by affine forms alone.
pub(super) fn affine(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Bound> {
    first(engine, graph, names, Kind::Upper, weigh, &[affine_values])
}

/// What each way out of the start costs, by one kind of argument.
type Values = fn(
    &Engine<'_>,
    &Graph,
    &mut Names,
    Kind,
    &dyn Fn(usize) -> Weight,
) -> Option<Vec<(usize, Expr)>>;

/// The bound of the first argument that gives one.
fn first(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    kind: Kind,
    weigh: &dyn Fn(usize) -> Weight,
    arguments: &[Values],
) -> Option<Bound> {
    arguments.iter().find_map(|values| {
        let found = values(engine, graph, names, kind, weigh)?;
        let found = match kind {
            Kind::Lower => least::lifted(engine, graph, names, weigh, found),
            _ => found,
        };
        cases(engine, graph, names, found, kind)
    })
}

fn affine_values(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    kind: Kind,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Vec<(usize, Expr)>> {
    let stages = graph.stages(engine);
    let together = match stages.is_none_or(|s| s.small) {
        true => potential::solve(engine, graph, kind, weigh),
        false => None,
    };
    let found = together.or_else(|| staged::solve(engine, graph, stages?, kind, weigh))?;
    let mut values = Vec::new();
    for (number, q) in &found.starts {
        let up = kind == Kind::Upper;
        // Whoever takes this way has what it says.
        let facts = &graph.arcs.get(*number)?.arrival.state.facts;
        let range = |v: Sym| {
            let own = engine.inputs.iter().find(|i| i.sym == v)?;
            Some(facts.quick_range(&Lin::var(v)).meet(&own.range))
        };
        let q = match kind {
            Kind::Exact => q.clone(),
            Kind::Upper => q.plain(up, &range),
            Kind::Lower => q.useful(&range).plain(up, &range),
        };
        values.push((*number, names.quotient(&q, up)?));
    }
    if let (Some(all), true) = (&mut *engine.found.borrow_mut(), kind != Kind::Lower) {
        all.push(found);
    }
    Some(values)
}

fn polynomial_values(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    kind: Kind,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Vec<(usize, Expr)>> {
    let found = quadratic::solve(engine, graph, kind, weigh)?;
    let mut values = Vec::new();
    for (number, q) in &found {
        let value = quadratic::expression(names, q, kind == Kind::Upper)?;
        values.push((*number, value));
    }
    Some(values)
}

/// What each way out of the start costs, by the inputs that take it.
fn cases(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    found: Vec<(usize, Expr)>,
    kind: Kind,
) -> Option<Bound> {
    let up = kind == Kind::Upper;
    let mut out: Vec<(Option<Vec<Atom>>, Expr)> = Vec::new();
    let ending = vain::ending(graph);
    let ended: Vec<(usize, Expr)> = found
        .into_iter()
        .filter(|(n, _)| ending.contains(n))
        .collect();
    for (number, value) in ended.clone() {
        let state = &graph.arcs.get(number)?.arrival.state;
        let mut condition = None;
        for facts in [state.determined(), state.chosen()].into_iter().flatten() {
            condition = condition.or_else(|| names.atoms(engine, &facts));
        }
        out.push((condition, simplify(value)));
    }
    let separate: Option<Vec<(Vec<Atom>, Expr)>> = out
        .iter()
        .map(|(c, v)| Some((c.clone()?, v.clone())))
        .collect();
    if let Some(mut separate) = separate {
        merged::merge(engine, names, &mut separate);
        let mut cases: Vec<Case> = Vec::new();
        for (atoms, value) in separate {
            let condition = names.comparisons(&atoms)?;
            let value = folded(names, &condition, value);
            cases.push(Case { condition, value });
        }
        return (!cases.is_empty()).then_some(Bound { cases });
    }
    // Which way an input takes is not said by the input: the worst of them.
    let least = match kind {
        Kind::Lower => least::least_of(engine, graph, names, &ended),
        _ => None,
    };
    let mut of: Vec<Expr> = Vec::new();
    for (_, v) in out {
        if !of.contains(&v) {
            of.push(v);
        }
    }
    if of.len() > 1 && kind == Kind::Exact {
        return None;
    }
    if of.is_empty() {
        return None;
    }
    Some(Bound::always(simplify(match up {
        true => Expr::Max { of },
        false => match least {
            Some(n) => Expr::Max {
                of: vec![Expr::number(n), Expr::Min { of }],
            },
            None => Expr::Min { of },
        },
    })))
}

/// Whether a bound has fractions in it, as linear programs have that found no better.
pub(super) fn is_divided(b: &Bound) -> bool {
    fn within(e: &Expr) -> bool {
        match e {
            Expr::FloorDiv { .. } => true,
            Expr::Add { of } | Expr::Mul { of } | Expr::Max { of } | Expr::Min { of } => {
                of.iter().any(within)
            }
            _ => false,
        }
    }
    b.cases.iter().any(|c| within(&c.value))
}

/// Whether a bound has a number in it that is rather a limit of a type: what an
/// affine form needs for costs that are none. A product says more.
pub(super) fn is_large(b: &Bound) -> bool {
    fn within(e: &Expr) -> bool {
        match e {
            Expr::Number { value } => value.0.bits() > LARGE,
            Expr::Add { of } | Expr::Mul { of } | Expr::Max { of } | Expr::Min { of } => {
                of.iter().any(within)
            }
            Expr::FloorDiv { of, .. } => within(of),
            _ => false,
        }
    }
    b.cases.iter().any(|c| within(&c.value))
}
