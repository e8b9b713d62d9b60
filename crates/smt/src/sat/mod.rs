//! SAT solving under assumptions: one small trait and its implementations.
//!
//! [`Cdcl`] is the solver of the pipeline. [`RustSat`] puts any solver behind
//! the `rustsat` traits to the same use; the crate ships it with BatSat as a
//! second opinion for tests and measurements.
//!
//! Figures are below.

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
