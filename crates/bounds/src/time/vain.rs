//! Ways out of the start after which no run ends.
//!
//! Idea: what is assumed (that signed arithmetic does not overflow, above all) can
//! cut every way out of a loop. Where the program ends nevertheless, no run goes
//! there: a bound for such inputs speaks of nothing, and 0, which pays for all
//! their rounds, reads as if they took no time. So their cases are left out, and it
//! is said that no run of them keeps to what is assumed. The same is said where
//! inputs have no way out of the start at all. Alternative: report them as runs
//! that do not end; but they do something else, of which nothing is known. Source:
//! backwards reachability. Cost: linear rounds over the ways of the graph; a linear
//! program for each choice of a condition that fails in each case, for few of them.
//!
//! What must never happen: a way is left out from which an end is reached, or of
//! which the analysis gave up.

use super::engine::Engine;
use super::explore::{CutId, Graph, Target};
use super::facts::{Counters, Facts};
use super::lin::{Interval, Lin};
use super::overflow::ASSUMED;
use super::present::{Atom, Names};
use ep_base::time::Assumption;
use num_bigint::BigInt;
use num_traits::One;
use std::collections::BTreeSet;

/// Conditions of cases that may fail together are tried for so many choices.
const CHOICES: usize = 64;

/// The ways out of the start from which an end is reached.
pub fn ending(graph: &Graph) -> BTreeSet<usize> {
    let mut good: BTreeSet<CutId> = BTreeSet::new();
    let reaches = |t: &Target, good: &BTreeSet<CutId>| match t {
        Target::Cut(c) => good.contains(c),
        Target::End(_) | Target::GaveUp => true,
    };
    loop {
        let before = good.len();
        for a in &graph.arcs {
            if reaches(&a.target, &good) {
                good.extend(a.source);
            }
        }
        if good.len() == before {
            break;
        }
    }
    let starts = graph.arcs.iter().enumerate();
    let starts = starts.filter(|(_, a)| a.source.is_none() && reaches(&a.target, &good));
    starts.map(|(n, _)| n).collect()
}

/// What is said of inputs without a run that ends, of a program that ends.
pub fn said(engine: &Engine<'_>, graph: &Graph, names: &Names) -> Option<Assumption> {
    let first = engine.assumptions.iter().next()?;
    let overflows = engine.assumptions.iter().all(|a| a.text == ASSUMED);
    let ending = ending(graph);
    let none = ending.is_empty();
    if !none && !leaves_out(engine, graph, names, &ending) {
        return None;
    }
    let text = match (overflows, none) {
        (true, true) => "without signed overflow no run ends",
        (true, false) => "without signed overflow no run ends whose inputs are in no case",
        (false, true) => "no run ends that keeps to what is assumed",
        (false, false) => "no run ends whose inputs are in no case and that keeps to this",
    };
    Some(Assumption {
        text: text.to_owned(),
        place: first.place.clone(),
    })
}

/// Whether there are inputs for which no way out of the start ends.
fn leaves_out(engine: &Engine<'_>, graph: &Graph, names: &Names, ending: &BTreeSet<usize>) -> bool {
    let atoms = |n: &usize| {
        let state = &graph.arcs.get(*n)?.arrival.state;
        let facts = [state.determined(), state.chosen()];
        facts
            .into_iter()
            .flatten()
            .find_map(|f| names.atoms(engine, &f))
    };
    let Some(cases) = ending.iter().map(atoms).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let choices = cases.iter().try_fold(1usize, |n, c| {
        let own: usize = c.iter().map(|(_, equal)| 1 + usize::from(*equal)).sum();
        n.checked_mul(own).filter(|n| *n <= CHOICES)
    });
    if choices.is_none() {
        return false;
    }
    let mut inputs = Facts::new();
    for i in &engine.inputs {
        inputs.add(&Lin::var(i.sym), &i.range);
    }
    outside(&inputs, &cases)
}

/// Whether inputs that meet these facts may be in none of the cases.
fn outside(facts: &Facts, cases: &[Vec<Atom>]) -> bool {
    if facts.infeasible(&mut Counters::default()) {
        return false;
    }
    let Some((first, rest)) = cases.split_first() else {
        return true;
    };
    let below = Interval {
        lo: None,
        hi: Some(-BigInt::one()),
    };
    let above = Interval {
        lo: Some(BigInt::one()),
        hi: None,
    };
    first.iter().any(|(form, equal)| {
        let fails = [Some(&below), equal.then_some(&above)];
        fails.into_iter().flatten().any(|within| {
            let mut facts = facts.clone();
            facts.add(form, within);
            outside(&facts, rest)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::lin::Sym;

    /// `-9 <= x <= 9`, and cases of `x`.
    #[test]
    fn inputs_outside_of_all_cases_are_found() {
        let x = Lin::var(Sym(1));
        let mut facts = Facts::new();
        facts.add(&x, &Interval::new(-9, 9));
        let least = |n: i64| (x.add(&BigInt::from(-n)), false);
        let most = |n: i64| {
            let form = x.times(&-BigInt::one()).add(&BigInt::from(n));
            (form, false)
        };
        let is = |n: i64| (x.add(&BigInt::from(-n)), true);
        let inside = |cases: &[Vec<Atom>]| !outside(&facts, cases);
        assert!(inside(&[vec![]]));
        assert!(!inside(&[]));
        assert!(inside(&[vec![least(0)], vec![most(-1)]]));
        assert!(!inside(&[vec![least(0)], vec![most(-2)]]));
        assert!(inside(&[vec![least(1)], vec![most(-1)], vec![is(0)]]));
        assert!(!inside(&[vec![least(1)], vec![most(-1)], vec![is(1)]]));
        assert!(inside(&[
            vec![least(0), most(9)],
            vec![most(-1), least(-9)]
        ]));
        assert!(!inside(&[vec![least(0), most(8)], vec![most(-1)]]));
    }
}
