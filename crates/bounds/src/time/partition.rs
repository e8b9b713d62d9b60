//! The start of a program as one state for each case of the inputs.
//!
//! Idea: see [`super::apart`]. A case adds to the start what its inputs are, and its
//! number, which every state of its runs keeps. Together the cases are all inputs: one
//! input after the other is in its middle, below or above it. Cost: a state for each.

use super::engine::Engine;
use super::facts::Facts;
use super::lin::{Interval, Lin};
use super::middle::Middle;
use super::state::State;
use num_bigint::BigInt;

/// Inputs that are told apart, each with two cases beside the middle.
const INPUTS: usize = 3;
/// The same where only the middle is looked at.
const ALONE: usize = 8;

/// The start, as one state for each case; the middle is the first.
pub(super) fn starts(engine: &mut Engine<'_>, start: &State) -> Vec<State> {
    let middles: Vec<(Lin, Interval)> = (engine.inputs.iter())
        .filter(|i| !engine.idle.contains(&i.sym))
        .filter_map(|i| {
            let middle = engine
                .middle
                .of(engine.module, engine.entry, &i.parameter.kind)?;
            Some((Lin::var(i.sym), middle))
        })
        .take(if engine.middle == Middle::Alone {
            ALONE
        } else {
            INPUTS
        })
        .collect();
    let mut out: Vec<(State, Facts)> = Vec::new();
    // All before it are in the middle, this one is not.
    let mut left = (start.clone(), Facts::new());
    for (form, middle) in &middles {
        let all = left.0.facts.quick_range(form);
        let below = middle.lo.as_ref().map(|lo| below(&all, lo));
        let above = middle.hi.as_ref().map(|hi| above(&all, hi));
        for within in [below, above].into_iter().flatten() {
            out.push(case(&left, form, within));
        }
        left = case(&left, form, middle.clone());
    }
    out.insert(0, left);
    out.retain(|(s, _)| !s.facts.clone().infeasible(&mut engine.count));
    engine.cases = out.iter().map(|(_, own)| own.clone()).collect();
    for (n, (s, _)) in out.iter_mut().enumerate() {
        s.inputs = n as u8;
    }
    out.into_iter().map(|(s, _)| s).collect()
}

fn case((s, own): &(State, Facts), form: &Lin, within: Interval) -> (State, Facts) {
    let (mut next, mut own) = (s.clone(), own.clone());
    next.facts.add(form, &within);
    own.add(form, &within);
    next.cases.push((form.clone(), within));
    (next, own)
}

fn below(all: &Interval, lo: &BigInt) -> Interval {
    Interval {
        lo: all.lo.clone(),
        hi: Some(lo - 1),
    }
}

fn above(all: &Interval, hi: &BigInt) -> Interval {
    Interval {
        lo: Some(hi + 1),
        hi: all.hi.clone(),
    }
}
