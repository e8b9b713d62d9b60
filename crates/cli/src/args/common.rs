//! Flags that several verbs of C programs have, as [`ep_cli::common`] has those of all.

use super::parse::tree_file;
use clap::Args;
use ep_cli::common::{Defaults, Usual};
use ep_cli::flags;
use ep_cli::parse::words;
use ep_proofs::words::Words;
use ep_verbs::solve::options::DataModel;
use ep_verbs::test::options::{self, Arith, Overflow};
use ep_verbs::time::options as bounds;
use ep_verbs::uninit::Uninit;
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

flags! {
    /// The clang 19 to compile with
    #[arg(long, value_name = "PROGRAM")]
    Clang { clang: Option<PathBuf> };

    /// Compile for 32 bits (also written -m32)
    #[arg(long, help_heading = "Inputs")]
    M32 { m32: bool };

    /// The function where runs start; its parameters are the inputs
    #[arg(long, value_name = "FUNCTION", default_value = "main", help_heading = "Inputs")]
    Entry { entry: String };

    /// Elements of the buffer behind each pointer parameter of the entry (time: in counted runs)
    #[arg(long, value_name = "N", default_value = "8", value_parser = values::count, help_heading = "Inputs")]
    Buffer { buffer: u64 };

    /// Parameters of the entry that belong together: DATA points to SIZE elements (test and check: at most those of --buffer); several times for several. LLVMFuzzerTestOneInput needs none, under fuzz no f(pointer, integer) of bytes
    #[arg(long, requires = "entry", value_name = "DATA:SIZE", value_parser = options::sized, help_heading = "Inputs")]
    SizedArg { sized: Vec<options::SizedPair> } also options::Sizes;

    /// Pointer parameters of the entry can be null
    #[arg(long, help_heading = "Inputs")]
    MayBeNull { may_be_null: bool };

    /// Pointers of the entry to one type can lead to one object (time: those of any types, and to global variables)
    #[arg(long, help_heading = "Inputs")]
    MayAlias { may_alias: bool };

    /// Pointers of the entry to char or signed char lead to strings: the last element is 0
    #[arg(long, help_heading = "Inputs")]
    Strings { strings: bool };

    /// Bytes of symbolic standard input
    #[arg(long, visible_alias = "sym-stdin", value_name = "N", value_parser = values::symbolic_bytes, help_heading = "Inputs")]
    Stdin { stdin: Option<u64> };

    /// What is not initialised: an error where it decides something, or any value (also where --check leaves uninitialised-read out)
    #[arg(long, value_parser = words::<Uninit>(), default_value = "error")]
    UninitArg { uninit: Uninit };

    /// Signed arithmetic that overflows: an error, or it wraps around (also where --check leaves signed-overflow out)
    #[arg(long, value_parser = words::<Overflow>(), default_value = "error")]
    OverflowArg { overflow: Overflow };

    /// Integers as the machine has them, or mathematical ones (time: nothing is run)
    #[arg(long, value_parser = words::<Arith>(), default_value = "bits")]
    ArithArg { arith: Arith };

    /// Bytes of stack of the program, beyond which a recursion counts as unbounded
    #[arg(long, value_name = "SIZE", default_value = "8M", value_parser = values::stack)]
    StackSize { stack_size: u64 };

    /// Stop at the first bug
    #[arg(long)]
    FirstBug { first_bug: bool };

    /// How often the usual work a question to the solver may take
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "Limits")]
    SolverLimit { solver_limit: u32 };

    /// The folder for results; must be new or empty (fuzz goes on with that of an earlier run) [default: everypath-out/<file>-<number>]
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    Out { out: Option<PathBuf> };

    /// Do not run anything natively: bugs stay unconfirmed, lassos are not claimed, and nothing is measured
    #[arg(long, help_heading = "Results")]
    NoNative { no_native: bool };

    /// Write the tree of the run; .html is a page to look at
    #[arg(long, value_name = "FILE.html|.json|.dot", value_parser = tree_file, help_heading = "Results")]
    Tree { tree: Option<PathBuf> };

    /// What is asked: a property file of SV-COMP (.prp); a task file brings its own
    #[arg(long, value_name = "FILE")]
    Property { property: Option<PathBuf> };

    /// Sizes of types: 32 or 64 bits [default: the task's, else LP64]
    #[arg(long, value_parser = words::<DataModel>(), ignore_case = true, help_heading = "Question")]
    DataModelArg { data_model: Option<DataModel> };
}

/// Each verb has its own words: what it cannot do is none of them.
#[derive(Args, Clone, Debug)]
pub struct ExternalArg<E: Words + Clone + Send + Sync + 'static> {
    /// What a call of a function without body or model does
    #[arg(long, value_parser = words::<E>(), default_value = "stop", help_heading = "Inputs")]
    pub external: E,
}

impl From<ExternalArg<options::External>> for options::External {
    fn from(a: ExternalArg<options::External>) -> options::External {
        a.external
    }
}

impl From<ExternalArg<bounds::External>> for bounds::External {
    fn from(a: ExternalArg<bounds::External>) -> bounds::External {
        a.external
    }
}

#[derive(Args, Clone, Debug)]
pub struct CpuTime<D: Defaults = Usual> {
    /// Processor time of all processes together: 60, 90s, 15m (validate: 90s for a violation and 300s for a proof, where nothing is said)
    #[arg(long, value_name = "TIME", default_value = D::TIME, value_parser = values::duration, help_heading = "Limits")]
    pub cpu_time: Option<Duration>,
    #[arg(skip)]
    verb: std::marker::PhantomData<D>,
}

impl<D: Defaults> From<CpuTime<D>> for Option<Duration> {
    fn from(a: CpuTime<D>) -> Option<Duration> {
        a.cpu_time
    }
}

/// For verbs that have a default.
impl<D: Defaults> From<CpuTime<D>> for Duration {
    fn from(a: CpuTime<D>) -> Duration {
        a.cpu_time.unwrap_or(Duration::MAX)
    }
}

#[derive(Args, Clone, Debug)]
pub struct MaxPaths<D: Defaults = Usual> {
    /// Paths to complete
    #[arg(long, value_name = "N", default_value = D::PATHS, value_parser = values::count, help_heading = "Limits")]
    pub max_paths: Option<u64>,
    #[arg(skip)]
    verb: std::marker::PhantomData<D>,
}

impl<D: Defaults> From<MaxPaths<D>> for Option<u64> {
    fn from(a: MaxPaths<D>) -> Option<u64> {
        a.max_paths
    }
}

/// For verbs that have a default.
impl<D: Defaults> From<MaxPaths<D>> for u64 {
    fn from(a: MaxPaths<D>) -> u64 {
        a.max_paths.unwrap_or(u64::MAX)
    }
}
