//! Exact costs by cases of inputs that guards behind the first loop tell apart.
//!
//! Idea: `while (x > 0) x--; while (y > 0) y--;` costs something else for positive
//! and for negative `y`, and only the second loop asks. A form over the inputs that
//! pays for both cannot be exact; the ways out of the start tell the cases of `x`
//! alone. What a guard says of inputs, with the equations of its way put in, is true
//! or false for the whole run, since inputs do not change. So the graph is taken once
//! with each combination of these tests, without the ways that contradict it, and
//! costs are looked for there. Source: document 004, section 6, which names a case
//! analysis of the signs of inputs as what its bounds lack (Figure 12). Alternative:
//! maxima with 0, which are upper bounds and exact nowhere. Cost: a search for exact
//! costs per combination of at most three tests; none after the first that fails.
//!
//! What must never happen: a combination that inputs have is left out; a way is
//! dropped that is not contradictory.

use super::best;
use super::engine::Engine;
use super::explore::Graph;
use super::facts::{Counters, Facts};
use super::lin::{Interval, Lin, Sym};
use super::present::Names;
use super::stages::{given, put};
use super::weight::Weight;
use ep_base::time::Bound;
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// Ways of a graph that is looked at.
const WAYS: usize = 40;
/// Tests of inputs; each doubles the work.
const TESTS: usize = 3;
/// Cases of an answer that somebody reads.
const CASES: usize = 8;

/// A form over the inputs, and the greatest number at which the test is false.
type Test = (Lin, BigInt);

/// What each run costs exactly, by such cases.
pub(super) fn exact(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
) -> Option<Bound> {
    let calls = graph.arcs.iter().any(|a| a.call || !a.calls.is_empty());
    if calls || graph.arcs.len() > WAYS {
        return None;
    }
    let tests = tests(engine, graph)?;
    // Forms of a part of the graph are none of the whole, which certificates speak of.
    let kept = engine.found.replace(None);
    let found = combined(engine, graph, names, weigh, &tests);
    engine.found.replace(kept);
    found
}

fn combined(
    engine: &Engine<'_>,
    graph: &Graph,
    names: &mut Names,
    weigh: &dyn Fn(usize) -> Weight,
    tests: &[Test],
) -> Option<Bound> {
    let mut cases = Vec::new();
    for choice in 0..1u32 << tests.len() {
        if engine.options.budget.stop_now().is_some() {
            return None;
        }
        let side = |(i, (form, number)): (usize, &Test)| match choice >> i & 1 {
            0 => (form.clone(), upto(number)),
            _ => (form.clone(), beyond(number)),
        };
        let facts: Vec<(Lin, Interval)> = tests.iter().enumerate().map(side).collect();
        let (part, numbers) = restricted(graph, &facts);
        if part.arcs.iter().all(|a| a.source.is_some()) {
            // No input is so.
            continue;
        }
        let own = |n: usize| numbers.get(n).map_or_else(Weight::default, |n| weigh(*n));
        cases.extend(best::exact(engine, &part, names, &own)?.cases);
        if cases.len() > CASES {
            return None;
        }
    }
    (!cases.is_empty()).then_some(Bound { cases })
}

fn upto(number: &BigInt) -> Interval {
    Interval {
        lo: None,
        hi: Some(number.clone()),
    }
}

fn beyond(number: &BigInt) -> Interval {
    Interval {
        lo: Some(number + 1),
        hi: None,
    }
}

/// The graph for inputs of which these facts hold, and what number each of its ways
/// has in the whole.
fn restricted(graph: &Graph, facts: &[(Lin, Interval)]) -> (Graph, Vec<usize>) {
    let mut part = Graph {
        start: graph.start.clone(),
        cuts: graph.cuts.clone(),
        arcs: Vec::new(),
        steps: graph.steps,
        known: Default::default(),
        gains: Default::default(),
    };
    let mut numbers = Vec::new();
    for (n, arc) in graph.arcs.iter().enumerate() {
        let mut arc = arc.clone();
        for (form, within) in facts {
            arc.arrival.state.facts.add(form, within);
            // As if the way had been taken apart by them.
            arc.arrival.state.cases.push((form.clone(), within.clone()));
        }
        if arc.arrival.state.facts.infeasible(&mut Counters::default()) {
            continue;
        }
        part.arcs.push(arc);
        numbers.push(n);
    }
    (part, numbers)
}

/// What ways behind the start say of inputs alone, and where they begin does not;
/// nothing where there is none, or too many.
fn tests(engine: &Engine<'_>, graph: &Graph) -> Option<Vec<Test>> {
    let inputs: BTreeSet<Sym> = engine.inputs.iter().map(|i| i.sym).collect();
    let mut out: BTreeSet<Test> = BTreeSet::new();
    for arc in &graph.arcs {
        let Some(cut) = arc.source.and_then(|c| graph.cuts.get(c)) else {
            continue;
        };
        let mut before = Facts::new();
        for i in &engine.inputs {
            before.add(&Lin::var(i.sym), &i.range);
        }
        for (d, i) in &cut.known {
            before.add(d, i);
        }
        let of = given(arc.arrival.state.facts.iter(), &inputs);
        // Directions, so that what two facts say of one is one.
        let mut said = Facts::new();
        for (d, i) in arc.arrival.state.facts.iter() {
            let f = put(d, &of);
            if f.terms().all(|(v, _)| inputs.contains(&v)) {
                said.add(&f, i);
            }
        }
        for (d, i) in said.iter() {
            let known = before.range(d, &mut Counters::default());
            match &i.lo {
                Some(lo) if known.lo.as_ref().is_none_or(|k| lo > k) => {
                    out.insert((d.clone(), lo - 1));
                }
                _ => {}
            }
            match &i.hi {
                Some(hi) if known.hi.as_ref().is_none_or(|k| hi < k) => {
                    out.insert((d.clone(), hi.clone()));
                }
                _ => {}
            }
        }
        if out.len() > TESTS {
            return None;
        }
    }
    (!out.is_empty()).then(|| out.into_iter().collect())
}
