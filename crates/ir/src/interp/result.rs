//! What a run is asked for and what it says.

use crate::{FuncId, LocId, Module};
use ep_base::outcome::{ErrorKind, PathEnd, Place};
use ep_base::Cancel;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct InterpConfig {
    /// Executed LLVM instructions before [`End::StepLimit`].
    pub max_instructions: u64,
    /// Bytes of stack (locals plus 48 per call) before unbounded recursion
    /// is reported. The usual limit of a Linux process is 8 MiB.
    pub max_stack: u64,
    /// Nested calls before unbounded recursion is reported.
    pub max_depth: usize,
    /// Report heap objects that nothing points to at exit.
    pub check_leaks: bool,
    /// Program arguments, `argv[1]` first.
    pub args: Vec<Vec<u8>>,
    /// `argv[0]`.
    pub program: Vec<u8>,
    /// Bytes kept of each output stream; more is dropped.
    pub max_output: usize,
    /// Ends the run from outside with [`End::StepLimit`].
    pub cancel: Cancel,
    /// How many changes of the heap are kept, from the first on.
    pub course: usize,
}

impl Default for InterpConfig {
    fn default() -> Self {
        InterpConfig {
            max_instructions: 10_000_000_000,
            max_stack: 8 << 20,
            max_depth: 100_000,
            check_leaks: false,
            args: Vec::new(),
            program: b"program".to_vec(),
            max_output: 64 << 20,
            cancel: Cancel::new(),
            course: 0,
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The entry returned or `exit` was called. The status is the returned
    /// integer (0 when nothing is returned), `None` when it is undefined or
    /// not an integer.
    Exit { status: Option<u64> },
    /// A violation.
    Error { kind: ErrorKind },
    /// `klee_silent_exit`.
    Silent,
    /// An assumption of the program is false.
    Infeasible,
    /// A construct that is not modelled.
    Unsupported { what: String },
    /// `max_instructions` or a cancellation.
    StepLimit,
}

impl End {
    /// The same in the vocabulary of results.
    pub fn path_end(&self) -> PathEnd {
        match self {
            End::Exit { status } => PathEnd::Exit { status: *status },
            End::Error { kind } => PathEnd::Error { error: *kind },
            End::Silent => PathEnd::Silent,
            End::Infeasible => PathEnd::Infeasible,
            End::Unsupported { what } => PathEnd::Unsupported { what: what.clone() },
            End::StepLimit => PathEnd::Depth,
        }
    }
}

/// A function on the call stack and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackEntry {
    pub func: FuncId,
    pub loc: LocId,
}

/// A place at which blocks of the heap came or went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapStep {
    /// Where: of calls that models of the library make, the model's own caller.
    pub at: StackEntry,
    /// The most bytes that lived from there on: a block that moves lives twice.
    pub high: u64,
    /// Bytes that live afterwards.
    pub live: u64,
}

/// What a run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// One sentence with details of an error, else empty.
    pub message: String,
    /// Where it ended; for a leak, where the object was allocated.
    pub loc: LocId,
    /// Call stack, innermost first.
    pub stack: Vec<StackEntry>,
    /// Written to descriptor 1.
    pub stdout: Vec<u8>,
    /// Written to descriptor 2.
    pub stderr: Vec<u8>,
    /// The weights of the executed instructions.
    pub llvm_instructions: u64,
    /// What calls of `everypath.charge` added to them.
    pub charged: u64,
    /// The most bytes that were allocated on the heap at one time.
    pub heap_high_water: u64,
    /// Its changes, as many as were asked for.
    pub course: Vec<HeapStep>,
    /// The most bytes of stack in use (as `max_stack` counts them).
    pub stack_high_water: u64,
    /// The weights of the executed instructions of each function, by its id.
    pub by_function: Vec<u64>,
}

impl Outcome {
    /// The place where the run ended, as text.
    pub fn place(&self, module: &Module) -> Place {
        let function = self
            .stack
            .first()
            .and_then(|s| module.functions.get(s.func));
        let mut place = Place {
            function: function.map(|f| f.name.clone()).unwrap_or_default(),
            ..Place::default()
        };
        if let Some(p) = module.locs.get(self.loc) {
            place.file = module.files.get(p.file).cloned().unwrap_or_default();
            place.line = p.line;
            place.column = p.column;
        }
        place
    }
}
