//! The options of `everypath time`.

use crate::program::database::Database;
pub use crate::test::options::Arith;
use ep_proofs::words::Words;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath time`.
#[derive(Clone, Debug)]
pub struct TimeOptions {
    /// C sources, bitcode (.bc) or LLVM assembly (.ll); several are linked
    pub files: Vec<PathBuf>,
    /// Take the flags of each file from DIR/compile_commands.json
    pub database: Database,
    /// Flags for clang
    pub clang_flags: Vec<String>,

    /// The function that is looked at; its parameters are the inputs
    pub entry: String,
    /// Elements of the buffer behind each pointer parameter, in counted runs
    pub buffer: u64,
    /// What uninitialised locals hold
    pub uninit: Uninit,
    /// Compile for 32 bits (also written -m32)
    pub m32: bool,
    /// The clang 19 to compile with
    pub clang: Option<PathBuf>,
    /// Pointers of the entry can be null
    pub may_be_null: bool,
    /// Pointers of the entry can lead to one object, or to global variables
    pub may_alias: bool,
    /// A device at these addresses (not supported)
    pub mmio: Vec<String>,
    /// Parameters that belong together (not supported)
    pub sized: Vec<String>,
    /// What a call of a function without a body does
    pub external: External,

    /// Whether it ends, or bounds too
    pub goal: Goal,
    /// What is counted: instructions, rounds, calls:NAME or ticks (of ep_tick)
    pub cost: String,
    /// The most LLVM instructions that a run may take, in the parameters: '8*x + 20'
    pub budget: Option<String>,
    /// What signed arithmetic does that overflows
    pub overflow: Overflow,
    /// Integers as the machine has them, or mathematical ones (nothing is run)
    pub arith: Arith,
    /// How a wrap-around that ranges do not decide is represented
    pub wrap: Wrap,
    /// Which number stands for a bit-vector
    pub view: View,
    /// Memory errors that could not be excluded leave the question open
    pub strict: bool,
    /// Taken, and nothing more: the certificate of a proof is always checked
    pub cross_check: bool,
    /// Say whether the answer depends on wrap-around
    pub compare_arith: bool,
    /// What a call of a function costs, in its arguments: 'memcpy=n + 3'
    pub cost_of: Vec<String>,

    /// Time for the whole run: 30, 30s, 2m
    pub timeout: Duration,
    /// Memory for the whole run: 512M, 2G
    pub max_memory: u64,
    /// LLVM instructions of one counted run
    pub run_limit: u64,

    /// The folder for results; must be new or empty [default: everypath-out/<file>-<number>]
    pub out: Option<PathBuf>,
    /// Show all loops with what holds at their heads
    pub loops: bool,
    /// Write the symbolic execution graph
    pub graph: Option<PathBuf>,
    /// Write the integer transition system for everypath its, in the format of KoAT
    pub its: Option<PathBuf>,
    /// How that system writes limits of types
    pub its_limits: ItsLimits,
    /// Write the certificate, for everypath judge
    pub certificate: Option<PathBuf>,
    /// Do not run anything natively: lassos are then not claimed
    pub no_native: bool,
    /// What native runs may do.
    pub isolation: crate::isolation::Isolation,
    /// Write a page with everything to DIR/index.html
    pub html: Option<PathBuf>,
    /// Write the findings as SARIF to this file too
    pub sarif: Option<PathBuf>,
    /// Print one JSON object instead of the summary
    pub json: bool,
    /// Print nothing but errors
    pub quiet: bool,
}

impl Default for TimeOptions {
    /// What the command line has without any flag.
    fn default() -> TimeOptions {
        TimeOptions {
            files: Vec::new(),
            database: Database::default(),
            clang_flags: Vec::new(),
            entry: "main".into(),
            buffer: 8,
            uninit: Uninit::Arbitrary,
            m32: false,
            clang: None,
            may_be_null: false,
            may_alias: false,
            mmio: Vec::new(),
            sized: Vec::new(),
            external: External::Stop,
            goal: Goal::Bounds,
            cost: "instructions".into(),
            budget: None,
            overflow: Overflow::Wrap,
            arith: Arith::Bits,
            wrap: Wrap::Lazy,
            view: View::Auto,
            strict: false,
            cross_check: false,
            compare_arith: false,
            cost_of: Vec::new(),
            timeout: Duration::from_secs(60),
            max_memory: 4 << 30,
            run_limit: 262_144,
            out: None,
            loops: false,
            graph: None,
            its: None,
            its_limits: ItsLimits::Number,
            certificate: None,
            no_native: false,
            isolation: Default::default(),
            html: None,
            sarif: None,
            json: false,
            quiet: false,
        }
    }
}

/// What a call of a function without a body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum External {
    /// The question stays open: it may not come back
    Stop,
    /// It comes back with any result and writes nothing
    Havoc,
}

impl Words for External {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            External::Stop,
            "stop",
            "The question stays open: it may not come back",
        ),
        (
            External::Havoc,
            "havoc",
            "It comes back with any result and writes nothing",
        ),
    ];
}

/// `--goal`: what is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Whether it ends
    Termination,
    /// And how long it takes
    Bounds,
}

impl Words for Goal {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Goal::Termination, "termination", "Whether it ends"),
        (Goal::Bounds, "bounds", "And how long it takes"),
    ];
}

/// `--uninit`: what a local holds before it is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninit {
    /// Any value
    Arbitrary,
    /// An input
    Input,
}

impl Words for Uninit {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Uninit::Arbitrary, "arbitrary", "Any value"),
        (Uninit::Input, "input", "An input"),
    ];
}

/// `--overflow`: what becomes of a signed overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// Wrap around, as the machine does
    Wrap,
    /// The places that could not be excluded are named
    Error,
    /// It does not happen
    Assume,
}

impl Words for Overflow {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Overflow::Wrap, "wrap", "Wrap around, as the machine does"),
        (
            Overflow::Error,
            "error",
            "The places that could not be excluded are named",
        ),
        (Overflow::Assume, "assume", "It does not happen"),
    ];
}

/// `--wrap`: how additions that may wrap around are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrap {
    /// Cases
    Case,
    /// Cases where they are needed
    Lazy,
    /// Remainders
    Modulo,
}

impl Words for Wrap {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Wrap::Case, "case", "Cases"),
        (Wrap::Lazy, "lazy", "Cases where they are needed"),
        (Wrap::Modulo, "modulo", "Remainders"),
    ];
}

/// `--view`: how bits are read as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// As each value is used
    Auto,
    /// The signed one
    Signed,
    /// The unsigned one
    Unsigned,
}

impl Words for View {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (View::Auto, "auto", "As each value is used"),
        (View::Signed, "signed", "The signed one"),
        (View::Unsigned, "unsigned", "The unsigned one"),
    ];
}

/// Limits of types in the system that `--its` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItsLimits {
    /// As numbers: the system that the certificate is about
    Number,
    /// As variables that are inputs
    Parameter,
    /// As variables that the first step sets to anything
    Free,
}

impl Words for ItsLimits {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            ItsLimits::Number,
            "number",
            "As numbers: the system that the certificate is about",
        ),
        (
            ItsLimits::Parameter,
            "parameter",
            "As variables that are inputs (UINT_MAX)",
        ),
        (
            ItsLimits::Free,
            "free",
            "As variables that the first step sets to anything",
        ),
    ];
}
