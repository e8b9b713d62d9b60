//! What is asked of an analysis.

use ep_base::Budget;

/// What is to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goals {
    /// Whether every run ends.
    pub termination: bool,
    /// An input with a run that does not end.
    pub nontermination: bool,
    /// Upper bounds of the cost.
    pub upper: bool,
    /// Lower bounds of the cost.
    pub lower: bool,
}

impl Goals {
    /// Termination, proved or disproved.
    pub const TERMINATION: Goals = Goals {
        termination: true,
        nontermination: true,
        upper: false,
        lower: false,
    };
    /// Upper bounds alone.
    pub const UPPER: Goals = Goals {
        termination: false,
        nontermination: false,
        upper: true,
        lower: false,
    };
    /// Lower bounds alone.
    pub const LOWER: Goals = Goals {
        termination: false,
        nontermination: false,
        upper: false,
        lower: true,
    };
    /// Everything.
    pub const ALL: Goals = Goals {
        termination: true,
        nontermination: true,
        upper: true,
        lower: true,
    };
}

/// The options of an analysis.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is to be found.
    pub goals: Goals,
    /// The wall clock and cancellation; it stands behind the counted limits.
    pub budget: Budget,
    /// Resource units of the solver per question.
    pub solver_units: u32,
    /// The greatest depth of nested ranking functions.
    pub depth: u32,
    /// With more than one, searches go on side by side, with the same answer.
    pub jobs: u32,
    /// Whether parts of the inputs are looked at where all of them have no answer.
    pub parts: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            goals: Goals::TERMINATION,
            budget: Budget::default(),
            solver_units: 500_000,
            depth: 4,
            jobs: 1,
            parts: false,
        }
    }
}
