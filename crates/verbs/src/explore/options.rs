//! What `everypath test` is asked; `check`, `memory` and `time` read programs by it.

use crate::gate::GateOptions;
use crate::given::GivenOptions;
use crate::isolation::Isolation;
use crate::program::database::Database;
use crate::uninit::Uninit;
use ep_base::Diagnostic;
use ep_explore::CheckSet;
pub use ep_explore::{SizedPair, Sizes};
use ep_proofs::words::Words;
use std::path::PathBuf;
use std::time::Duration;
/// `everypath test`.
#[derive(Clone, Debug)]
pub struct TestOptions {
    /// C sources, bitcode (.bc) or LLVM assembly (.ll); several are linked
    pub files: Vec<PathBuf>,
    /// Take the flags of each file from DIR/compile_commands.json
    pub database: Database,
    /// Flags for clang
    pub clang_flags: Vec<String>,

    /// The function where exploration starts; its parameters become symbolic
    pub entry: String,
    /// Elements of the buffer behind each pointer parameter of the entry
    pub buffer: u64,
    /// Pointer parameters of the entry whose number of elements is another parameter
    pub sized: Sizes,
    /// Pointer parameters of the entry can be null
    pub may_be_null: bool,
    /// Pointers of the entry to one type can lead to one object
    pub may_alias: bool,
    /// Pointers of the entry to char or signed char lead to strings: the last element is 0
    pub strings: bool,
    /// Pointers in a row, from a parameter of the entry on, that lead to an object
    pub pointer_depth: u32,
    /// Types of the variable arguments that the entry is called with: 'int, double, char *'
    pub varargs: Option<String>,
    /// Bytes of symbolic standard input
    pub stdin: Option<u64>,
    /// What the program is given from outside.
    pub given: GivenOptions,
    /// What a call to a function without body or model does
    pub external: External,
    /// malloc and its like may return null
    pub malloc_may_fail: bool,
    /// They never do, whatever the size
    pub malloc_never_fails: bool,
    /// Calls of open, read, write and close that may fail on a path, with EIO
    pub max_fail: u32,
    /// A device at these addresses: each read gives any value (0x40011000:0x400)
    pub mmio: Vec<ep_explore::Device>,
    /// Compile for 32 bits (also written -m32)
    pub m32: bool,
    /// The clang 19 to compile with
    pub clang: Option<PathBuf>,

    /// What is checked: words between commas, all, none, default, -WORD to leave one out
    pub check: Option<CheckSet>,
    /// What is not initialised: an error where it decides something, or any value (also where --check leaves uninitialised-read out)
    pub uninit: Uninit,
    /// Signed arithmetic that overflows: an error, or it wraps around (also where --check leaves signed-overflow out)
    pub overflow: Overflow,
    /// In which order waiting states are explored
    pub search: Search,
    /// Integers as the machine has them, or mathematical ones
    pub arith: Arith,
    /// Seed of the random searchers
    pub seed: u64,
    /// Bytes of stack before a recursion counts as unbounded
    pub stack_size: u64,
    /// Stop at the first violation
    pub first_bug: bool,
    /// Workers that explore at the same time
    pub jobs: u32,
    /// States that come together become one where that pays
    pub merge: bool,
    /// A path ends where it comes to a state that an earlier path was in
    pub subsumption: bool,
    /// Write every query of the solver to this folder as SMT-LIB
    pub log_smt: Option<PathBuf>,
    /// Answer every query with both solvers and fail when they differ
    pub cross_check: bool,

    /// Time for the whole run: 30, 30s, 2m
    pub timeout: Option<Duration>,
    /// How often the usual work a question to the solver may take
    pub solver_limit: u32,
    /// Memory for the whole run: 512M, 2G
    pub max_memory: u64,
    /// Paths to complete
    pub max_paths: Option<u64>,
    /// Forks on one path
    pub max_depth: Option<u64>,
    /// LLVM instructions to execute
    pub max_instructions: Option<u64>,

    /// The folder for results; must be new or empty [default: everypath-out/<file>-<number>]
    pub out: Option<PathBuf>,
    /// Keep a test for every path, not only for those that cover something new
    pub all_tests: bool,
    /// Formats of the tests
    pub test_format: Vec<TestFormat>,
    /// Replay the kept tests natively and measure the lines and branches that they cover
    pub coverage: bool,
    /// Do not run anything natively: bugs stay unconfirmed
    pub no_native: bool,
    /// What native runs may do.
    pub isolation: Isolation,
    /// Write the symbolic execution tree; .html is a page to look at
    pub tree: Option<PathBuf>,
    /// Write a page with everything (summary, findings, source, tree) to DIR/index.html
    pub html: Option<PathBuf>,
    /// Which findings fail the run, and its reports.
    pub gate: GateOptions,
    /// Print one JSON object instead of the summary
    pub json: bool,
    /// Print nothing but errors
    pub quiet: bool,
}

impl TestOptions {
    /// The options with what the database says of their files.
    ///
    /// # Errors
    /// It cannot be read, or a file is not in it (exit 2).
    pub fn with_database(&self) -> Result<TestOptions, Diagnostic> {
        let mut out = self.clone();
        out.database.take(&mut out.files)?;
        Ok(out)
    }
}

impl Default for TestOptions {
    /// What the command line has without any flag.
    fn default() -> TestOptions {
        TestOptions {
            files: Vec::new(),
            database: Database::default(),
            clang_flags: Vec::new(),
            entry: "main".into(),
            buffer: 8,
            sized: Sizes::Libfuzzer,
            may_be_null: false,
            may_alias: false,
            strings: false,
            pointer_depth: 3,
            varargs: None,
            stdin: None,
            given: GivenOptions::default(),
            external: External::Stop,
            malloc_may_fail: false,
            malloc_never_fails: false,
            max_fail: 0,
            mmio: Vec::new(),
            m32: false,
            clang: None,
            check: None,
            uninit: Uninit::Error,
            overflow: Overflow::Error,
            search: Search::Interleaved,
            arith: Arith::Bits,
            seed: 1,
            stack_size: 8 << 20,
            first_bug: false,
            jobs: 1,
            merge: false,
            subsumption: true,
            log_smt: None,
            cross_check: false,
            timeout: None,
            solver_limit: 1,
            max_memory: 4 << 30,
            max_paths: None,
            max_depth: None,
            max_instructions: None,
            out: None,
            all_tests: false,
            test_format: vec![TestFormat::Ktest, TestFormat::Xml, TestFormat::Raw],
            coverage: false,
            no_native: false,
            isolation: Isolation::default(),
            tree: None,
            html: None,
            gate: GateOptions::default(),
            json: false,
            quiet: false,
        }
    }
}

/// `data:size`, of `--sized`.
///
/// # Errors
/// There are not two names.
pub fn sized(text: &str) -> Result<SizedPair, String> {
    let name = |n: &str| {
        let mut all = n.chars();
        all.next().is_some_and(|c| c.is_alphabetic() || c == '_')
            && all.all(|c| c.is_alphanumeric() || c == '_')
    };
    match text.split_once(':') {
        Some((data, size)) if name(data) && name(size) && data != size => Ok(SizedPair {
            data: data.to_string(),
            size: size.to_string(),
        }),
        _ => Err("the names of a buffer and of its size are expected: data:size".into()),
    }
}

/// `--search`: which waiting state goes on next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Depth first
    Dfs,
    /// Breadth first
    Bfs,
    /// A random walk down the tree
    RandomPath,
    /// Nearest to uncovered code first
    Coverage,
    /// Depth first, coverage and random path in turns
    Interleaved,
}

impl Words for Search {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Search::Dfs, "dfs", "Depth first"),
        (Search::Bfs, "bfs", "Breadth first"),
        (
            Search::RandomPath,
            "random-path",
            "A random walk down the tree",
        ),
        (
            Search::Coverage,
            "coverage",
            "Nearest to uncovered code first",
        ),
        (
            Search::Interleaved,
            "interleaved",
            "Depth first, coverage and random path in turns",
        ),
    ];
}

/// `--external`: what a call of a function without a body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum External {
    /// The path ends there, classified
    Stop,
    /// The result is arbitrary, and what its pointers lead to
    Havoc,
    /// Arguments get one value each, the result is zero
    Concrete,
}

impl Words for External {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (External::Stop, "stop", "The path ends there, classified"),
        (
            External::Havoc,
            "havoc",
            "The result is arbitrary, and what its pointers lead to",
        ),
        (
            External::Concrete,
            "concrete",
            "Arguments get one value each, the result is zero",
        ),
    ];
}

/// `--arith`: what a value is to the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arith {
    /// Bit-precise
    Bits,
    /// Mathematical integers
    Math,
}

impl Words for Arith {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Arith::Bits, "bits", "Bit-precise"),
        (Arith::Math, "math", "Mathematical integers"),
    ];
}

/// `--overflow`: what becomes of a signed overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// It is an error
    Error,
    /// It wraps around, as with -fwrapv
    Wrap,
}

impl Words for Overflow {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Overflow::Error, "error", "It is an error"),
        (Overflow::Wrap, "wrap", "It wraps around, as with -fwrapv"),
    ];
}

/// `--format` of the tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestFormat {
    /// KLEE's .ktest
    Ktest,
    /// Test-Comp XML
    Xml,
    /// One file per input with its bytes
    Raw,
}

impl Words for TestFormat {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (TestFormat::Ktest, "ktest", "KLEE's .ktest"),
        (TestFormat::Xml, "xml", "Test-Comp XML"),
        (TestFormat::Raw, "raw", "One file per input with its bytes"),
    ];
}
