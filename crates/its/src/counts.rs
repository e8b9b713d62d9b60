//! What an analysis took, in units that are the same on each machine.
//!
//! Idea: who asks, pivots or makes a step is far below who tells what it took, and
//! counts change no answer, so each thread counts for itself and an analysis takes
//! the difference of two moments. A thread that works for another one hands on what
//! it counted ([`hand_on`]), so with several jobs the sum is that of all of them: it
//! says what was done and repeats only as far as no search ended another one.
//! Alternative: a counter that is handed down to each search, which every signature
//! between would carry. Source: no paper. Cost: an addition per unit.

use crate::outcome::Counts;
use ep_base::{Budget, Stop};
use ep_smt::linear::spent;
use std::cell::Cell;

thread_local! {
    static OWN: Cell<Counts> = const { Cell::new(Counts::NONE) };
}

/// What this thread took so far, with what was handed on to it.
pub(crate) fn so_far() -> Counts {
    let linear = spent();
    let mut out = OWN.get();
    out.programs += linear.questions;
    out.pivots += linear.pivots;
    out
}

/// What this thread took since a moment ([`so_far`]), and whether the clock ended
/// something.
pub(crate) fn since(before: Counts, budget: &Budget) -> Counts {
    let now = so_far();
    Counts {
        questions: now.questions - before.questions,
        solver: now.solver - before.solver,
        unknown: now.unknown - before.unknown,
        programs: now.programs - before.programs,
        pivots: now.pivots - before.pivots,
        steps: now.steps - before.steps,
        cuts: now.cuts - before.cuts + u64::from(budget.stop_now().is_some()),
    }
}

/// Another thread's work was done for this one.
pub(crate) fn hand_on(other: Counts) {
    change(|own| {
        own.questions += other.questions;
        own.solver += other.solver;
        own.unknown += other.unknown;
        own.programs += other.programs;
        own.pivots += other.pivots;
        own.steps += other.steps;
        own.cuts += other.cuts;
    });
}

/// One of the things that are counted here happened.
pub(crate) fn change(with: impl FnOnce(&mut Counts)) {
    let mut own = OWN.get();
    with(&mut own);
    OWN.set(own);
}

/// A search under a limit of its own came to an end: where the limit was reached,
/// the clock may have ended it.
pub(crate) fn ended(limit: &Stop) {
    if limit.now() {
        change(|own| own.cuts += 1);
    }
}
