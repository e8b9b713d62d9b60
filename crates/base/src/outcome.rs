//! The plain result of a run: one struct for the outcome, one for the
//! statistics. `report` and `--json` print these and nothing else.
//!
//! Source of the vocabulary: the verdicts and the three kinds of exactness
//! are those of README, "Verdicts".

use crate::StopReason;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What was found out about what was asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Verdict {
    /// A complete, exact exploration (or a proof) found no violation.
    Proved,
    /// No violation within an unwinding bound.
    ProvedUpTo { bound: u64 },
    /// There is an input that violates what was asked.
    Violated,
    /// A deductive proof failed.
    NotProved,
    /// Not conclusive.
    Unknown { reason: String },
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Verdict::Proved => f.write_str("proved"),
            Verdict::ProvedUpTo { bound } => write!(f, "proved up to {bound}"),
            Verdict::Violated => f.write_str("violated"),
            Verdict::NotProved => f.write_str("not proved"),
            Verdict::Unknown { reason } => write!(f, "unknown ({reason})"),
        }
    }
}

/// How a path or a result relates to the program's behaviours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Exactness {
    /// Behaviours were added (a havoc, a widened state).
    pub over: bool,
    /// Behaviours were left out (a concretised value, a bound).
    pub under: bool,
}

impl Exactness {
    /// Exactly the program's behaviours.
    pub const EXACT: Exactness = Exactness {
        over: false,
        under: false,
    };
    /// Neither added nor left out.
    pub fn is_exact(self) -> bool {
        !self.over && !self.under
    }
    /// Both facts of both.
    pub fn join(self, other: Exactness) -> Exactness {
        Exactness {
            over: self.over || other.over,
            under: self.under || other.under,
        }
    }
    /// One word (or two) for the summary.
    pub fn word(self) -> &'static str {
        match (self.over, self.under) {
            (false, false) => "exact",
            (true, false) => "over",
            (false, true) => "under",
            (true, true) => "over and under",
        }
    }
}

/// What is wrong at an error site. The word of each kind is stable: it is
/// the rule id in SARIF, the value of `--check` and of `// expect:` lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    OutOfBoundsRead,
    OutOfBoundsWrite,
    NullDereference,
    UseAfterFree,
    UseAfterReturn,
    DoubleFree,
    InvalidFree,
    Leak,
    /// Memory that is not freed when the program ends, whoever points to it.
    UnfreedMemory,
    UninitialisedRead,
    DivisionByZero,
    SignedOverflow,
    OversizedShift,
    ReachedUnreachable,
    AssertionFailure,
    Abort,
    WildCall,
    UnboundedRecursion,
    WildPointer,
    ReadOnlyWrite,
    InvalidArgument,
    FloatCastOverflow,
}

impl ErrorKind {
    /// All kinds, in the order of the documentation.
    pub const ALL: [ErrorKind; 22] = [
        ErrorKind::OutOfBoundsRead,
        ErrorKind::OutOfBoundsWrite,
        ErrorKind::NullDereference,
        ErrorKind::UseAfterFree,
        ErrorKind::UseAfterReturn,
        ErrorKind::DoubleFree,
        ErrorKind::InvalidFree,
        ErrorKind::Leak,
        ErrorKind::UnfreedMemory,
        ErrorKind::UninitialisedRead,
        ErrorKind::DivisionByZero,
        ErrorKind::SignedOverflow,
        ErrorKind::OversizedShift,
        ErrorKind::ReachedUnreachable,
        ErrorKind::AssertionFailure,
        ErrorKind::Abort,
        ErrorKind::WildCall,
        ErrorKind::UnboundedRecursion,
        ErrorKind::WildPointer,
        ErrorKind::ReadOnlyWrite,
        ErrorKind::InvalidArgument,
        ErrorKind::FloatCastOverflow,
    ];

    /// The stable word.
    pub fn word(self) -> &'static str {
        match self {
            ErrorKind::OutOfBoundsRead => "out-of-bounds-read",
            ErrorKind::OutOfBoundsWrite => "out-of-bounds-write",
            ErrorKind::NullDereference => "null-dereference",
            ErrorKind::UseAfterFree => "use-after-free",
            ErrorKind::UseAfterReturn => "use-after-return",
            ErrorKind::DoubleFree => "double-free",
            ErrorKind::InvalidFree => "invalid-free",
            ErrorKind::Leak => "leak",
            ErrorKind::UnfreedMemory => "unfreed-memory",
            ErrorKind::UninitialisedRead => "uninitialised-read",
            ErrorKind::DivisionByZero => "division-by-zero",
            ErrorKind::SignedOverflow => "signed-overflow",
            ErrorKind::OversizedShift => "oversized-shift",
            ErrorKind::ReachedUnreachable => "reached-unreachable",
            ErrorKind::AssertionFailure => "assertion-failure",
            ErrorKind::Abort => "abort",
            ErrorKind::WildCall => "wild-call",
            ErrorKind::UnboundedRecursion => "unbounded-recursion",
            ErrorKind::WildPointer => "wild-pointer",
            ErrorKind::ReadOnlyWrite => "read-only-write",
            ErrorKind::InvalidArgument => "invalid-argument",
            ErrorKind::FloatCastOverflow => "float-cast-overflow",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<ErrorKind> {
        Self::ALL.into_iter().find(|k| k.word() == word)
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A place in the user's source, resolved to text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// The file as the compiler named it.
    pub file: String,
    /// Line, from 1; 0 unknown.
    pub line: u32,
    /// Column, from 1; 0 unknown.
    pub column: u32,
    /// The function it lies in.
    pub function: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The C type of an input, as far as it is needed to print it as a literal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum InputType {
    /// An integer of `bits`.
    Int { bits: u32, signed: bool },
    /// `char`, printed as a character.
    Char,
    /// `_Bool`.
    Bool,
    /// IEEE float of `bits` (32 or 64).
    Float { bits: u32 },
    /// An address of `bits`.
    Pointer { bits: u32 },
    /// An array of `len` elements.
    Array { element: Box<InputType>, len: u64 },
    /// A structure or a union of `size` bytes, with the members of its source.
    Record { size: u64, fields: Vec<InputField> },
    /// Anything else: bytes.
    Bytes,
}

impl InputType {
    /// A number, a character, or an array of these: what C writes as a literal
    /// without knowing the types of the program.
    pub fn is_plain(&self) -> bool {
        match self {
            InputType::Array { element, .. } => element.is_plain(),
            InputType::Pointer { .. } | InputType::Record { .. } | InputType::Bytes => false,
            _ => true,
        }
    }
}

/// A member of an [`InputType::Record`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputField {
    /// As in the source; empty if it has none.
    pub name: String,
    /// Its first bit in the structure.
    pub bit_offset: u64,
    /// Less than its type has if it is a bit-field.
    pub bits: u64,
    #[serde(rename = "type")]
    pub ty: InputType,
}

/// Where an input comes from, for replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum InputSource {
    /// `klee_make_symbolic`, `ep_symbolic`: replayed in call order.
    MakeSymbolic,
    /// A `__VERIFIER_nondet_*` call: replayed in call order.
    Nondet { function: String },
    /// Parameter `index` of the entry function (a scalar).
    Parameter { index: u32 },
    /// The buffer that parameter `index` points to: object number `index` of
    /// the initial heap.
    Buffer { index: u32 },
    /// Another object of the initial heap, behind a pointer in an object or a
    /// pointer that a function returned. Pointers in it are null in `bytes`;
    /// what they point to is said by a `Pointer` each.
    Object { object: u32 },
    /// What a pointer of the initial heap points to: `targets[bytes[0]]`.
    Pointer {
        slot: PointerSlot,
        targets: Vec<PointerTarget>,
    },
    /// What the call number `call` of functions behind function pointers
    /// returned.
    Returned { call: u32 },
    /// Standard input.
    Stdin,
    /// `argv[index]`, without its terminating zero.
    Argument { index: u32 },
    /// The number of arguments of a group: those from `argv[first + value]` up
    /// to `argv[first + most - 1]` are not there.
    ArgumentCount { first: u32, most: u32 },
    /// The content of a file.
    File { name: String },
    /// A variable of the environment, without its name.
    Variable { name: String },
    /// What a read of the device register at this address gave (`--mmio`).
    Device { address: u64 },
    /// The value of a call to an unmodelled function (`--external havoc`).
    External { function: String },
    /// What a call of a function without a body wrote behind one of its pointer
    /// arguments (`--external havoc`). From the argument on, each number of `path`
    /// is added, and behind each but the last a pointer is read; there the bytes
    /// begin. `more` where another piece of the same argument follows.
    Outside { path: Vec<u64>, more: bool },
    /// The initial bytes of uninitialised memory.
    Uninitialised,
}

/// A place of the initial heap that holds a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PointerSlot {
    /// Parameter `index` of the entry function.
    Parameter { index: u32 },
    /// A byte offset in an object.
    Field { object: u32, offset: u64 },
    /// The result of a call of a function behind a pointer.
    Returned { call: u32 },
}

/// What a pointer of the initial heap points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PointerTarget {
    Null,
    /// The first byte of an object.
    Object {
        object: u32,
    },
    /// A function that returns what the inputs say: number `number` of those
    /// with the signature number `signature` of the entry.
    Function {
        signature: u32,
        number: u32,
    },
}

/// One input of a test case, in the order in which it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// The name in the source.
    pub name: String,
    /// The C type for printing.
    #[serde(rename = "type")]
    pub ty: InputType,
    /// Where it enters.
    pub source: InputSource,
    /// Its bytes in memory order.
    pub bytes: Vec<u8>,
}

impl Input {
    /// What the pointer points to, if this says what a pointer points to.
    pub fn target(&self) -> Option<PointerTarget> {
        match &self.source {
            InputSource::Pointer { targets, .. } => {
                let chosen = self.bytes.first().copied().unwrap_or(0);
                // A number beyond the list is excluded by the path condition.
                targets.get(usize::from(chosen)).copied()
            }
            _ => None,
        }
    }
}

/// What the native run said about a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Confirmation {
    /// The native run showed the bug; the text is what it said.
    Confirmed { by: String, message: String },
    /// The native run did not show it, or could not be made; why.
    NotConfirmed { reason: String },
    /// No native run was asked for.
    NotTried,
}

/// A violation with the input that triggers it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bug {
    /// What is wrong.
    pub kind: ErrorKind,
    /// One sentence with the details (sizes, offsets, the failed expression).
    pub message: String,
    /// The site.
    pub place: Place,
    /// Call stack, innermost first; its first entry is the site.
    pub stack: Vec<Place>,
    /// The input that triggers it.
    pub inputs: Vec<Input>,
    /// How exact the path was.
    pub exactness: Exactness,
    /// How often this site was reached with distinct path conditions.
    pub paths: u64,
    /// The result of the native run.
    pub confirmation: Confirmation,
    /// The stem of its test files (`test000001`).
    pub test: String,
}

impl Bug {
    /// Some run of the program has it: its path is exact, or a native run
    /// showed it.
    pub fn is_certain(&self) -> bool {
        self.exactness.is_exact() || matches!(self.confirmation, Confirmation::Confirmed { .. })
    }
}

/// How a path ended. One named way for every way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PathEnd {
    /// The entry returned or `exit` was called with this status, if concrete.
    Exit { status: Option<u64> },
    /// The path ends at a violation.
    Error { error: ErrorKind },
    /// The program asked to end the path without a finding.
    Silent,
    /// An assumption does not hold on any input that gets here.
    Infeasible,
    /// The state is one that an earlier path was in: what follows was followed there.
    Repeated,
    /// A limit on depth ended it.
    Depth,
    /// A construct that is not modelled; `what` names it.
    Unsupported { what: String },
    /// The solver did not answer.
    SolverUnknown { reason: String },
    /// A defect of Everypath on this path only.
    Defect { what: String },
}

/// One explored path as a test case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestCase {
    /// Its number, from 1.
    pub id: u64,
    /// How it ended.
    pub end: PathEnd,
    /// Where it ended.
    pub place: Place,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// What an entry function left behind when it returned, where that is
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<LeftBehind>,
    /// An entry function did not return: the program ended within it.
    #[serde(default)]
    pub left_early: bool,
}

/// What an entry function left behind: all that is known for sure.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LeftBehind {
    /// Its result: values by their offset in it; what is not listed is not
    /// known.
    pub result: Vec<(u64, LeftValue)>,
    /// Objects of the initial heap that are still there.
    pub objects: Vec<LeftObject>,
}

/// The content of an object of the initial heap after the call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeftObject {
    pub object: u32,
    /// Values by their offset; what is not listed is not known.
    pub values: Vec<(u64, LeftValue)>,
}

/// A value after the call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LeftValue {
    Bytes {
        bytes: Vec<u8>,
    },
    /// An address in an object of the initial heap.
    Address {
        object: u32,
        offset: i64,
    },
}

/// An outcome that is not a finding but keeps the run from being complete.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Incomplete {
    /// What was not modelled, not answered or cut.
    pub what: String,
    /// Where.
    pub place: Place,
}

/// Counts of a run. Times are microseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    pub paths_complete: u64,
    pub paths_error: u64,
    pub paths_incomplete: u64,
    /// Paths that ended at an assumption which no input there satisfies.
    #[serde(default)]
    pub paths_assumed_away: u64,
    /// Paths that ended where an earlier path was in the same state.
    #[serde(default)]
    pub paths_repeated: u64,
    pub states_waiting: u64,
    pub states_spilled: u64,
    pub max_states: u64,
    pub forks: u64,
    /// States that were merged with another.
    #[serde(default)]
    pub merges: u64,
    pub llvm_instructions: u64,
    pub queries: u64,
    pub query_trivial: u64,
    pub query_model_hits: u64,
    pub query_domain_hits: u64,
    pub query_cache_hits: u64,
    /// How many questions each stage of the solver answered, by its name; the
    /// stages that answered none are left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub query_stages: BTreeMap<Cow<'static, str>, u64>,
    pub solver_calls: u64,
    pub solver_unknown: u64,
    /// Answers that `--cross-check` compared.
    #[serde(default)]
    pub cross_checked: u64,
    pub terms: u64,
    pub time_clang_us: u64,
    pub time_explore_us: u64,
    pub time_solver_us: u64,
    pub time_native_us: u64,
    pub cpu_explore_us: u64,
    pub lines_covered: u64,
    pub lines_total: u64,
    pub blocks_covered: u64,
    pub blocks_total: u64,
    #[serde(default)]
    pub branches_covered: u64,
    #[serde(default)]
    pub branches_total: u64,
    /// Workers of the run.
    #[serde(default)]
    pub workers: u64,
    /// States that went from one worker to another.
    #[serde(default)]
    pub states_moved: u64,
    /// Bytes that a waiting state took at the end, ready to run; 0 if none
    /// waited.
    #[serde(default)]
    pub bytes_per_state: u64,
    /// The same for a state that waits as its decisions.
    #[serde(default)]
    pub bytes_per_log: u64,
    /// Test cases that were written.
    #[serde(default)]
    pub tests: u64,
}

impl Statistics {
    /// Adds the counts of another worker, or of an earlier part of the run.
    /// Totals of the program's source stay as they are.
    pub fn add(&mut self, o: &Statistics) {
        self.paths_complete += o.paths_complete;
        self.paths_error += o.paths_error;
        self.paths_incomplete += o.paths_incomplete;
        self.paths_assumed_away += o.paths_assumed_away;
        self.paths_repeated += o.paths_repeated;
        self.states_waiting += o.states_waiting;
        self.states_spilled += o.states_spilled;
        self.max_states += o.max_states;
        self.forks += o.forks;
        self.llvm_instructions += o.llvm_instructions;
        self.queries += o.queries;
        self.query_trivial += o.query_trivial;
        self.query_model_hits += o.query_model_hits;
        self.query_domain_hits += o.query_domain_hits;
        self.query_cache_hits += o.query_cache_hits;
        for (stage, n) in &o.query_stages {
            *self.query_stages.entry(stage.clone()).or_default() += n;
        }
        self.solver_calls += o.solver_calls;
        self.solver_unknown += o.solver_unknown;
        self.cross_checked += o.cross_checked;
        self.terms += o.terms;
        self.time_clang_us += o.time_clang_us;
        self.time_explore_us += o.time_explore_us;
        self.time_solver_us += o.time_solver_us;
        self.time_native_us += o.time_native_us;
        self.cpu_explore_us += o.cpu_explore_us;
        self.states_moved += o.states_moved;
        self.merges += o.merges;
        self.tests += o.tests;
    }
}

/// The result of one run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// How exact the exploration was as a whole.
    pub exactness: Exactness,
    /// What was assumed, one sentence each.
    pub assumptions: Vec<String>,
    /// The findings, one per site.
    pub bugs: Vec<Bug>,
    /// What kept the run from being complete, with counts.
    pub incomplete: Vec<(Incomplete, u64)>,
    /// Counts.
    pub statistics: Statistics,
    /// Covered lines per file.
    pub coverage: BTreeMap<String, FileCoverage>,
    /// What these lines are.
    #[serde(default, rename = "coverage_by")]
    pub counted: CountedBy,
    /// The coverage of the tests in native runs, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
    /// Why the run ended before everything was looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
    /// What the program reads of its surroundings and was not given, with the
    /// flag that gives it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}

/// Coverage measured by replaying tests natively.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// How many tests were replayed.
    pub tests: u64,
    /// What they covered, per file.
    pub files: BTreeMap<String, FileCoverage>,
}

/// What lines and branches are counted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CountedBy {
    /// Positions of instructions, of what paths came to.
    #[default]
    Positions,
    /// Regions of the source as clang's coverage has them, of what the kept
    /// tests execute.
    Regions,
}

/// Line coverage of one source file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FileCoverage {
    /// Lines with code that were executed symbolically.
    pub covered: Vec<u32>,
    /// Lines with code that were not.
    pub missed: Vec<u32>,
    /// Lines with branches.
    #[serde(default)]
    pub branches: Vec<BranchCoverage>,
}

/// The branches of one line: each side of a condition and each target of a
/// switch counts as one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BranchCoverage {
    /// The line, from 1.
    pub line: u32,
    /// Those that were taken.
    pub taken: u32,
    /// All of them.
    pub total: u32,
}
