//! The arguments of `everypath fuzz`.

use super::database::DatabaseArgs;
use super::gate::GateArgs;
use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::fuzz::options::FuzzOptions;
use ep_verbs::test::options;
use ep_verbs::uninit::Uninit;
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath fuzz`.
#[derive(Args, Debug)]
#[command(allow_negative_numbers = true)]
pub struct FuzzArgs {
    /// C sources, bitcode (.bc) or LLVM assembly (.ll); several are linked
    #[arg(required_unless_present = "database", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,

    /// A seed, a folder of seeds, or a corpus of AFL or libFuzzer; may be repeated
    #[arg(long, value_name = "DIR|FILE", help_heading = "Inputs")]
    pub seed: Vec<PathBuf>,
    /// The function that gets the input [default: main, or LLVMFuzzerTestOneInput where there is no main]
    #[arg(long, value_name = "FUNCTION", help_heading = "Inputs")]
    pub entry: Option<String>,
    /// The input is a file of this name [default: input, when --args has @@; else standard input]
    #[arg(long, value_name = "NAME", help_heading = "Inputs", conflicts_with_all = ["argv", "env"])]
    pub file: Option<String>,
    /// The input is the arguments, each ended by a zero byte
    #[arg(long, help_heading = "Inputs", conflicts_with_all = ["env", "args"])]
    pub argv: bool,
    /// The input is the value of this variable of the environment
    #[arg(long, value_name = "NAME", help_heading = "Inputs")]
    pub env: Option<String>,
    /// Arguments of main after the program's name, between commas; @@ is the input file
    #[arg(
        long,
        value_name = "LIST",
        allow_hyphen_values = true,
        help_heading = "Inputs"
    )]
    pub args: Option<String>,
    /// The longest input
    #[arg(long, value_name = "N", default_value = "65536", value_parser = values::count, help_heading = "Inputs")]
    pub max_len: u64,
    /// Tokens of the input format, as AFL has them
    #[arg(long, value_name = "FILE", help_heading = "Inputs")]
    pub dict: Option<PathBuf>,
    /// Parameters of the entry that belong together: DATA points to SIZE elements; several times for several. An entry f(pointer, integer) needs it where elements are no bytes
    #[arg(long, requires = "entry", value_name = "DATA:SIZE", value_parser = options::sized, help_heading = "Inputs")]
    pub sized: Vec<options::SizedPair>,
    /// Compile for 32 bits (also written -m32)
    #[arg(long, help_heading = "Inputs")]
    pub m32: bool,
    /// The clang 19 to compile with
    #[arg(long, value_name = "PROGRAM", help_heading = "Inputs")]
    pub clang: Option<PathBuf>,

    /// Mutated inputs after each expansion; 0 is none [default: none without a limit, with --timeout as many as fit]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub mutations: Option<u64>,
    /// Seed of the mutations
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    pub random: u64,
    /// Inputs are expanded and run by this many workers
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::count, help_heading = "Search")]
    pub jobs: u64,
    /// Take inputs that other fuzzers find from DIR/*/queue
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    pub sync: Option<PathBuf>,
    /// Write the seeds that are needed for the coverage of all, and end
    #[arg(long, help_heading = "Search")]
    pub minimise: bool,
    /// What was never initialised and decides something
    #[arg(long, value_parser = words::<Uninit>(), default_value = "error", help_heading = "Search")]
    pub uninit: Uninit,
    /// Stop at the first bug
    #[arg(long, help_heading = "Search")]
    pub first_bug: bool,

    /// Time for the whole run: 30, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
    /// How often the usual work a question to the solver may take
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "Limits")]
    pub solver_limit: u32,
    /// Native runs
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_runs: Option<u64>,
    /// Inputs to expand
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_expansions: Option<u64>,
    /// Time for one native run
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = values::duration, help_heading = "Limits")]
    pub run_timeout: Duration,
    /// Memory for one native run
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = values::memory, help_heading = "Limits")]
    pub run_memory: u64,
    /// Bytes of stack of the program
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = values::stack, help_heading = "Limits")]
    pub stack_size: u64,

    /// The folder for results; one that an earlier run left is continued [default: everypath-out/<file>-<number>]
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Print the tree of inputs
    #[arg(long, help_heading = "Results")]
    pub show_tree: bool,
    /// Write the tree of inputs (.json, .dot or .html)
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub tree: Option<PathBuf>,
    /// Write a page with everything (summary, findings, source, inputs) to DIR/index.html
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

plain!(FuzzArgs => FuzzOptions {
    files, sized, clang_flags, seed, entry, file, argv, env, args, max_len, dict, m32, clang,
    mutations, random, jobs, sync, minimise, uninit, first_bug, timeout, solver_limit, max_runs,
    max_expansions, run_timeout, run_memory, stack_size, out, show_tree, tree, html, json, quiet,
} into { database, isolation, gate });
