//! The arguments of `everypath fuzz`.

use super::common;
use super::database::DatabaseArgs;
use super::gate::GateArgs;
use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::common::{Html, Jobs, Json, Quiet, Timeout};
use ep_cli::plain;
use ep_verbs::fuzz::options::FuzzOptions;
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
    #[command(flatten)]
    pub sized: common::SizedArg,
    #[command(flatten)]
    pub m32: common::M32,
    #[command(flatten, next_help_heading = "Inputs")]
    pub clang: common::Clang,

    /// Mutated inputs after each expansion; 0 is none [default: none without a limit, with --timeout as many as fit]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub mutations: Option<u64>,
    /// Seed of the mutations
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    pub random: u64,
    #[command(flatten, next_help_heading = "Search")]
    pub jobs: Jobs,
    /// Take inputs that other fuzzers find from DIR/*/queue
    #[arg(long, value_name = "DIR", help_heading = "Search")]
    pub sync: Option<PathBuf>,
    /// Write the seeds that are needed for the coverage of all, and end
    #[arg(long, help_heading = "Search")]
    pub minimise: bool,
    #[command(flatten, next_help_heading = "Search")]
    pub uninit: common::UninitArg,
    #[command(flatten, next_help_heading = "Search")]
    pub first_bug: common::FirstBug,

    #[command(flatten)]
    pub timeout: Timeout,
    #[command(flatten)]
    pub solver_limit: common::SolverLimit,
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
    #[command(flatten, next_help_heading = "Limits")]
    pub stack_size: common::StackSize,

    #[command(flatten)]
    pub out: common::Out,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Print the tree of inputs
    #[arg(long, help_heading = "Results")]
    pub show_tree: bool,
    #[command(flatten)]
    pub tree: common::Tree,
    #[command(flatten)]
    pub html: Html,
    #[command(flatten)]
    pub gate: GateArgs,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub quiet: Quiet,
}

plain!(FuzzArgs => FuzzOptions {
    files, clang_flags, seed, entry, file, argv, env, args, max_len, dict, mutations,
    random, sync, minimise, max_runs, max_expansions, run_timeout, run_memory, show_tree
} into {
    database, isolation, gate, sized, m32, clang, jobs, uninit, first_bug, timeout,
    solver_limit, stack_size, out, tree, html, json, quiet
});
