//! The command line of `everypath memory`.

use super::common;
use super::database::DatabaseArgs;
use super::given::GivenArgs;
use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::common::{CrossCheck, Defaults, Html, Jobs, Json, MaxMemory, Quiet, Sarif, Timeout};
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::memory::options;
use ep_verbs::memory::options::{External, Layout, MemoryOptions, Realloc};
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

/// Its own defaults.
#[derive(Clone, Debug)]
pub struct Limits;

impl Defaults for Limits {
    const TIME: Option<&'static str> = Some("60s");
    const MEMORY: &'static str = "2G";
}

/// `everypath memory`.
#[derive(Args, Clone, Debug)]
#[command(allow_negative_numbers = true)]
pub struct MemoryArgs {
    /// C sources; several are linked
    #[arg(required_unless_present = "database", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub database: DatabaseArgs,
    /// Flags of the build whose memory is bounded; without a level of optimisation -O0
    #[arg(last = true, value_name = "FLAGS")]
    pub flags: Vec<String>,

    /// The function that is bounded; may be repeated [default: main]
    #[arg(long, value_name = "FUNCTION", help_heading = "Inputs")]
    pub entry: Vec<String>,
    /// The start of a thread, with the size of its stack; may be repeated
    #[arg(long, value_name = "FUNCTION[=SIZE]", value_parser = options::thread, help_heading = "Inputs")]
    pub thread: Vec<options::Thread>,
    /// Elements of the buffer behind each pointer parameter of the entry [default: any number; runs get 8, 64 or 512]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Inputs")]
    pub buffer: Option<u64>,
    #[command(flatten)]
    pub may_be_null: common::MayBeNull,
    #[command(flatten)]
    pub may_alias: common::MayAlias,
    #[command(flatten)]
    pub strings: common::Strings,
    #[command(flatten, next_help_heading = "Inputs")]
    pub uninit: common::UninitArg,
    #[command(flatten, next_help_heading = "Inputs")]
    pub overflow: common::OverflowArg,
    #[command(flatten)]
    pub stdin: common::Stdin,
    #[command(flatten)]
    pub external: common::ExternalArg<External>,
    #[command(flatten)]
    pub given: GivenArgs,
    /// Parameters that belong together (not supported)
    #[arg(long, hide = true, value_name = "DATA:SIZE")]
    pub sized: Vec<String>,
    #[command(flatten)]
    pub m32: common::M32,
    #[command(flatten, next_help_heading = "Inputs")]
    pub clang: common::Clang,
    /// The gcc or clang of the build whose frames count [default: that clang]
    #[arg(long, value_name = "PROGRAM", help_heading = "Inputs")]
    pub cc: Option<PathBuf>,

    /// How often a recursive function is active at one time: an assumption
    #[arg(long, value_name = "FUNCTION=N", value_parser = options::depth, help_heading = "Assumptions")]
    pub depth: Vec<(String, u64)>,
    /// The functions that an indirect call reaches: an assumption
    #[arg(long, value_name = "FILE:LINE=F,G", value_parser = options::calls, help_heading = "Assumptions")]
    pub calls: Vec<options::Calls>,
    /// A function that may fire before any instruction
    #[arg(long, value_name = "FUNCTION[:PRIORITY][:max=N]", value_parser = options::interrupt, help_heading = "Assumptions")]
    pub interrupt: Vec<options::Interrupt>,
    /// Bytes that the machine pushes when an interrupt fires
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = values::number,
        help_heading = "Assumptions"
    )]
    pub interrupt_frame: u64,
    /// Frames of a cross compiler: .su and .ci files, objects with a section .stack_sizes, or a folder of them
    #[arg(long, value_name = "PATH", help_heading = "Inputs")]
    pub frames: Vec<PathBuf>,
    /// What library functions take: lines of name, stack, heap
    #[arg(long, value_name = "FILE", help_heading = "Assumptions")]
    pub library: Option<PathBuf>,
    /// Where realloc puts the new block
    #[arg(long, value_parser = words::<Realloc>(), default_value = "moving", help_heading = "Assumptions")]
    pub realloc: Realloc,

    /// What a block takes: what was asked for, or headers and rounding too
    #[arg(long, value_parser = words::<Layout>(), default_value = "payload", help_heading = "Assumptions")]
    pub allocator: Layout,

    #[command(flatten, next_help_heading = "Limits")]
    pub cross_check: CrossCheck,

    /// What may be taken at most: heap=16K,stack=2K,both=20K
    #[arg(long, value_name = "LIST", value_parser = options::budget, help_heading = "Budgets")]
    pub budget: Option<options::Budgets>,
    /// Compare with the JSON of an earlier run
    #[arg(long, value_name = "OLD.json", help_heading = "Budgets")]
    pub compare: Option<PathBuf>,
    /// Write the comparison as a Markdown table to this file
    #[arg(
        long,
        value_name = "FILE",
        requires = "compare",
        help_heading = "Budgets"
    )]
    pub markdown: Option<PathBuf>,
    /// Exit 1 when a bound grew by more than N bytes, or was lost
    #[arg(long, value_name = "N", requires = "compare", help_heading = "Budgets")]
    pub fail_on_increase: Option<u64>,

    /// Go on from the JSON of an earlier run of the same program and flags
    #[arg(long, value_name = "FILE.json", help_heading = "Limits")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub timeout: Timeout<Limits>,
    #[command(flatten)]
    pub max_memory: MaxMemory<Limits>,
    #[command(flatten, next_help_heading = "Limits")]
    pub jobs: Jobs,
    /// Inputs that are run natively for each entry
    #[arg(long, value_name = "N", default_value_t = 24, help_heading = "Limits")]
    pub runs: u64,
    /// Time to look for inputs beyond the analysis' own
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = values::duration, help_heading = "Limits")]
    pub search: Duration,

    #[command(flatten)]
    pub no_native: common::NoNative,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Write the frames as a .su table
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub write_su: Option<PathBuf>,
    /// Write the call graph, indirect calls resolved, as a .ci file
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub write_ci: Option<PathBuf>,
    #[command(flatten)]
    pub sarif: Sarif,
    #[command(flatten)]
    pub html: Html,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub quiet: Quiet,
}

plain!(MemoryArgs => MemoryOptions {
    files, sized, flags, entry, thread, cc, depth, calls, interrupt,
    interrupt_frame, frames, library, realloc, allocator, budget, compare, markdown,
    fail_on_increase, resume, buffer, runs, search, write_su, write_ci
} into {
    external, database, given, isolation, may_be_null, may_alias, strings, stdin, m32, clang,
    uninit, overflow, cross_check, timeout, max_memory, jobs, no_native, sarif, html, json,
    quiet
});
