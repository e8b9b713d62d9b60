//! What runs of states leave until their driver takes it.

use crate::driver::Driver;
use crate::state::State;
use crate::value::Value;
use crate::violation::{Deferred, Gap, Violation};

/// Filled by steps, emptied by whoever drives.
pub struct Found<D: Driver> {
    /// States forked off.
    pub spawned: Vec<Box<State<D>>>,
    pub violations: Vec<Violation>,
    pub gaps: Vec<Gap>,
    /// Error checks that were put off, to be decided together.
    pub deferred: Vec<Deferred>,
    /// What the entry function returned on the path that ends.
    pub returned: Option<Vec<Value>>,
}

impl<D: Driver> Default for Found<D> {
    fn default() -> Self {
        Found {
            spawned: Vec::new(),
            violations: Vec::new(),
            gaps: Vec::new(),
            deferred: Vec::new(),
            returned: None,
        }
    }
}

impl<D: Driver> Found<D> {
    /// Drops what a run left that is of no interest, so that the next one begins
    /// with nothing. What was put off stays: nobody decided it.
    pub fn clear(&mut self) {
        self.spawned.clear();
        self.violations.clear();
        self.gaps.clear();
        self.returned = None;
    }
}
