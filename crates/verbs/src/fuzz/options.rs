//! The options of `everypath fuzz`.

use crate::program::database::Database;
use crate::test::options::SizedPair;
use crate::uninit::Uninit;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath fuzz`.
#[derive(Clone, Debug)]
pub struct FuzzOptions {
    /// C sources, bitcode (.bc) or LLVM assembly (.ll); several are linked
    pub files: Vec<PathBuf>,
    /// Take the flags of each file from DIR/compile_commands.json
    pub database: Database,
    /// Flags for clang
    pub clang_flags: Vec<String>,

    /// A seed, a folder of seeds, or a corpus of AFL or libFuzzer; may be repeated
    pub seed: Vec<PathBuf>,
    /// The function that gets the input [default: main, or LLVMFuzzerTestOneInput where there is no main]
    pub entry: Option<String>,
    /// Parameters of the entry that belong together: DATA points to SIZE elements
    pub sized: Vec<SizedPair>,
    /// The input is a file of this name [default: input, when --args has @@; else standard input]
    pub file: Option<String>,
    /// The input is the arguments, each ended by a zero byte
    pub argv: bool,
    /// The input is the value of this variable of the environment
    pub env: Option<String>,
    /// Arguments of main after the program's name, between commas; @@ is the input file
    pub args: Option<String>,
    /// The longest input
    pub max_len: u64,
    /// Tokens of the input format, as AFL has them
    pub dict: Option<PathBuf>,
    /// Compile for 32 bits (also written -m32)
    pub m32: bool,
    /// The clang 19 to compile with
    pub clang: Option<PathBuf>,

    /// Mutated inputs after each expansion; 0 is none [default: none without a limit, with --timeout as many as fit]
    pub mutations: Option<u64>,
    /// Seed of the mutations
    pub random: u64,
    /// Inputs are expanded and run by this many workers
    pub jobs: u64,
    /// Take inputs that other fuzzers find from DIR/*/queue
    pub sync: Option<PathBuf>,
    /// Write the seeds that are needed for the coverage of all, and end
    pub minimise: bool,
    /// What was never initialised and decides something
    pub uninit: Uninit,
    /// Stop at the first bug
    pub first_bug: bool,

    /// Time for the whole run: 30, 30s, 2m
    pub timeout: Option<Duration>,
    /// How often the usual work a question to the solver may take
    pub solver_limit: u32,
    /// Native runs
    pub max_runs: Option<u64>,
    /// Inputs to expand
    pub max_expansions: Option<u64>,
    /// Time for one native run
    pub run_timeout: Duration,
    /// Memory for one native run
    pub run_memory: u64,
    /// Bytes of stack of the program
    pub stack_size: u64,

    /// The folder for results; one that an earlier run left is continued [default: everypath-out/<file>-<number>]
    pub out: Option<PathBuf>,
    /// What native runs may do.
    pub isolation: crate::isolation::Isolation,
    /// Print the tree of inputs
    pub show_tree: bool,
    /// Write the tree of inputs (.json, .dot or .html)
    pub tree: Option<PathBuf>,
    /// Write a page with everything (summary, findings, source, inputs) to DIR/index.html
    pub html: Option<PathBuf>,
    /// Which findings fail the run, and its reports.
    pub gate: crate::gate::GateOptions,
    /// Print one JSON object instead of the summary
    pub json: bool,
    /// Print nothing but errors
    pub quiet: bool,
}

impl Default for FuzzOptions {
    /// What the command line has without any flag.
    fn default() -> FuzzOptions {
        FuzzOptions {
            files: Vec::new(),
            database: Database::default(),
            clang_flags: Vec::new(),
            seed: Vec::new(),
            entry: None,
            sized: Vec::new(),
            file: None,
            argv: false,
            env: None,
            args: None,
            max_len: 65_536,
            dict: None,
            m32: false,
            clang: None,
            mutations: None,
            random: 1,
            jobs: 1,
            sync: None,
            minimise: false,
            uninit: Uninit::Error,
            first_bug: false,
            timeout: None,
            solver_limit: 1,
            max_runs: None,
            max_expansions: None,
            run_timeout: Duration::from_secs(1),
            run_memory: 2 << 30,
            stack_size: 8 << 20,
            out: None,
            isolation: Default::default(),
            show_tree: false,
            tree: None,
            html: None,
            gate: Default::default(),
            json: false,
            quiet: false,
        }
    }
}
