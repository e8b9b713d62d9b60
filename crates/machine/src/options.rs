//! The options of an exploration: one struct, given once.

use ep_base::outcome::ErrorKind;
use ep_smt::SmtOptions;

/// A set of [`ErrorKind`]s that are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSet(u32);

impl CheckSet {
    /// Nothing is checked.
    pub const NONE: CheckSet = CheckSet(0);

    /// Everything but what is on request only (leaks, memory that is not freed).
    pub fn default_set() -> Self {
        let mut s = CheckSet::NONE;
        for k in ErrorKind::ALL {
            s = s.with(k, !matches!(k, ErrorKind::Leak | ErrorKind::UnfreedMemory));
        }
        s
    }

    /// Everything but memory that is not freed at the end, which is no error
    /// unless someone asks for it.
    pub fn all() -> Self {
        ErrorKind::ALL
            .iter()
            .fold(CheckSet::NONE, |s, k| s.with(*k, true))
            .with(ErrorKind::UnfreedMemory, false)
    }

    /// Whether it matters at the end which blocks live.
    pub fn blocks(self) -> bool {
        self.has(ErrorKind::Leak) || self.has(ErrorKind::UnfreedMemory)
    }

    /// The set with `kind` added or removed.
    #[must_use]
    pub fn with(self, kind: ErrorKind, on: bool) -> Self {
        let bit = 1u32 << (kind as u32);
        CheckSet(if on { self.0 | bit } else { self.0 & !bit })
    }

    /// The same where `really`.
    #[must_use]
    pub fn with_if(self, kind: ErrorKind, on: bool, really: bool) -> Self {
        match really {
            true => self.with(kind, on),
            false => self,
        }
    }

    /// Whether `kind` is checked.
    #[inline]
    pub fn has(self, kind: ErrorKind) -> bool {
        self.0 & (1 << (kind as u32)) != 0
    }
}

/// In which order waiting states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchKind {
    /// Depth first: the newest state.
    Dfs,
    /// Breadth first: the oldest state.
    Bfs,
    /// A random walk down the tree: states weigh 2^-depth.
    RandomPath,
    /// The state that is closest to uncovered code.
    Coverage,
    /// Depth first, coverage and random path in turns.
    Interleaved,
}

/// How a gap ends that is a call to a function which is not there; it begins
/// with its name, as code.
pub const NO_BODY: &str = ", which has neither body nor model";

/// What a call to a function without body or model does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum External {
    /// The path ends there, classified.
    Stop,
    /// The result is arbitrary, and so is what its pointers lead to; other memory
    /// is assumed untouched: behaviours are both added and left out.
    Havoc,
    /// Arguments get one value each, the result is zero; recorded, `under`.
    Concrete,
}

/// How integers are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arith {
    /// As the machine does.
    Bits,
    /// As mathematical integers, as document 003 does on pages 8-61.
    Math,
}

/// Bytes of a file, a variable or an argument of an environment that is not
/// closed.
pub const OPEN_BYTES: u64 = 8;

/// One element of `--args`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgSpec {
    /// A given string.
    Concrete(Vec<u8>),
    /// Up to `len` arbitrary bytes, zero terminated.
    Symbolic { len: u32 },
    /// From `least` to `most` arguments of up to `len` arbitrary bytes.
    Group { least: u32, most: u32, len: u32 },
}

impl ArgSpec {
    /// The most elements of `argv` that it stands for.
    pub fn slots(&self) -> u32 {
        match self {
            ArgSpec::Concrete(_) | ArgSpec::Symbolic { .. } => 1,
            ArgSpec::Group { most, .. } => *most,
        }
    }
}

/// What a file or a variable holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    Concrete(Vec<u8>),
    /// That many arbitrary bytes.
    Symbolic(u64),
}

/// A file that the program finds (`--file`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenFile {
    pub name: String,
    pub content: Content,
}

/// A variable of the environment (`--env`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub value: Content,
}

/// Addresses of a device (`--mmio`): each read gives any value, writes are
/// taken and forgotten.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Device {
    pub base: u64,
    /// Bytes.
    pub size: u64,
}

/// Where the exploration starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// `main`, with its arguments after the program name.
    Main { args: Vec<ArgSpec> },
    /// Another function; its parameters become symbolic, and so does what they
    /// point to.
    Function { name: String, heap: HeapLimits },
}

/// What the pointers of an entry function can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeapLimits {
    /// Elements behind a pointer to what holds no pointers itself.
    pub buffer: u64,
    /// Nobody said so: callers may give more, and a run that goes on behind them
    /// is not one that C leaves undefined.
    pub open: bool,
    /// Parameters can be null.
    pub null: bool,
    /// Pointers can lead to what another pointer to the same type leads to.
    pub alias: bool,
    /// Pointers to `char` lead to strings: the last element is 0.
    pub strings: bool,
    /// Pointers in a row, the parameter included, that lead to an object.
    pub depth: u32,
    /// Parameters at the end that are variable arguments.
    pub variable: u32,
}

impl Default for HeapLimits {
    fn default() -> Self {
        HeapLimits {
            buffer: 8,
            open: false,
            null: false,
            alias: false,
            strings: false,
            depth: 3,
            variable: 0,
        }
    }
}

/// A pointer parameter of an entry and the one that says to how many elements it
/// points, by their names in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizedPair {
    pub data: String,
    pub size: String,
}

/// Which buffers of an entry are tied to a parameter that says their size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Sizes {
    /// None.
    #[default]
    Apart,
    /// That of the entry of fuzzers, as every fuzzer calls it.
    Libfuzzer,
    /// These.
    Pairs(Vec<SizedPair>),
}

impl From<Vec<SizedPair>> for Sizes {
    /// What a user asked for.
    fn from(pairs: Vec<SizedPair>) -> Sizes {
        match pairs.is_empty() {
            true => Sizes::Libfuzzer,
            false => Sizes::Pairs(pairs),
        }
    }
}

/// Everything that a run can be told.
#[derive(Clone, Debug)]
pub struct Options {
    pub entry: Entry,
    /// Buffers of the entry whose sizes are parameters.
    pub sized: Sizes,
    pub checks: CheckSet,
    pub search: SearchKind,
    /// Symbolic bytes of standard input; `None` is an empty input.
    pub stdin: Option<u64>,
    /// The files that the program finds.
    pub files: Vec<GivenFile>,
    /// The environment.
    pub environment: Vec<Variable>,
    /// What is not given is not there (no arguments, an empty standard input,
    /// no files, a fixed clock), also for a proof.
    pub closed: bool,
    pub external: External,
    pub arith: Arith,
    /// `malloc` may return null.
    pub malloc_may_fail: bool,
    /// It never does, for no size. What has no room ends its path, unsupported.
    pub malloc_never_fails: bool,
    /// Calls of the system that may fail on a path.
    pub max_failures: u32,
    /// What is not initialised holds any value, and a read of it is no error.
    pub uninit_input: bool,
    /// A shift by too much gives any value and is no error. Counts only beside
    /// `uninit_input`: the value is one that nobody wrote.
    pub any_shift: bool,
    /// How the program is read where the language leaves it open, one sentence
    /// each: assumptions of every verdict.
    pub chosen: Vec<String>,
    /// The arguments are those of `main` in an environment that is not closed.
    pub open_arguments: bool,
    /// Devices at fixed addresses, in order and apart.
    pub devices: Vec<Device>,
    /// Constants that are `volatile` are devices too; else they hold their
    /// initializers.
    pub volatile_constants: bool,
    /// Forks on one path.
    pub max_depth: Option<u64>,
    /// Bytes of the native stack that a path may use before its recursion is
    /// called unbounded.
    pub stack_bytes: u64,
    /// Waiting states kept ready to run; more are kept as their decisions
    /// only, which is small, and rebuilt when their turn comes.
    pub max_ready: Option<usize>,
    /// Ready states from which on those that are added are packed: what waits
    /// in a short list runs soon.
    pub pack_from: usize,
    /// Every path becomes a test, not only those that cover something new.
    pub all_tests: bool,
    /// Stop at the first violation.
    pub first_bug: bool,
    /// Record the execution tree (`--tree`).
    pub tree: bool,
    /// States that come together become one where that pays. Only with one
    /// worker and without a journal: a merged state has no one log of
    /// decisions.
    pub merge: bool,
    /// A path ends where it comes to a state that was met before, at heads of loops that
    /// may read an input. What follows is the same, but that it ends is not shown by it.
    pub subsumption: bool,
    pub smt: SmtOptions,
    /// Seed of the random searchers.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            entry: Entry::Main { args: Vec::new() },
            sized: Sizes::Apart,
            checks: CheckSet::default_set(),
            search: SearchKind::Interleaved,
            stdin: None,
            files: Vec::new(),
            environment: Vec::new(),
            closed: true,
            uninit_input: false,
            any_shift: false,
            open_arguments: false,
            chosen: Vec::new(),
            external: External::Stop,
            arith: Arith::Bits,
            malloc_may_fail: false,
            malloc_never_fails: false,
            max_failures: 0,
            devices: Vec::new(),
            volatile_constants: false,
            max_depth: None,
            stack_bytes: 8 << 20,
            max_ready: None,
            pack_from: 512,
            all_tests: false,
            first_bug: false,
            tree: false,
            merge: false,
            subsumption: false,
            smt: SmtOptions::default(),
            seed: 1,
        }
    }
}
