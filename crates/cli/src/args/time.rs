//! The command line of `everypath time`.

use super::common;
use super::database::DatabaseArgs;
use super::isolation::IsolationArgs;
use super::parse::tree_file;
use clap::Args;
use ep_cli::common::{
    Certificate, CrossCheck, Defaults, Html, Json, MaxMemory, Quiet, Sarif, Timeout,
};
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::time::options::{
    External, Goal, ItsLimits, Overflow, TimeOptions, Uninit, View, Wrap,
};
use ep_verbs::values;
use std::path::PathBuf;

/// Its own defaults.
#[derive(Clone, Debug)]
pub struct Limits;

impl Defaults for Limits {
    const TIME: Option<&'static str> = Some("60s");
}

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

    #[command(flatten)]
    pub entry: common::Entry,
    #[command(flatten)]
    pub buffer: common::Buffer,
    /// What uninitialised locals hold
    #[arg(long, value_parser = words::<Uninit>(), default_value = "arbitrary", help_heading = "Inputs")]
    pub uninit: Uninit,
    /// Parameters that belong together (not supported)
    #[arg(long, hide = true, value_name = "DATA:SIZE")]
    pub sized: Vec<String>,
    #[command(flatten)]
    pub m32: common::M32,
    #[command(flatten, next_help_heading = "Inputs")]
    pub clang: common::Clang,
    #[command(flatten)]
    pub may_be_null: common::MayBeNull,
    #[command(flatten)]
    pub may_alias: common::MayAlias,
    /// A device at these addresses (not supported)
    #[arg(long, hide = true, value_name = "ADDRESS:SIZE")]
    pub mmio: Vec<String>,
    #[command(flatten)]
    pub external: common::ExternalArg<External>,

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
    #[command(flatten, next_help_heading = "Analysis")]
    pub arith: common::ArithArg,
    /// How a wrap-around that ranges do not decide is represented
    #[arg(long, value_parser = words::<Wrap>(), default_value = "lazy", help_heading = "Analysis")]
    pub wrap: Wrap,
    /// Which number stands for a bit-vector
    #[arg(long, value_parser = words::<View>(), default_value = "auto", help_heading = "Analysis")]
    pub view: View,
    /// Memory errors that could not be excluded leave the question open
    #[arg(long, help_heading = "Analysis")]
    pub strict: bool,
    #[command(flatten, next_help_heading = "Analysis")]
    pub cross_check: CrossCheck,
    /// Say whether the answer depends on wrap-around
    #[arg(long, help_heading = "Analysis", conflicts_with = "arith")]
    pub compare_arith: bool,
    /// What a call of a function costs, in its arguments: 'memcpy=n + 3'
    #[arg(long, value_name = "NAME=EXPR", help_heading = "Analysis")]
    pub cost_of: Vec<String>,

    #[command(flatten)]
    pub timeout: Timeout<Limits>,
    #[command(flatten)]
    pub max_memory: MaxMemory<Limits>,
    /// LLVM instructions of one counted run
    #[arg(long, value_name = "N", default_value = "262144", value_parser = values::count, help_heading = "Limits")]
    pub run_limit: u64,

    #[command(flatten)]
    pub out: common::Out,
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
    #[command(flatten)]
    pub certificate: Certificate,
    #[command(flatten)]
    pub no_native: common::NoNative,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    #[command(flatten)]
    pub html: Html,
    #[command(flatten)]
    pub sarif: Sarif,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub quiet: Quiet,
}

plain!(TimeArgs => TimeOptions {
    files, sized, clang_flags, uninit, mmio, goal, cost, budget, overflow,
    wrap, view, strict, compare_arith, cost_of, run_limit, loops, graph, its, its_limits
} into {
    arith, external, database, isolation, entry, buffer, may_be_null, may_alias, m32, clang,
    cross_check,
    timeout, max_memory, out, certificate, no_native, sarif, html, json, quiet
});
