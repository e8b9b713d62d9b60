//! The command line. One struct per verb; the meaning of the values is in
//! [`crate::values`].

use super::database::DatabaseArgs;
use super::gate::GateArgs;
use super::given::GivenArgs;
use super::isolation::IsolationArgs;
use super::parse::tree_file;
use clap::Args;
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::test::options::{self, Arith, External, Overflow, Search, TestFormat, TestOptions};
use ep_verbs::uninit::Uninit;
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath test`.
#[derive(Args, Clone, Debug)]
#[command(allow_negative_numbers = true)]
pub struct TestArgs {
    /// C sources, bitcode (.bc) or LLVM assembly (.ll); several are linked
    #[arg(required_unless_present_any = ["resume", "database"], value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,

    /// The function where exploration starts; its parameters become symbolic
    #[arg(
        long,
        value_name = "FUNCTION",
        default_value = "main",
        help_heading = "Inputs"
    )]
    pub entry: String,
    /// Elements of the buffer behind each pointer parameter of the entry
    #[arg(long, value_name = "N", default_value = "8", value_parser = values::count, help_heading = "Inputs")]
    pub buffer: u64,
    /// Parameters of the entry that belong together: DATA points to SIZE elements, at most those of --buffer; several times for several. For LLVMFuzzerTestOneInput it is so without being asked for
    #[arg(long, requires = "entry", value_name = "DATA:SIZE", value_parser = options::sized, help_heading = "Inputs")]
    pub sized: Vec<options::SizedPair>,
    /// Pointer parameters of the entry can be null
    #[arg(long, requires = "entry", help_heading = "Inputs")]
    pub may_be_null: bool,
    /// Pointers of the entry to one type can lead to one object
    #[arg(long, requires = "entry", help_heading = "Inputs")]
    pub may_alias: bool,
    /// Pointers of the entry to char or signed char lead to strings: the last element is 0
    #[arg(long, requires = "entry", help_heading = "Inputs")]
    pub strings: bool,
    /// Pointers in a row, from a parameter of the entry on, that lead to an object
    #[arg(long, requires = "entry", value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=64), help_heading = "Inputs")]
    pub pointer_depth: u32,
    /// Types of the variable arguments that the entry is called with: 'int, double, char *'
    #[arg(
        long,
        requires = "entry",
        value_name = "TYPES",
        help_heading = "Inputs"
    )]
    pub varargs: Option<String>,
    /// Bytes of symbolic standard input
    #[arg(long, visible_alias = "sym-stdin", value_name = "N", value_parser = values::symbolic_bytes, help_heading = "Inputs")]
    pub stdin: Option<u64>,
    #[command(flatten)]
    pub given: GivenArgs,
    /// What a call to a function without body or model does
    #[arg(long, value_parser = words::<External>(), default_value = "stop", help_heading = "Inputs")]
    pub external: External,
    /// malloc and its like may return null
    #[arg(long, help_heading = "Inputs")]
    pub malloc_may_fail: bool,
    /// malloc and its like never return null, whatever the size (the rules of SV-COMP)
    #[arg(long, conflicts_with = "malloc_may_fail", help_heading = "Inputs")]
    pub malloc_never_fails: bool,
    /// Calls of open, read, write and close that may fail on a path, with EIO
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Inputs")]
    pub max_fail: u32,
    /// A device at these addresses: each read gives any value (0x40011000:0x400)
    #[arg(long, value_name = "ADDRESS:SIZE", value_parser = values::device, help_heading = "Inputs")]
    pub mmio: Vec<values::Device>,
    /// Compile for 32 bits (also written -m32)
    #[arg(long, help_heading = "Inputs")]
    pub m32: bool,
    /// The clang 19 to compile with
    #[arg(long, value_name = "PROGRAM", help_heading = "Inputs")]
    pub clang: Option<PathBuf>,

    /// What is checked: words between commas, all, none, default, -WORD to leave one out
    #[arg(long, value_name = "LIST", value_parser = values::checks, allow_hyphen_values = true, help_heading = "Exploration")]
    pub check: Option<values::CheckSet>,
    /// What is not initialised: an error where it decides something, or any value (also where --check leaves uninitialised-read out)
    #[arg(long, value_parser = words::<Uninit>(), default_value = "error", help_heading = "Exploration")]
    pub uninit: Uninit,
    /// Signed arithmetic that overflows: an error, or it wraps around (also where --check leaves signed-overflow out)
    #[arg(long, value_parser = words::<Overflow>(), default_value = "error", help_heading = "Exploration")]
    pub overflow: Overflow,
    /// In which order waiting states are explored
    #[arg(long, value_parser = words::<Search>(), default_value = "interleaved", help_heading = "Exploration")]
    pub search: Search,
    /// Integers as the machine has them, or mathematical ones
    #[arg(long, value_parser = words::<Arith>(), default_value = "bits", help_heading = "Exploration")]
    pub arith: Arith,
    /// Seed of the random searchers
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Exploration"
    )]
    pub seed: u64,
    /// Bytes of stack before a recursion counts as unbounded
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = values::stack, help_heading = "Exploration")]
    pub stack_size: u64,
    /// Stop at the first violation
    #[arg(long, help_heading = "Exploration")]
    pub first_bug: bool,
    /// Workers that explore at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256), help_heading = "Exploration")]
    pub jobs: u32,
    /// States that come together become one where that pays
    #[arg(long, help_heading = "Exploration")]
    pub merge: bool,
    /// Follow a path from a state that an earlier path was in, too
    #[arg(long = "no-subsumption", action = clap::ArgAction::SetFalse, help_heading = "Exploration")]
    pub subsumption: bool,
    /// Go on with a run that was interrupted, killed or ended at a limit
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with = "out",
        help_heading = "Exploration"
    )]
    pub resume: Option<PathBuf>,
    /// Write every query of the solver to this folder as SMT-LIB
    #[arg(long, value_name = "DIR", help_heading = "Exploration")]
    pub log_smt: Option<PathBuf>,
    /// Answer every query with both solvers and fail when they differ
    #[arg(long, help_heading = "Exploration")]
    pub cross_check: bool,

    /// Time for the whole run: 30, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
    /// How often the usual work a question to the solver may take
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "Limits")]
    pub solver_limit: u32,
    /// Memory for the whole run: 512M, 2G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = values::memory, help_heading = "Limits")]
    pub max_memory: u64,
    /// Paths to complete
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_paths: Option<u64>,
    /// Forks on one path
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// LLVM instructions to execute
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_instructions: Option<u64>,

    /// The folder for results; must be new or empty [default: everypath-out/<file>-<number>]
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub out: Option<PathBuf>,
    /// Keep a test for every path, not only for those that cover something new
    #[arg(long, help_heading = "Results")]
    pub all_tests: bool,
    /// Formats of the tests
    #[arg(long, value_parser = words::<TestFormat>(), value_delimiter = ',', default_values = ["ktest", "xml", "raw"], help_heading = "Results")]
    pub test_format: Vec<TestFormat>,
    /// Replay the kept tests natively and measure the lines and branches that they cover
    #[arg(long, conflicts_with = "no_native", help_heading = "Results")]
    pub coverage: bool,
    /// Do not run anything natively: bugs stay unconfirmed
    #[arg(long, help_heading = "Results")]
    pub no_native: bool,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Write the symbolic execution tree; .html is a page to look at
    #[arg(long, value_name = "FILE.html|.json|.dot", value_parser = tree_file, help_heading = "Results")]
    pub tree: Option<PathBuf>,
    /// Write a page with everything (summary, findings, source, tree) to DIR/index.html
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub gate: GateArgs,
    /// Print one JSON object instead of the summary
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
}

plain!(TestArgs => TestOptions {
    files, clang_flags, entry, buffer, may_be_null, may_alias, strings,
    pointer_depth, varargs, stdin, external, malloc_may_fail, malloc_never_fails, max_fail, mmio, m32, clang,
    check, uninit, overflow, search, arith, seed, stack_size, first_bug, jobs, merge, subsumption,
    log_smt, cross_check, timeout, solver_limit, max_memory, max_paths, max_depth, max_instructions, out,
    all_tests, test_format, coverage, no_native, tree, html, json, quiet,
} into { database, sized, given, isolation, gate });
