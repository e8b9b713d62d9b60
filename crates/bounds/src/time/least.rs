//! Lower bounds that somebody can read.
//!
//! Idea: a linear program over limits of types pays for a run by fractions of its
//! inputs (`(28*UINT_MAX + 127*n - 155) / 4294967294`), and a form that is right for
//! large inputs is negative for small ones. A factor of less than a thousandth of an
//! instruction says nothing to a reader: its least value stands in its place. What a
//! run costs at least is also the length of a shortest path through the graph, a
//! number; a bound is the larger of both, and the number alone where the form is never
//! above it. Alternative: forms with whole factors from the start, which are integer
//! programs. Source: paths by R. Bellman, "On a routing problem" (1958). Cost: rounds
//! over the ways of the graph, linear programs for the ends of few forms.
//!
//! What must never happen: a value above what some run of the case costs.

use super::derived::linear;
use super::engine::Engine;
use super::explore::{CutId, Graph, Target};
use super::facts::{Counters, Facts};
use super::forms::Quotient;
use super::lin::{Interval, Lin, Sym};
use super::present::Names;
use super::weight::Weight;
use ep_base::time::Expr;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;

/// Parts of a unit that a factor has at least.
const PARTS: u32 = 1_000;

impl Quotient {
    /// Without factors that no reader needs, rounded down.
    pub(super) fn useful(&self, range: &dyn Fn(Sym) -> Option<Interval>) -> Quotient {
        if self.divisor <= BigInt::from(PARTS) {
            return self.clone();
        }
        let mut form = self.form.clone();
        for (v, c) in self.form.terms() {
            let known = range(v).unwrap_or_default();
            let least = if c.is_negative() { known.hi } else { known.lo };
            let small = c.abs() * PARTS < self.divisor;
            if let (true, Some(at)) = (small, least) {
                form = form.plus_times(&Lin::var(v), &-c).add(&(c * at));
            }
        }
        let left = Quotient {
            form,
            divisor: self.divisor.clone(),
        };
        left.rounded(false, range).unwrap_or(left)
    }
}

/// The least that each way out of the start costs: its shortest path to an end.
fn shortest(graph: &Graph, weigh: &dyn Fn(usize) -> Weight) -> BTreeMap<usize, BigInt> {
    // What a call costs is added, and is never negative.
    let own = graph.arcs.iter().enumerate().filter(|(_, a)| !a.call);
    let ways: Vec<_> = own
        .map(|(n, a)| {
            let facts = &a.arrival.state.facts;
            let weight = weigh(n);
            let least = weight.linear().and_then(|f| facts.quick_range(f).lo);
            (n, a, least.unwrap_or_default().max(BigInt::zero()))
        })
        .collect();
    let mut at: BTreeMap<CutId, BigInt> = BTreeMap::new();
    let through = |target: &Target, cost: &BigInt, at: &BTreeMap<CutId, BigInt>| match target {
        Target::Cut(c) => at.get(c).map(|d| d + cost),
        Target::End(_) | Target::GaveUp => Some(cost.clone()),
    };
    loop {
        let mut better = false;
        for (_, a, cost) in &ways {
            let (Some(c), Some(d)) = (a.source, through(&a.target, cost, &at)) else {
                continue;
            };
            if at.get(&c).is_none_or(|old| d < *old) {
                at.insert(c, d);
                better = true;
            }
        }
        if !better {
            break;
        }
    }
    let starts = ways.iter().filter(|w| w.1.source.is_none());
    starts
        .filter_map(|(n, a, cost)| Some((*n, through(&a.target, cost, &at)?)))
        .collect()
}

/// Lower bounds of the ways out of the start that are nowhere below the shortest path.
pub(super) fn lifted(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &Names,
    weigh: &dyn Fn(usize) -> Weight,
    found: Vec<(usize, Expr)>,
) -> Vec<(usize, Expr)> {
    let least = shortest(graph, weigh);
    let lift = |(n, value): (usize, Expr)| {
        let (Some(number), Some(arc)) = (least.get(&n), graph.arcs.get(n)) else {
            return (n, value);
        };
        let Some((form, divisor)) = quotient(engine, names, &value) else {
            return (n, value);
        };
        let mut facts = arc.arrival.state.facts.clone();
        for i in &engine.inputs {
            facts.add(&Lin::var(i.sym), &i.range);
        }
        let range = facts.range(&form, &mut Counters::default());
        let scaled = number * &divisor;
        let out = if range.hi.is_some_and(|hi| hi <= scaled) {
            Expr::number(number.clone())
        } else if range.lo.is_some_and(|lo| lo >= scaled) {
            value
        } else {
            Expr::Max {
                of: vec![Expr::number(number.clone()), value],
            }
        };
        (n, out)
    };
    found.into_iter().map(lift).collect()
}

/// What the least of these ways costs at least, where that is known of each.
pub(super) fn least_of(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &Names,
    of: &[(usize, Expr)],
) -> Option<BigInt> {
    let least = |(n, value): &(usize, Expr)| {
        let facts = &graph.arcs.get(*n)?.arrival.state.facts;
        floor(engine, names, facts, value)
    };
    let all: Option<Vec<BigInt>> = of.iter().map(least).collect();
    all?.into_iter().min()
}

/// The least that a value is, at most, where these facts hold.
fn floor(engine: &Engine<'_>, names: &Names, facts: &Facts, value: &Expr) -> Option<BigInt> {
    if let Expr::Max { of } = value {
        let parts = of.iter().filter_map(|x| floor(engine, names, facts, x));
        return parts.max();
    }
    let (form, divisor) = quotient(engine, names, value)?;
    let lo = facts.range(&form, &mut Counters::default()).lo?;
    Some(super::lin::floor_div(&lo, &divisor))
}

/// A value as a linear form and what it is divided by.
fn quotient(engine: &Engine<'_>, names: &Names, e: &Expr) -> Option<(Lin, BigInt)> {
    match e {
        Expr::FloorDiv { of, by } => match by.as_ref() {
            Expr::Number { value } if value.0.is_positive() => {
                Some((linear(engine, names, of)?, value.0.clone()))
            }
            _ => None,
        },
        e => Some((linear(engine, names, e)?, BigInt::from(1))),
    }
}
