//! SAT solving under assumptions: one small trait and its implementations.
//!
//! [`Cdcl`] is the solver of the pipeline. [`RustSat`] puts any solver behind
//! the `rustsat` traits to the same use; the crate ships it with BatSat as a
//! second opinion for tests and measurements.
//!
//! Measured with `examples/sat.rs`: 148 slices of parsers, searches over bytes
//! and hashes, interleaved, each asked twice in one long-lived instance of up to
//! 170,000 gates; microseconds on a loaded two-core machine, median of the
//! questions whose circuit exists, and the whole stream with its translation.
//!
//! | backend | sums | products | quotients | searches | whole stream |
//! | --- | --- | --- | --- | --- | --- |
//! | own, in the cone | 28 | 307 | 377 | 26 | 1.2 s |
//! | own, rebuilt at 60,000 gates | 30 | 220 | 280 | 19 | 1.0 s |
//! | BatSat | 33,962 | 47,749 | 25,010 | 10,936 | 26.8 s |
//! | BatSat, rebuilt at 5,000 gates | 3,989 | 4,838 | 14,028 | 953 | 6.6 s |
//!
//! The difference is the cone: the libraries' common traits cannot restrict
//! decisions, so they decide every gate that was ever built. `rustsat-minisat`
//! needs cmake to build and was not measured.

mod cdcl;
mod library;

pub use cdcl::Cdcl;
pub use library::RustSat;

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
    /// A limit was reached.
    Unknown(&'static str),
}

/// The limits of one query.
#[derive(Clone, Copy, Debug)]
pub struct SatLimits {
    /// Conflicts; repeatable.
    pub conflicts: u64,
    /// The wall clock behind them.
    pub deadline: Option<Instant>,
}

impl SatLimits {
    /// Whether the wall clock has passed the deadline.
    pub fn expired(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() >= d)
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
