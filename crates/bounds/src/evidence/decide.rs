//! Whether the check of a round holds, by the bit-precise engine.
//!
//! Idea: what a question asks of a round is a small program without a bound on
//! its states ([`super::round`]); the model checker answers it for all of them.
//!
//! What must never happen: a copy that is not well formed is checked, or an
//! answer other than `proved` without a bug counts as one. Source: as
//! [`super::round`]. Cost: one question, at most for the time that is given.

use super::round::CHECK;
use ep_base::outcome::{Bug, Outcome, Statistics, TestCase};
use ep_base::{Budget, Diagnostic};
use ep_explore::bmc::{self, CheckOptions};
use ep_explore::{Entry, HeapLimits, Observer, Options};
use ep_ir::Module;
use std::time::{Duration, Instant};

/// The outcome of [`CHECK`] of a program that [`super::round`] built.
///
/// # Errors
/// A defect: the program is not well formed, or the engine failed.
pub(super) fn decide(
    program: &Module,
    budget: &Budget,
    most: Duration,
) -> Result<Outcome, Diagnostic> {
    if let Err(errors) = ep_ir::verify::verify(program) {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        return Err(Diagnostic::defect(format!(
            "the copy of a loop's round is not well formed: {first}"
        )));
    }
    let options = Options {
        entry: Entry::Function {
            name: CHECK.to_owned(),
            heap: HeapLimits::default(),
        },
        first_bug: true,
        ..Options::default()
    };
    let how = CheckOptions {
        induction: true,
        ..CheckOptions::default()
    };
    let left = budget
        .deadline()
        .map(|d| d.saturating_duration_since(Instant::now()));
    let own = Budget {
        timeout: Some(left.map_or(most, |l| l.min(most))),
        cancel: budget.cancel.clone(),
        ..Budget::default()
    };
    let checked = bmc::check(program, &options, &how, &own, &mut Quiet)?;
    Ok(checked.exploration.outcome)
}

/// Wants nothing of an exploration but its outcome.
struct Quiet;

impl Observer for Quiet {
    fn test(&mut self, _: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
}
