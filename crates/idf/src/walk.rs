//! What lies behind on the path that is walked, for messages and footprints.

use crate::heap::{Args, Chunk, Place};
use crate::state::State;
use ep_base::Span;
use ep_ivl::ast::StmtId;

/// A state on the path that is walked, for traces.
pub struct Visited {
    pub stmt: StmtId,
    pub state: State,
    /// Entries of the path condition at that moment.
    pub entries: usize,
}

/// A chunk that was taken out, for messages.
pub struct Taken {
    pub place: Place,
    pub args: Args,
    pub by: Span,
}

/// The path behind.
#[derive(Default)]
pub struct Walk {
    /// Statements on the current path.
    pub visited: Vec<Visited>,
    /// Chunks taken on the current path.
    pub taken: Vec<Taken>,
    /// What the statement moved into the footprint of a wand; iterated chunks are
    /// marked.
    pub transferred: Vec<(Chunk, bool)>,
}

/// A place on the path.
#[derive(Clone, Copy)]
pub struct Mark {
    visited: usize,
    taken: usize,
    transferred: usize,
}

impl Walk {
    /// Where the path is.
    pub fn mark(&self) -> Mark {
        Mark {
            visited: self.visited.len(),
            taken: self.taken.len(),
            transferred: self.transferred.len(),
        }
    }

    /// Goes back: what came behind the mark did not happen.
    pub fn back(&mut self, mark: Mark) {
        self.visited.truncate(mark.visited);
        self.taken.truncate(mark.taken);
        self.transferred.truncate(mark.transferred);
    }
}
