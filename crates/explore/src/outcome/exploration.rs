//! What a run tells while it goes on, and what it leaves behind.

use crate::view::tree::Tree;
use ep_base::outcome::{Bug, Exactness, Outcome, PathEnd, Statistics, TestCase};
use ep_base::Diagnostic;
use ep_machine::inputs::Inputs;
use ep_smt::PathCondition;
use ep_term::Pool;

/// Who is told what happens during a run. Called on the worker's thread.
pub trait Observer {
    /// A path ended with a test that is kept. An error ends the run.
    fn test(&mut self, test: &TestCase) -> Result<(), Diagnostic>;
    /// A violation at a site that was not seen before.
    fn bug(&mut self, bug: &Bug);
    /// Another path to a site that was seen, with its own input; of the first
    /// [`AGAIN`] of a site only.
    fn again(&mut self, _bug: &Bug) {}
    /// Several times a second, with the counts of all workers.
    fn progress(&mut self, statistics: &Statistics);
    /// Every path that ended, errors included, before anything is left out.
    fn path(&mut self, _path: &PathView<'_>) {}
    /// The run is over; these are its terms.
    fn done(&mut self, _pool: Pool) {}
}

/// Paths to one site whose inputs are told, for each worker.
pub const AGAIN: u64 = 64;

/// A path that ended: its condition over the variables of its inputs.
pub struct PathView<'a> {
    pub pool: &'a Pool,
    pub condition: &'a PathCondition,
    pub inputs: &'a Inputs,
    pub end: &'a PathEnd,
    pub exactness: Exactness,
}

/// What a run leaves behind.
pub struct Exploration {
    /// Verdict, findings and counts.
    pub outcome: Outcome,
    /// The execution tree, if it was asked for.
    pub tree: Option<Tree>,
}
