//! The command line of `everypath memory`.

use super::database::DatabaseArgs;
use super::given::GivenArgs;
use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::memory::options;
use ep_verbs::memory::options::{External, Layout, MemoryOptions, Realloc};
use ep_verbs::test::options::Overflow;
use ep_verbs::uninit::Uninit;
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

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
    /// Elements of the buffer behind each pointer parameter of the entry
    #[arg(long, value_name = "N", default_value = "8", value_parser = values::count, help_heading = "Inputs")]
    pub buffer: u64,
    /// Pointer parameters of the entry can be null
    #[arg(long, help_heading = "Inputs")]
    pub may_be_null: bool,
    /// Pointers of the entry to one type can lead to one object
    #[arg(long, help_heading = "Inputs")]
    pub may_alias: bool,
    /// Pointers of the entry to char lead to strings
    #[arg(long, help_heading = "Inputs")]
    pub strings: bool,
    /// What is not initialised: an error where it decides something, or any value
    #[arg(long, value_parser = words::<Uninit>(), default_value = "error", help_heading = "Inputs")]
    pub uninit: Uninit,
    /// Signed arithmetic that overflows: an error, or it wraps around
    #[arg(long, value_parser = words::<Overflow>(), default_value = "error", help_heading = "Inputs")]
    pub overflow: Overflow,
    /// Bytes of symbolic standard input
    #[arg(long, visible_alias = "sym-stdin", value_name = "N", value_parser = values::symbolic_bytes, help_heading = "Inputs")]
    pub stdin: Option<u64>,
    /// What a call of a function that has neither body nor model does to the heap
    #[arg(long, value_parser = words::<External>(), default_value = "stop", help_heading = "Inputs")]
    pub external: External,
    #[command(flatten)]
    pub given: GivenArgs,
    /// Parameters that belong together (not supported)
    #[arg(long, hide = true, value_name = "DATA:SIZE")]
    pub sized: Vec<String>,
    /// Compile for 32 bits (also written -m32)
    #[arg(long, help_heading = "Inputs")]
    pub m32: bool,
    /// The clang 19 that reads the program
    #[arg(long, value_name = "PROGRAM", help_heading = "Inputs")]
    pub clang: Option<PathBuf>,
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

    /// Find bounds in several ways; where they contradict each other, exit 70
    #[arg(long, help_heading = "Limits")]
    pub cross_check: bool,

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
    /// Time for the analysis of each entry: 30, 30s, 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::duration, help_heading = "Limits")]
    pub timeout: Duration,
    /// Memory for the whole run: 512M, 2G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = values::memory, help_heading = "Limits")]
    pub max_memory: u64,
    /// Entries that are bounded at the same time; more of them look for inputs
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256), help_heading = "Limits")]
    pub jobs: u32,
    /// Inputs that are run natively for each entry
    #[arg(long, value_name = "N", default_value_t = 24, help_heading = "Limits")]
    pub runs: u64,
    /// Time to look for inputs beyond the analysis' own
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = values::duration, help_heading = "Limits")]
    pub search: Duration,

    /// Do not run anything natively: nothing is measured (library functions neither)
    #[arg(long, help_heading = "Results")]
    pub no_native: bool,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Write the frames as a .su table
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub write_su: Option<PathBuf>,
    /// Write the call graph, indirect calls resolved, as a .ci file
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub write_ci: Option<PathBuf>,
    /// Write what has no number and what is over its budget as SARIF
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub sarif: Option<PathBuf>,
    /// Write a page with the peaks and the call graph to DIR/index.html
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub html: Option<PathBuf>,
    /// Print one JSON object instead of the summary
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
}

plain!(MemoryArgs => MemoryOptions {
    files, sized, flags, entry, thread, buffer, may_be_null, may_alias, strings, uninit, overflow,
    stdin, external, m32, clang, cc, depth, calls, interrupt, interrupt_frame, frames, library, realloc,
    allocator, cross_check, budget, compare, markdown, fail_on_increase, resume, timeout, max_memory,
    jobs, runs, search, no_native, write_su, write_ci, sarif, html, json, quiet,
} into { database, given, isolation });
