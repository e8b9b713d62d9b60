//! Which parts of the algorithm are used, and what is told about its visits.

use ep_ir::{BlockId, FuncId, LocId};

/// What was met at one visit of a region, for those who look at the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    pub func: FuncId,
    pub block: BlockId,
    /// `None`: the whole function; else whether it is a round.
    pub round: Option<bool>,
    /// The visit whose summary was used.
    pub reused: Option<usize>,
    /// The pattern of an earlier visit did not hold, and which part.
    pub refused: Option<Refused>,
    /// The witnesses of the highest point and of the highest net differ.
    pub witnesses_differ: bool,
    /// The visit inside which it was met; the entry's is not told.
    pub within: Option<usize>,
    /// Sides that the context made impossible, where they are told.
    pub closed: Vec<Closed>,
    /// The highest points over what the region found at its entry, likewise.
    pub high: Vec<String>,
}

/// A side that is impossible in a context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    pub at: (FuncId, LocId),
    /// What would have to hold.
    pub condition: String,
    /// What excludes it, over what the region found at its entry; empty where
    /// the region alone does.
    pub reason: String,
}

/// Why a summary was not used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Other objects, or other aliasing.
    Shape,
    /// A path that was impossible may be possible.
    Interpolant,
    /// Another path may be higher.
    Dominance,
    /// The path of the witness is impossible here.
    Witness,
}

/// Which parts of the algorithm are used.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Summaries are used again.
    pub reuse: bool,
    /// Patterns are conditions; else the entry must be the same.
    pub interpolation: bool,
    /// One witness is kept where a condition says that it is higher.
    pub dominance: bool,
    /// Every so many reuses are explored instead (0: none).
    pub explore_instead: u64,
    /// Visits say what was impossible and why, in words.
    pub told: bool,
    /// Parts of what one slot gives back that are kept.
    pub history: usize,
}

impl Parts {
    /// As little of what slots held as can be kept: a question with fewer parts, and
    /// n slots with one block each at most.
    pub fn forgetful(self) -> Parts {
        Parts { history: 1, ..self }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Parts {
            reuse: true,
            interpolation: true,
            dominance: true,
            explore_instead: 0,
            told: false,
            history: 6,
        }
    }
}
