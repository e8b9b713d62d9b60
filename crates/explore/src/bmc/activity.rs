//! What a run of `check` is doing, and what it keeps while it does it.
//!
//! One exploration serves three activities: unwinding up to a bound, a proof by
//! induction over cut loops, and the places and edges of a system for
//! reachability. Each has its own room here, so that what one of them leaves
//! cannot be read by another by mistake. Cost: none, these are plain structs.

use super::driver::State;
use super::reach::kept::{Kept, Met};
use super::templates::{Selection, Sweep, Templates};
use ep_base::outcome::{Exactness, Incomplete};
use ep_ir::analysis::Live;
use ep_ir::FuncId;
use ep_machine::inputs::Inputs;
use ep_machine::machine::Deferred;
use ep_smt::PathCondition;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// What paths are followed for.
#[derive(Default)]
pub(super) enum Activity {
    /// To their ends, or to the bound.
    #[default]
    Unwind,
    /// From arbitrary rounds of the loops that are cut.
    Cut,
    /// From one head of a loop to the next, callers and all.
    Reach(Met),
}

impl Activity {
    /// Loops are cut: what is found holds of arbitrary states.
    pub fn proves(&self) -> bool {
        !matches!(self, Activity::Unwind)
    }

    /// What a run between heads of loops meets, while there is one.
    pub fn met(&mut self) -> Option<&mut Met> {
        match self {
            Activity::Reach(met) => Some(met),
            Activity::Unwind | Activity::Cut => None,
        }
    }

    pub fn reaches(&self) -> bool {
        matches!(self, Activity::Reach(_))
    }
}

/// A state that was cut at the bound.
pub(super) struct Cut {
    pub pc: PathCondition,
    pub inputs: Inputs,
}

/// A state at a loop's head that may come again.
pub(super) struct Recurring {
    pub state: Box<State>,
    /// Rounds for which it is still compared.
    pub left: u32,
}

/// What one exploration leaves; the next one begins without it.
#[derive(Default)]
pub(super) struct Tally {
    pub gaps: BTreeMap<Incomplete, u64>,
    pub exactness: Exactness,
    pub assumptions: u32,
    pub cuts: Vec<Cut>,
    pub cut_places: BTreeSet<String>,
    /// Loops that some run goes round for ever, as `function:line`.
    pub endless: BTreeSet<String>,
    /// States that may come again, by function, loop and activations below.
    pub recurring: FxHashMap<(FuncId, u32, u32), Recurring>,
    /// Checks that are decided together at its end.
    pub deferred: Vec<Deferred>,
}

impl Tally {
    /// What a path relied on counts for the whole.
    pub fn rely(&mut self, exactness: Exactness, assumptions: u32) {
        self.exactness = self.exactness.join(exactness);
        self.assumptions |= assumptions;
    }
}

/// Where bounds were reached so far: what a proof has to cut.
#[derive(Default)]
pub(super) struct Unwound {
    /// Loops that are cut: those that reached a bound, and those with an
    /// invariant of the user's.
    pub loops: FxHashSet<(FuncId, u32)>,
    /// A recursion reached the bound.
    pub recursion: bool,
    /// The most counted rounds of a loop.
    pub most_rounds: u32,
}

/// What the user has annotated.
#[derive(Default)]
pub(super) struct Annotated {
    /// Loops with an invariant.
    pub loops: FxHashSet<(FuncId, u32)>,
    /// Functions with a contract that can be called.
    pub contracts: Vec<FuncId>,
}

/// One attempt at a proof.
#[derive(Default)]
pub(super) struct Attempt {
    /// Rounds before the step.
    pub k: u32,
    /// The candidates for invariants.
    pub templates: Templates,
    /// Whether arrays are swept.
    pub sweep: Sweep,
    pub invariants: Vec<String>,
    pub selection: Selection,
    pub deadline: Option<Instant>,
    /// Why it fails.
    pub failed: Option<String>,
}

/// All attempts of a run.
#[derive(Default)]
pub(super) struct Proofs {
    /// When the attempts at this bound must end.
    pub end: Option<Instant>,
    /// How many bounds had any.
    pub bounds: u32,
    /// Why there is no proof.
    pub why_not: Option<String>,
    /// Why there is no proof over lists of any length.
    pub lists: Option<String>,
    /// Places, edges and lemmas, from one attempt to the next.
    pub frames: Kept,
    /// Which registers are read again, of functions that were asked for.
    pub live: FxHashMap<FuncId, Live>,
}
