//! What reachability keeps: while a run goes from head to head, and from one
//! attempt at a proof to the next.
//!
//! Plain data, so that the run that carries it knows nothing of the engine.

use super::frames::Frames;
use super::system::System;
use ep_base::outcome::Exactness;
use ep_machine::machine::{Deferred, Violation};
use ep_smt::PathCondition;
use ep_term::VarId;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::time::Duration;

/// What a run from a head meets that must not be reached.
#[derive(Default)]
pub(in super::super) struct Met {
    pub violations: Vec<Violation>,
    pub deferred: Vec<Deferred>,
    /// Ways that were not followed to their end, and why.
    pub gaps: Vec<(PathCondition, String)>,
    /// A behaviour is left out.
    pub under: bool,
}

/// What is kept from one attempt to the next: places, edges and lemmas stay
/// true however far the program has been unwound since.
#[derive(Default)]
pub(in super::super) struct Kept {
    pub(super) system: Option<Rc<System>>,
    pub(super) named: FxHashSet<VarId>,
    pub(super) lists: Vec<Frames>,
    /// What its runs relied on.
    pub(super) relied: Option<(Exactness, u32)>,
    /// Why there is no proof this way: an error is reached in the system, or the
    /// program is none that it is for.
    pub(super) hopeless: Option<String>,
    /// A value would have to be read off a model, as offsets in large arrays are:
    /// one state for each of them is no system of places.
    pub(in super::super) pinned: bool,
    /// How long places and edges were looked for until the time was over.
    pub(super) in_vain: Duration,
}
