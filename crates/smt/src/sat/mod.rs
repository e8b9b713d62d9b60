//! SAT solving under assumptions: one small trait and its implementations.
//!
//! [`Cdcl`] is the solver of the pipeline. [`RustSat`] puts any solver behind
//! the `rustsat` traits to the same use; the crate ships it with BatSat as a
//! second opinion for tests and measurements.
//!
//! Measured with `bench/sat`: 148 slices of parsers, searches over bytes and
//! hashes, interleaved, each asked twice in one long-lived instance of up to
//! 170,000 gates; microseconds on a shared two-core machine, median of the
//! questions whose circuit exists, and the whole stream with its translation.
//!
//! | backend | sums | products | quotients | searches | whole stream |
//! | --- | --- | --- | --- | --- | --- |
//! | own, in the cone | 27 | 176 | 233 | 18 | 0.60 s |
//! | own, rebuilt at 60,000 gates | 27 | 190 | 240 | 17 | 0.54 s |
//! | BatSat | 16,384 | 21,204 | 10,769 | 2,763 | 10.5 s |
//! | BatSat, rebuilt at 5,000 gates | 1,027 | 1,262 | 2,360 | 603 | 1.7 s |
//! | MiniSat | 21,457 | 24,063 | 10,086 | 2,412 | 12.7 s |
//! | MiniSat, rebuilt at 5,000 gates | 937 | 1,045 | 1,955 | 430 | 2.2 s |
//! | CaDiCaL | 3,211 | 12,089 | 12,679 | 504 | 10.7 s |
//! | CaDiCaL, rebuilt at 5,000 gates | 1,144 | 1,473 | 5,471 | 207 | 4.8 s |
//!
//! The difference is the cone: the libraries' common traits cannot restrict
//! decisions, so they decide every gate that was ever built.

mod cdcl;
mod library;

pub use cdcl::Cdcl;
pub use library::RustSat;

use ep_base::Cancel;
use std::fmt;
use std::time::Instant;

/// `2 * v` is variable `v`, `2 * v + 1` its negation.
pub type Lit = u32;

/// What a SAT query answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatAnswer {
    /// The cone has an assignment; read it with [`SatBackend::value`].
    Sat,
    /// The assumptions in [`SatBackend::core`] cannot hold together.
    Unsat,
    /// Neither.
    Unknown(GaveUp),
}

/// Why a query has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// The limit of conflicts.
    Conflicts,
    /// The query's wall clock, while the SAT solver worked.
    Time,
    /// The query's wall clock, before its circuit stood: what comes after has
    /// no time left.
    Circuit,
    /// The run was cancelled.
    Interrupted,
    /// Definitions contradict each other, which they never do.
    Contradiction,
    /// A SAT library failed.
    Library,
    /// A term has no circuit.
    Unsupported(&'static str),
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GaveUp::Conflicts => "conflict limit",
            GaveUp::Time => "time limit",
            GaveUp::Circuit => "the circuit takes too long",
            GaveUp::Interrupted => "interrupted",
            GaveUp::Contradiction => "contradictory gate definitions",
            GaveUp::Library => "error of the SAT library",
            GaveUp::Unsupported(what) => what,
        })
    }
}

/// The limits of one query.
#[derive(Clone, Debug)]
pub struct SatLimits {
    /// Conflicts; repeatable.
    pub conflicts: u64,
    /// The wall clock behind them.
    pub deadline: Option<Instant>,
    /// The end of the whole run.
    pub cancel: Cancel,
}

impl SatLimits {
    /// Why the query must end now: the run was cancelled, or the wall clock
    /// has passed the deadline.
    pub fn ended(&self) -> Option<GaveUp> {
        if self.cancel.is_cancelled() {
            return Some(GaveUp::Interrupted);
        }
        let late = self.deadline.is_some_and(|d| Instant::now() >= d);
        late.then_some(GaveUp::Time)
    }
}

/// An incremental SAT solver.
pub trait SatBackend {
    /// A new variable; variables are numbered from 0.
    fn new_var(&mut self) -> u32;
    /// Adds a clause for good. It must be part of a definition of a total
    /// function (see [`Cdcl`]); facts are passed as assumptions.
    fn add_clause(&mut self, lits: &[Lit]);
    /// Solves under assumptions. `cone` names the variables that have to be
    /// assigned: the assumptions' variables, closed under gate inputs.
    fn solve(&mut self, assumptions: &[Lit], cone: &[u32], limits: &SatLimits) -> SatAnswer;
    /// The value in the last model, valid until the next change; literals
    /// outside of the cone may read false.
    fn value(&self, lit: Lit) -> bool;
    /// After `Unsat`: assumptions that cannot hold together. Empty when the
    /// clauses alone are contradictory.
    fn core(&self) -> &[Lit];
    /// Conflicts so far.
    fn conflicts(&self) -> u64;
}
