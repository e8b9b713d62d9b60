//! Whether the check of a round holds, by the bit-precise engine.
//!
//! Idea: what a question asks of a round is a small program without a bound on
//! its states ([`super::round`]); the model checker answers it for all of them.
//!
//! What must never happen: a copy that is not well formed is checked, or an
//! answer other than `proved` without a bug counts as one. Source: as
//! [`super::round`]. Cost: one question, at most for the [`Effort`] that is
//! given. That is counted, so that the answer is the same on a machine that does
//! something else too; the clock stands far behind it.

use super::round::CHECK;
use ep_base::outcome::{Bug, Outcome, Statistics, TestCase};
use ep_base::{Budget, Diagnostic};
use ep_explore::bmc::{self, CheckOptions};
use ep_explore::{Entry, HeapLimits, Observer, Options};
use ep_ir::Module;
use std::time::{Duration, Instant};

/// What one question may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Conflicts of the SAT solver per formula (of Z3: thousands of its resource
    /// units).
    pub conflicts: u64,
    /// LLVM instructions that are executed symbolically.
    pub instructions: u64,
}

/// The clock behind the counts.
const BEHIND: Duration = Duration::from_secs(20);

/// The outcome of [`CHECK`] of a program that [`super::round`] built.
///
/// # Errors
/// A defect: the program is not well formed, or the engine failed.
pub(super) fn decide(
    program: &Module,
    budget: &Budget,
    effort: Effort,
) -> Result<Outcome, Diagnostic> {
    if let Err(errors) = ep_ir::verify::verify(program) {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        return Err(Diagnostic::defect(format!(
            "the copy of a loop's round is not well formed: {first}"
        )));
    }
    let smt = ep_smt::SmtOptions {
        query_resources: effort.conflicts,
        query_timeout: BEHIND,
        ..Default::default()
    };
    let options = Options {
        smt,
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
        timeout: Some(left.map_or(BEHIND, |l| l.min(BEHIND))),
        max_instructions: Some(effort.instructions),
        cancel: budget.cancel.clone(),
        ..Budget::default()
    };
    let checked = bmc::check(program, &options, &how, &own, &mut Quiet)?;
    Ok(checked.exploration.outcome)
}

/// Wants nothing of an exploration but its outcome.
pub(super) struct Quiet;

impl Observer for Quiet {
    fn test(&mut self, _: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
}
