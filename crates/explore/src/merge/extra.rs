//! What merging keeps of activations and paths, and what a mode has to have to
//! be merged.

use super::fork::Fork;
use super::loops::LoopAt;
use ep_ir::analysis::Order;
use ep_machine::driver::Driver;
use ep_machine::machine::Machine;
use ep_machine::state::{FrameExtra, PathExtra, State};
use ep_smt::PathCondition;
use ep_term::TermId;
use smallvec::SmallVec;
use std::rc::Rc;

/// What merging keeps of an activation.
#[derive(Clone, Default, Debug)]
pub struct Rounds {
    /// Loops that it is in, outermost first.
    pub loops: SmallVec<[LoopAt; 2]>,
    /// Forks of its path when the function was entered.
    pub entered_at: u32,
}

impl FrameExtra for Rounds {
    fn entered(depth: u32) -> Self {
        Rounds {
            loops: SmallVec::new(),
            entered_at: depth,
        }
    }

    fn restarts(&mut self) {
        self.loops.clear();
    }
}

/// What merging keeps of a path.
#[derive(Clone, Default, Debug)]
pub struct Way {
    /// Where the state forked off.
    pub forks: Option<Rc<Fork>>,
    /// Forks are remembered.
    pub merging: bool,
}

impl PathExtra for Way {
    fn fork(&mut self, pc: &PathCondition) -> Self {
        if self.merging {
            self.forks = Some(Fork::new(pc, self.forks.take()));
        }
        self.clone()
    }
}

/// An activation of a mode that merges.
pub trait HasRounds: FrameExtra {
    fn rounds(&self) -> &Rounds;
    fn rounds_mut(&mut self) -> &mut Rounds;
}

impl HasRounds for Rounds {
    fn rounds(&self) -> &Rounds {
        self
    }

    fn rounds_mut(&mut self) -> &mut Rounds {
        self
    }
}

/// A path of a mode that merges.
pub trait HasWay: PathExtra {
    fn way(&self) -> &Way;
    fn way_mut(&mut self) -> &mut Way;
}

impl HasWay for Way {
    fn way(&self) -> &Way {
        self
    }

    fn way_mut(&mut self) -> &mut Way {
        self
    }
}

/// A mode whose states can be merged.
pub trait Merges: Driver<Frame: HasRounds, Path: HasWay> {
    /// The order of blocks of each function; none where nothing is merged.
    fn orders(&self) -> &Rc<Vec<Order>>;

    /// Whether what else the mode keeps of two paths allows to make them one.
    fn alike(_a: &State<Self>, _b: &State<Self>) -> bool {
        true
    }

    /// `out` stands for `a`, where `guard` holds, and `b`: what else the mode
    /// keeps of it, which is `a`'s so far.
    fn merged(
        _m: &mut Machine<Self>,
        out: &mut State<Self>,
        _a: &State<Self>,
        b: &State<Self>,
        _guard: TermId,
    ) {
        out.new_coverage |= b.new_coverage;
    }
}
