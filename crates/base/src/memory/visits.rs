//! What the analysis with summaries walked, as a graph.
//!
//! Idea: a node is a visit of a region, or a side of a branch that was impossible
//! there, with the reason. An edge leads from a visit to those that were met inside
//! it; a visit that was not walked has an edge back to the one whose summary stood in
//! for it, which is what closes loops of a program. Source: document 000, Figures 2 to
//! 5. Cost: a node per visit and per side that is told.

use crate::graph::{Graph, Words};
use crate::outcome::Place;

/// What kind of part of the control flow has a summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegionKind {
    /// A function.
    Function,
    /// A round of a loop.
    Round,
    /// From where ways come together to the end of the round or function.
    Rest,
}

impl RegionKind {
    /// The stable word.
    pub fn word(self) -> &'static str {
        match self {
            RegionKind::Function => "function",
            RegionKind::Round => "round",
            RegionKind::Rest => "rest",
        }
    }
}

/// One visit of a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// What it is.
    pub kind: RegionKind,
    /// Where it begins.
    pub place: Place,
    /// Why no summary of an earlier visit was used, where there was one.
    pub refused: Option<&'static str>,
    /// Its highest points, over what it found at its entry.
    pub highest: Vec<String>,
}

/// What was visited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Visited {
    /// A region.
    Region(Region),
    /// A side of a branch that no run takes in its context.
    Side {
        /// The branch.
        place: Place,
        /// What would have to hold.
        condition: String,
    },
}

/// The words of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walk;

impl Words for Walk {
    type State = Visited;
    type Label = ();
    type Case = ();
    /// Symbols of a summary are cells by their access paths, in every visit.
    type Renaming = ();
    /// What excludes a side, over what the region found at its entry; empty where the
    /// region alone does.
    type Reason = String;
}

/// The visits of one entry, in their order.
pub type Visits = Graph<Walk>;
