//! The command line. One struct per verb; the meaning of the values is in
//! [`crate::values`].

use super::common;
use super::database::DatabaseArgs;
use super::gate::GateArgs;
use super::given::GivenArgs;
use super::isolation::IsolationArgs;
use clap::{ArgGroup, Args};
use ep_cli::common::{CrossCheck, Html, Jobs, Json, MaxMemory, Quiet, Timeout};
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::test::options::{External, Search, TestFormat, TestOptions};
use ep_verbs::values;
use std::path::PathBuf;

/// `everypath test`.
#[derive(Args, Clone, Debug)]
#[command(allow_negative_numbers = true)]
#[command(group = ArgGroup::new("Pointers").args(["may_be_null", "may_alias", "strings"]).multiple(true).requires("entry"))]
pub struct TestArgs {
    /// C sources, bitcode (.bc) or LLVM assembly (.ll); several are linked
    #[arg(required_unless_present_any = ["resume", "database"], value_name = "FILE")]
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
    #[command(flatten)]
    pub sized: common::SizedArg,
    #[command(flatten)]
    pub may_be_null: common::MayBeNull,
    #[command(flatten)]
    pub may_alias: common::MayAlias,
    #[command(flatten)]
    pub strings: common::Strings,
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
    #[command(flatten)]
    pub stdin: common::Stdin,
    #[command(flatten)]
    pub given: GivenArgs,
    #[command(flatten)]
    pub external: common::ExternalArg<External>,
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
    #[command(flatten)]
    pub m32: common::M32,
    #[command(flatten, next_help_heading = "Inputs")]
    pub clang: common::Clang,

    /// What is checked: words between commas, all, none, default, -WORD to leave one out
    #[arg(long, value_name = "LIST", value_parser = values::checks, allow_hyphen_values = true, help_heading = "Exploration")]
    pub check: Option<values::CheckSet>,
    #[command(flatten, next_help_heading = "Exploration")]
    pub uninit: common::UninitArg,
    #[command(flatten, next_help_heading = "Exploration")]
    pub overflow: common::OverflowArg,
    /// In which order waiting states are explored
    #[arg(long, value_parser = words::<Search>(), default_value = "interleaved", help_heading = "Exploration")]
    pub search: Search,
    #[command(flatten, next_help_heading = "Exploration")]
    pub arith: common::ArithArg,
    /// Seed of the random searchers
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        help_heading = "Exploration"
    )]
    pub seed: u64,
    #[command(flatten, next_help_heading = "Exploration")]
    pub stack_size: common::StackSize,
    #[command(flatten, next_help_heading = "Exploration")]
    pub first_bug: common::FirstBug,
    #[command(flatten, next_help_heading = "Exploration")]
    pub jobs: Jobs,
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
    #[command(flatten, next_help_heading = "Exploration")]
    pub cross_check: CrossCheck,

    #[command(flatten)]
    pub timeout: Timeout,
    #[command(flatten)]
    pub solver_limit: common::SolverLimit,
    #[command(flatten)]
    pub max_memory: MaxMemory,
    #[command(flatten)]
    pub max_paths: common::MaxPaths,
    /// Forks on one path
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// LLVM instructions to execute
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_instructions: Option<u64>,

    #[command(flatten)]
    pub out: common::Out,
    /// Keep a test for every path, not only for those that cover something new
    #[arg(long, help_heading = "Results")]
    pub all_tests: bool,
    /// Formats of the tests
    #[arg(long, value_parser = words::<TestFormat>(), value_delimiter = ',', default_values = ["ktest", "xml", "raw"], help_heading = "Results")]
    pub test_format: Vec<TestFormat>,
    /// Replay the kept tests natively and measure the lines and branches that they cover
    #[arg(long, conflicts_with = "no_native", help_heading = "Results")]
    pub coverage: bool,
    #[command(flatten)]
    pub no_native: common::NoNative,
    #[command(flatten)]
    pub isolation: IsolationArgs,
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

plain!(TestArgs => TestOptions {
    files, clang_flags, pointer_depth, varargs, malloc_may_fail,
    malloc_never_fails, max_fail, mmio, check, search, seed, merge, subsumption, log_smt,
    max_depth, max_instructions, all_tests, test_format, coverage
} into {
    arith, external, database, sized, given, isolation, gate, entry, buffer, may_be_null,
    may_alias, strings,
    stdin, m32, clang, uninit, overflow, stack_size, first_bug, jobs, cross_check, timeout,
    solver_limit, max_memory, max_paths, out, no_native, tree, html, json, quiet
});
