//! The command line of `everypath time`.

use super::database::DatabaseArgs;
use super::isolation::IsolationArgs;
use super::parse::tree_file;
use clap::Args;
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::time::options::{
    Arith, External, Goal, ItsLimits, Overflow, TimeOptions, Uninit, View, Wrap,
};
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath time`.
#[derive(Args, Clone, Debug)]
#[command(allow_negative_numbers = true)]
pub struct TimeArgs {
    /// C sources, bitcode (.bc) or LLVM assembly (.ll); several are linked
    #[arg(required_unless_present = "database", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,

    /// The function that is looked at; its parameters are the inputs
    #[arg(
        long,
        value_name = "FUNCTION",
        default_value = "main",
        help_heading = "Inputs"
    )]
    pub entry: String,
    /// Elements of the buffer behind each pointer parameter, in counted runs
    #[arg(long, value_name = "N", default_value = "8", value_parser = values::count, help_heading = "Inputs")]
    pub buffer: u64,
    /// What uninitialised locals hold
    #[arg(long, value_parser = words::<Uninit>(), default_value = "arbitrary", help_heading = "Inputs")]
    pub uninit: Uninit,
    /// Parameters that belong together (not supported)
    #[arg(long, hide = true, value_name = "DATA:SIZE")]
    pub sized: Vec<String>,
    /// Compile for 32 bits (also written -m32)
    #[arg(long, help_heading = "Inputs")]
    pub m32: bool,
    /// The clang 19 to compile with
    #[arg(long, value_name = "PROGRAM", help_heading = "Inputs")]
    pub clang: Option<PathBuf>,
    /// Pointers of the entry can be null
    #[arg(long, help_heading = "Inputs")]
    pub may_be_null: bool,
    /// Pointers of the entry can lead to one object, or to global variables
    #[arg(long, help_heading = "Inputs")]
    pub may_alias: bool,
    /// A device at these addresses (not supported)
    #[arg(long, hide = true, value_name = "ADDRESS:SIZE")]
    pub mmio: Vec<String>,
    /// What a call of a function without a body does
    #[arg(long, value_parser = words::<External>(), default_value = "stop", help_heading = "Inputs")]
    pub external: External,

    /// Whether it ends, or bounds too
    #[arg(long, value_parser = words::<Goal>(), default_value = "bounds", help_heading = "Analysis")]
    pub goal: Goal,
    /// What is counted: instructions, rounds, calls:NAME or ticks (of ep_tick)
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "instructions",
        help_heading = "Analysis"
    )]
    pub cost: String,
    /// The most LLVM instructions that a run may take, in the parameters: '8*x + 20'
    #[arg(long, value_name = "EXPR", help_heading = "Analysis")]
    pub budget: Option<String>,
    /// What signed arithmetic does that overflows
    #[arg(long, value_parser = words::<Overflow>(), default_value = "wrap", help_heading = "Analysis")]
    pub overflow: Overflow,
    /// Integers as the machine has them, or mathematical ones (nothing is run)
    #[arg(long, value_parser = words::<Arith>(), default_value = "bits", help_heading = "Analysis")]
    pub arith: Arith,
    /// How a wrap-around that ranges do not decide is represented
    #[arg(long, value_parser = words::<Wrap>(), default_value = "lazy", help_heading = "Analysis")]
    pub wrap: Wrap,
    /// Which number stands for a bit-vector
    #[arg(long, value_parser = words::<View>(), default_value = "auto", help_heading = "Analysis")]
    pub view: View,
    /// Memory errors that could not be excluded leave the question open
    #[arg(long, help_heading = "Analysis")]
    pub strict: bool,
    /// Verdict and bounds in other ways, and a second grid of runs: a disagreement is exit code 70
    #[arg(long, help_heading = "Analysis")]
    pub cross_check: bool,
    /// Say whether the answer depends on wrap-around
    #[arg(long, help_heading = "Analysis", conflicts_with = "arith")]
    pub compare_arith: bool,
    /// What a call of a function costs, in its arguments: 'memcpy=n + 3'
    #[arg(long, value_name = "NAME=EXPR", help_heading = "Analysis")]
    pub cost_of: Vec<String>,

    /// Time for the whole run: 30, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = values::duration, default_value = "60s", help_heading = "Limits")]
    pub timeout: Duration,
    /// Memory for the whole run: 512M, 2G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = values::memory, help_heading = "Limits")]
    pub max_memory: u64,
    /// LLVM instructions of one counted run
    #[arg(long, value_name = "N", default_value = "262144", value_parser = values::count, help_heading = "Limits")]
    pub run_limit: u64,

    /// The folder for results; must be new or empty [default: everypath-out/<file>-<number>]
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub out: Option<PathBuf>,
    /// Show all loops with what holds at their heads
    #[arg(long, help_heading = "Results")]
    pub loops: bool,
    /// Write the symbolic execution graph
    #[arg(long, value_name = "FILE.html|.json|.dot", value_parser = tree_file, help_heading = "Results")]
    pub graph: Option<PathBuf>,
    /// Write the integer transition system for everypath its, in the format of KoAT
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub its: Option<PathBuf>,
    /// How --its writes limits of types
    #[arg(long, value_parser = words::<ItsLimits>(), default_value = "number", requires = "its", help_heading = "Results")]
    pub its_limits: ItsLimits,
    /// Write the certificate, for everypath judge
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub certificate: Option<PathBuf>,
    /// Do not run anything natively: lassos are then not claimed
    #[arg(long, help_heading = "Results")]
    pub no_native: bool,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Write a page with everything to DIR/index.html
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub html: Option<PathBuf>,
    /// Write the findings as SARIF to this file too
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub sarif: Option<PathBuf>,
    /// Print one JSON object instead of the summary
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
}

plain!(TimeArgs => TimeOptions {
    files, sized, clang_flags, entry, buffer, uninit, m32, clang, may_be_null, may_alias, mmio,
    external, goal, cost, budget, overflow, arith, wrap, view, strict, cross_check,
    compare_arith, cost_of, timeout, max_memory, run_limit, out, loops, graph, its,
    its_limits, certificate, no_native, html, sarif, json, quiet,
} into { database, isolation });
