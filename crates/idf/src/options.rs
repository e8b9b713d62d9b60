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
    /// Count what Z3 instantiates.
    pub profile: bool,
    /// Something that must not change a verdict.
    pub variation: Variation,
    /// Seed of the solver.
    pub seed: u32,
    /// Z3 resource units for a proof.
    pub proof_limit: u32,
    /// Z3 resource units for asking whether a branch is possible.
    pub check_limit: u32,
    /// Wall clock per member.
    pub member_timeout: Option<Duration>,
}

/// What is done another way to see whether a verdict wavers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variation {
    #[default]
    None,
    /// Members and axioms come in another order.
    Reordered,
    /// Symbols have other names for the solver.
    Renamed,
    /// Each `assert` is asked twice.
    Doubled,
}

impl Variation {
    /// All that are one.
    pub const ALL: [Variation; 3] = [Variation::Reordered, Variation::Renamed, Variation::Doubled];
}

impl std::fmt::Display for Variation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Variation::None => "as it is",
            Variation::Reordered => "members in another order",
            Variation::Renamed => "other names",
            Variation::Doubled => "each assert twice",
        })
    }
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
            profile: false,
            variation: Variation::None,
            seed: 0,
            proof_limit: 400_000_000,
            check_limit: 600_000,
            member_timeout: None,
        }
    }
}
