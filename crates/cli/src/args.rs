//! The command line. One struct per verb; the meaning of the values is in
//! [`crate::values`].

use crate::gate::GateArgs;
use crate::given::GivenArgs;
use crate::isolation::IsolationArgs;
use crate::style::ColourArgs;
use crate::uninit::Uninit;
use crate::values;
use crate::verbs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use ep_explore::{ArgSpec, CheckSet};
use std::path::PathBuf;
use std::time::Duration;

/// Runs a program once for all its inputs.
#[derive(Parser, Debug)]
#[command(
    name = "everypath",
    bin_name = "everypath",
    version,
    about = verbs::ABOUT,
    after_help = verbs::EXIT_CODES,
    max_term_width = 100
)]
pub struct Cli {
    #[command(flatten)]
    pub colour: ColourArgs,
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    #[command(about = verbs::TEST)]
    Test(Box<TestArgs>),
    #[command(about = verbs::CHECK)]
    Check(Box<crate::check::args::CheckArgs>),
    #[command(about = verbs::SOLVE)]
    Solve(Box<crate::solve::args::SolveArgs>),
    #[command(about = verbs::VALIDATE)]
    Validate(Box<crate::validate::args::ValidateArgs>),
    #[command(about = verbs::FUZZ)]
    Fuzz(Box<crate::fuzz::args::FuzzArgs>),
    #[command(about = verbs::MEMORY)]
    Memory(Box<crate::memory::args::MemoryArgs>),
    #[command(about = verbs::VERIFY)]
    Verify(Box<crate::verify::args::VerifyArgs>),
    #[command(about = verbs::JUDGE)]
    Judge(crate::judge::JudgeArgs),
    #[command(about = verbs::ITS)]
    Its(Box<crate::its::args::ItsArgs>),
    #[command(about = verbs::TIME)]
    Time(Box<crate::time::args::TimeArgs>),
    #[command(about = verbs::SHOW)]
    Show(crate::show::args::ShowArgs),
    #[command(about = verbs::CC, disable_help_flag = true)]
    Cc {
        /// The compiler's arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
    #[command(about = verbs::PATHS)]
    Paths(Box<crate::paths::args::PathsArgs>),
    #[command(about = verbs::COMPLETIONS)]
    Completions(crate::pages::CompletionsArgs),
    #[command(about = verbs::MAN)]
    Man(crate::pages::ManArgs),
}

/// `everypath test`.
#[derive(Args, Clone, Debug)]
#[command(allow_negative_numbers = true)]
pub struct TestArgs {
    /// C sources, bitcode (.bc) or LLVM assembly (.ll); several are linked
    #[arg(required_unless_present_any = ["resume", "database"], value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Take the flags of each file from DIR/compile_commands.json
    #[arg(
        short = 'p',
        long = "database",
        value_name = "DIR",
        help_heading = "Inputs"
    )]
    pub database: Option<PathBuf>,
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
    #[arg(long, value_name = "N", value_parser = values::symbolic_bytes, help_heading = "Inputs")]
    pub stdin: Option<u64>,
    #[command(flatten)]
    pub given: GivenArgs,
    /// What a call to a function without body or model does
    #[arg(long, value_enum, default_value_t = External::Stop, help_heading = "Inputs")]
    pub external: External,
    /// malloc and its like may return null
    #[arg(long, help_heading = "Inputs")]
    pub malloc_may_fail: bool,
    /// Calls of open, read, write and close that may fail on a path, with EIO
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Inputs")]
    pub max_fail: u32,
    /// A device at these addresses: each read gives any value (0x40011000:0x400)
    #[arg(long, value_name = "ADDRESS:SIZE", value_parser = values::device, help_heading = "Inputs")]
    pub mmio: Vec<ep_explore::Device>,
    /// Compile for 32 bits (also written -m32)
    #[arg(long, help_heading = "Inputs")]
    pub m32: bool,
    /// The clang 19 to compile with
    #[arg(long, value_name = "PROGRAM", help_heading = "Inputs")]
    pub clang: Option<PathBuf>,

    /// What is checked: words between commas, all, none, default, -WORD to leave one out
    #[arg(long, value_name = "LIST", value_parser = values::checks, allow_hyphen_values = true, help_heading = "Exploration")]
    pub check: Option<CheckSet>,
    /// What is not initialised: an error where it decides something, or any value (also where --check leaves uninitialised-read out)
    #[arg(long, value_enum, default_value_t = Uninit::Error, help_heading = "Exploration")]
    pub uninit: Uninit,
    /// Signed arithmetic that overflows: an error, or it wraps around (also where --check leaves signed-overflow out)
    #[arg(long, value_enum, default_value_t = Overflow::Error, help_heading = "Exploration")]
    pub overflow: Overflow,
    /// In which order waiting states are explored
    #[arg(long, value_enum, default_value_t = Search::Interleaved, help_heading = "Exploration")]
    pub search: Search,
    /// Integers as the machine has them, or mathematical ones
    #[arg(long, value_enum, default_value_t = Arith::Bits, help_heading = "Exploration")]
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
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [TestFormat::Ktest, TestFormat::Xml, TestFormat::Raw], help_heading = "Results")]
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

/// The parsed `--args`; a type of its own since clap reads `Vec` as "repeatable".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgList(pub Vec<ArgSpec>);

pub fn parse_args(text: &str) -> Result<ArgList, String> {
    values::args(text).map(ArgList)
}

pub(crate) fn tree_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|e| e.to_str()) {
        Some("json" | "dot" | "html") => Ok(path),
        _ => Err("want a file that ends in .html, .json or .dot".into()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum External {
    /// The path ends there, classified
    Stop,
    /// The result is arbitrary, memory stays
    Havoc,
    /// Arguments get one value each, the result is zero
    Concrete,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Arith {
    /// Bit-precise
    Bits,
    /// Mathematical integers
    Math,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Overflow {
    /// It is an error
    Error,
    /// It wraps around, as with -fwrapv
    Wrap,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TestFormat {
    /// KLEE's .ktest
    Ktest,
    /// Test-Comp XML
    Xml,
    /// One file per input with its bytes
    Raw,
}

/// The arguments with `-m32` (a habit of every C developer, but no flag that
/// clap can spell) turned into `--m32`.
pub fn normalise(args: impl IntoIterator<Item = std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let mut passed = false;
    args.into_iter()
        .map(|a| {
            passed |= a == "--";
            if !passed && a == "-m32" {
                "--m32".into()
            } else {
                a
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> Result<TestArgs, clap::Error> {
        let words = normalise(line.split(' ').map(Into::into));
        Cli::try_parse_from(words).map(|c| match c.verb {
            Verb::Test(t) => *t,
            Verb::Check(c) => c.test,
            _ => unreachable!("{line}"),
        })
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn flags_for_clang_stand_after_two_dashes() {
        let t = parse("everypath test a.c b.c -m32 -- -DN=4 -m32 --entry").unwrap();
        assert!(t.m32);
        assert_eq!(t.files.len(), 2);
        assert_eq!(t.clang_flags, ["-DN=4", "-m32", "--entry"]);
        assert_eq!(t.entry, "main");
    }

    #[test]
    fn lists_may_be_repeated_or_joined() {
        let t = parse("everypath test a.c --test-format ktest,xml").unwrap();
        assert_eq!(t.test_format, [TestFormat::Ktest, TestFormat::Xml]);
        let t = parse("everypath test a.c --test-format ktest --test-format raw").unwrap();
        assert_eq!(t.test_format, [TestFormat::Ktest, TestFormat::Raw]);
        let t = parse("everypath test a.c --check -leak,-abort").unwrap();
        assert!(!t.check.unwrap().has(ep_base::outcome::ErrorKind::Abort));
    }

    #[test]
    fn wrong_lines_are_refused() {
        for line in [
            "everypath",
            "everypath test",
            "everypath fly a.c",
            "everypath test a.c --timeout 0",
            "everypath test a.c --timeout -5",
            "everypath test a.c --max-memory 1",
            "everypath test a.c --max-paths 0",
            "everypath test a.c --search upwards",
            "everypath test a.c --check everything",
            "everypath test a.c --tree tree.svg",
            "everypath test a.c --no-such-flag",
            "everypath test a.c --stdin -1",
            "everypath test a.c --test-format csv",
        ] {
            let e = parse(line).expect_err(line);
            assert_eq!(e.exit_code(), 2, "{line}");
        }
    }
}
