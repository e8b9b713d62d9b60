//! What candidates for invariants speak of, and which are tried, as plain data.
//!
//! The engines that guess, check and select them ([`super::houdini`],
//! [`super::arrays`], [`super::fewest`]) and the run that carries them from one
//! attempt to the next share these types and nothing else. Cost: none.

use super::algebra::Equality;
use ep_ir::FuncId;
use ep_machine::value::ObjectId;
use ep_term::{TermId, VarId};
use rustc_hash::FxHashMap;

/// A place that a round changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Cell {
    Register(u32),
    /// A register of a caller: activations above it, register.
    Caller(u32, u32),
    /// Object, offset, bytes.
    Bytes(ObjectId, u32, u32),
    /// A local whose scope lies in the loop.
    Scope(ObjectId),
    /// All of an object that is written at offsets that are not known.
    Array(ObjectId),
}

/// A value that changes.
pub(super) struct Item {
    pub cell: Cell,
    /// The arbitrary value, a variable.
    pub var: TermId,
    /// The value at the loop's start.
    pub entry: TermId,
    pub width: u32,
    /// It has a name in the source.
    pub source: bool,
}

/// A candidate.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// What is to be shown.
    pub term: TermId,
    /// What may be assumed before a round: the same, or instances of it.
    pub assume: TermId,
    /// It speaks of named variables only.
    pub told: bool,
    /// The claim about all elements of an array that it is.
    pub fact: Option<u32>,
}

impl Candidate {
    pub(super) fn new(term: TermId, told: bool) -> Candidate {
        Candidate {
            term,
            assume: term,
            told,
            fact: None,
        }
    }
}

/// Which templates have instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Templates {
    /// Bounds, order, equal steps.
    #[default]
    Plain,
    /// Equalities of polynomials too.
    Polynomial,
    /// Remainders and factors too.
    Rich,
    /// And what holds in one case: `state == 2 => x >= 1`.
    Cases,
}

impl Templates {
    pub(super) fn rich(self) -> bool {
        !matches!(self, Templates::Plain | Templates::Polynomial)
    }
}

/// What is tried for arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Sweep {
    /// Element by element, as any memory.
    #[default]
    No,
    /// The same, unless a loop sweeps an array: then the attempt is given up.
    Look,
    /// What the rounds wrote, and that they did.
    Written,
    /// Order with constants and with other values too.
    Properties,
}

/// A loop in its function, and which of the states at its head it was.
pub(super) type Head = (FuncId, u32, u32);

/// The invariants of one state at a loop's head.
pub(super) struct Found {
    pub head: Head,
    pub items: Vec<(Cell, TermId)>,
    pub list: Vec<Candidate>,
    pub equalities: Vec<Equality>,
}

/// What an attempt uses and leaves.
#[derive(Default)]
pub(super) struct Selection {
    /// Invariants of the last attempt.
    pub found: Vec<Found>,
    /// The only candidates, by the place in `found` of the proof.
    pub given: Option<(Vec<Found>, Vec<bool>)>,
    /// The only equalities at the head that is looked at.
    pub equalities: Option<Vec<Equality>>,
    /// Heads that were met in this attempt.
    pub met: FxHashMap<(FuncId, u32), u32>,
    /// The variables of the proof, as they are in this attempt.
    pub renamed: FxHashMap<VarId, TermId>,
}

impl Found {
    pub fn len(&self) -> usize {
        self.list.len() + self.equalities.len()
    }
}

impl Selection {
    /// A new attempt begins.
    pub fn begin(&mut self) {
        self.found.clear();
        self.met.clear();
        self.renamed.clear();
    }
}
