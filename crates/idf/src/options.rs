//! The options of a verification; plain data.

use std::time::Duration;

/// How programs are verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Infer `fold` when a predicate is missing.
    pub infer_close: bool,
    /// How many closings inside each other are tried.
    pub close_bound: u32,
    /// Infer `unfold` when a field is missing.
    pub infer_open: bool,
    /// Use the definition of a function after each of its calls.
    pub infer_use: bool,
    /// Unfold the predicates of a method's contract around its body.
    pub unfold_contracts: bool,
    /// Join paths after conditionals where they agree on the heap.
    pub joins: bool,
    /// Record the symbolic states on the way to an error.
    pub trace: bool,
    /// Look for a state on entry in which a failed proof fails.
    pub witness: bool,
    /// Seed of the solver.
    pub seed: u32,
    /// Z3 resource units for a proof.
    pub proof_limit: u32,
    /// Z3 resource units for asking whether a branch is possible.
    pub check_limit: u32,
    /// Wall clock per member.
    pub member_timeout: Option<Duration>,
}

impl Default for Options {
    /// As Viper verifies: no ghost operation is inferred but the use of functions.
    fn default() -> Self {
        Options {
            infer_close: false,
            close_bound: 2,
            infer_open: false,
            infer_use: true,
            unfold_contracts: false,
            joins: true,
            trace: false,
            witness: false,
            seed: 0,
            proof_limit: 400_000_000,
            check_limit: 600_000,
            member_timeout: None,
        }
    }
}
