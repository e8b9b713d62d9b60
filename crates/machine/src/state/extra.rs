//! What a mode keeps of activations and paths, beside what every mode reads.
//! The machine hands it on where activations begin and states fork; only the
//! mode looks inside.
//!
//! Source: the machine of Miri (`FrameExtra`, `AllocExtra`). A mode without
//! anything to keep has `()`, which takes no room.

use crate::value::Value;
use ep_smt::PathCondition;
use std::fmt::Debug;

/// What a mode keeps of an activation.
pub trait FrameExtra: Clone + Default + Debug {
    /// For an activation that is entered after this many forks of its path.
    fn entered(_depth: u32) -> Self {
        Self::default()
    }

    /// The activation goes back to its first op.
    fn restarts(&mut self) {}

    /// The registers, if the mode keeps them instead of the activation, whose
    /// function has this template.
    fn registers(&self, _template: &[Value]) -> Option<Vec<Value>> {
        None
    }

    /// The activation has its registers again.
    fn unpacked(&mut self) {}

    /// Bytes beyond its own size.
    fn footprint(&self) -> usize {
        0
    }
}

/// What a mode keeps of a path.
pub trait PathExtra: Clone + Default {
    /// For the other side of a fork of a path with this condition.
    fn fork(&mut self, pc: &PathCondition) -> Self;
}

impl FrameExtra for () {}

impl PathExtra for () {
    fn fork(&mut self, _pc: &PathCondition) -> Self {}
}
