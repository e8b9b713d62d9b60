//! What a machine notes of a path: violations, error checks that were put off,
//! and what is left out.

use crate::decision::Decision;
use crate::inputs::Inputs;
use ep_base::outcome::{ErrorKind, Exactness};
use ep_ir::{FuncId, LocId};
use ep_smt::PathCondition;
use ep_term::TermId;

/// A violation on a path, before it is made into a `Bug`.
pub struct Violation {
    pub kind: ErrorKind,
    pub message: String,
    pub loc: LocId,
    /// Innermost first.
    pub stack: Vec<(FuncId, LocId)>,
    pub inputs: Inputs,
    /// The path condition with the error's condition.
    pub pc: PathCondition,
    pub exactness: Exactness,
    pub new_coverage: bool,
    /// The decisions of the path with the error, if they are kept.
    pub trail: Option<Trail>,
}

/// The decisions of a path that ended and their check sum.
pub struct Trail {
    pub decisions: Vec<Decision>,
    pub trace: u64,
}

/// An error check that is decided later: the violation is real if `cond` can
/// hold under its path condition.
pub struct Deferred {
    pub cond: TermId,
    /// With the path condition as it was before the check.
    pub violation: Violation,
}

/// Something that keeps the run from being complete.
pub struct Gap {
    pub what: String,
    pub loc: LocId,
    pub func: FuncId,
}
