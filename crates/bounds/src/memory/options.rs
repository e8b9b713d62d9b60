//! What a heap analysis is told, and what it tells on its way.

use super::interrupts::Handler;
use super::summary::Parts;
use ep_base::memory::{Allocator, Work};
use ep_base::Budget;
use ep_ir::FuncId;
pub use ep_machine::memory::ledger::Realloc;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How to analyse.
#[derive(Clone, Debug)]
pub struct Options {
    /// The entry, what its pointers lead to, standard input, files, functions
    /// without a body: as for `test`. What it searches for is not used.
    pub explore: ep_explore::Options,
    /// What `realloc` does to the sum.
    pub realloc: Realloc,
    /// What a block takes.
    pub allocator: Allocator,
    /// Functions that may run at any time.
    pub handlers: Vec<Handler>,
    /// Functions that may be started as threads.
    pub threads: Vec<FuncId>,
    /// The entry is the start of a thread: what may have run before or beside
    /// it, so that memory need not hold what it holds when the program begins.
    pub beside: Option<Vec<FuncId>>,
    /// Functions without a body of which the user says what they take, and so
    /// that they do nothing to the program's blocks.
    pub told: BTreeSet<String>,
    /// All others without a body are taken for such functions.
    pub missing_are_told: bool,
    /// How often functions are active at one time, as the user says.
    pub depths: BTreeMap<String, u64>,
    /// What memory holds is not known at some places: only the shape of the
    /// program counts, for this reason.
    pub by_shape_alone: Option<&'static str>,
    /// A function without a source is given pointers or returns one: it may move them.
    pub moved_unseen: bool,
    /// What memory does not depend on may hold anything at any time, so that it is
    /// never followed: a path that reads it could end where no run does.
    pub slice_alone: bool,
    /// It was said that arguments of `main` may be any: where there is no time for the
    /// copy that has them so there is no bound.
    pub any_arguments: bool,
    /// The program's input and arguments are what they can be already: it is a copy in
    /// which they may be any.
    pub played: bool,
    /// Reuses are replaced by exploring for a sample, and the slice is
    /// compared with the whole program.
    pub cross_check: bool,
    /// Limits and cancellation.
    pub budget: Budget,
    /// Paths that are followed one by one before states are merged.
    pub single_paths: u64,
    /// States are merged where ways come together when there are more paths
    /// than `single_paths`.
    pub merge: bool,
    /// Merging has this part of the time that is left (8: an eighth) before
    /// paths have a turn.
    pub first_merging: u32,
    /// Where there are too many paths, what memory does not depend on is cut
    /// out.
    pub slice: bool,
    /// Paths of the whole program that are followed before that.
    pub whole_paths: u64,
    /// The shape of the program is looked at first.
    pub by_shape: bool,
    /// How long paths are explored where the shape of the program has given a
    /// bound already.
    pub beside_shape: Duration,
    /// The same where that bound is a number.
    pub beside_number: Duration,
    /// A path that reaches this ends the exploration: no run needs more.
    pub enough: Option<BigInt>,
    /// Which parts of the algorithm with summaries are used where there are too
    /// many paths.
    pub summaries: Parts,
    /// How many workers this entry has: with two, summaries are walked while
    /// states are merged and paths followed.
    pub workers: u32,
    /// Bytes that a witness may allocate; a symbolic bound is reached by an
    /// input within it.
    pub witness_bytes: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            explore: ep_explore::Options::default(),
            realloc: Realloc::default(),
            allocator: Allocator::default(),
            handlers: Vec::new(),
            threads: Vec::new(),
            beside: None,
            told: BTreeSet::new(),
            missing_are_told: false,
            depths: BTreeMap::new(),
            by_shape_alone: None,
            moved_unseen: false,
            slice_alone: false,
            any_arguments: false,
            played: false,
            cross_check: false,
            budget: Budget::default(),
            single_paths: 1_000,
            merge: true,
            first_merging: 8,
            slice: true,
            whole_paths: 1_000,
            by_shape: true,
            beside_shape: Duration::from_secs(5),
            beside_number: Duration::from_secs(5),
            enough: None,
            summaries: Parts::default(),
            workers: 1,
            witness_bytes: 1 << 20,
        }
    }
}

/// What the analysis tells on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Another way of exploring begins, in a word.
    Stage(&'static str),
    /// So far: what it took, and the highest number of bytes that a path
    /// reached with an input that is at hand: it is kept for what is told.
    Progress { work: Work, highest: BigInt },
    /// No run needs more than this, whatever is found from here on.
    Bound(String),
    /// Why the bound can be above what any run needs.
    Coarse(String),
}
