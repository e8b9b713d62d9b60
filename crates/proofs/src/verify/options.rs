//! The options of `everypath verify`.

use crate::words::Words;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath verify`.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Viper files (.vpr) or Java sources (.java) with specifications
    pub files: Vec<PathBuf>,

    /// Ghost operations to infer: open, close, use, contracts, all or none
    /// [default: use for .vpr, all for .java]
    pub infer: Option<Vec<Infer>>,
    /// What integer overflow in Java code means
    pub overflow: Overflow,
    /// Keep the paths after a conditional apart even where they agree
    pub no_joins: bool,
    /// Seed of the solver
    pub seed: u32,
    /// Verify with N seeds, and in other ways, and name the members whose verdict changes
    pub stability: Option<u64>,
    /// List quantifiers by how often the solver instantiated them, and why
    pub profile: bool,
    /// Verify only members whose name is in this list
    pub member: Vec<String>,
    /// Viper: report places that a contradiction keeps out of reach
    pub smoke: bool,
    /// Where imports in angle brackets are looked up too
    pub library: Vec<PathBuf>,

    /// Time for the whole run: 30, 30s, 2m
    pub timeout: Option<Duration>,
    /// Time for each member
    pub timeout_per_member: Option<Duration>,
    /// Memory for the whole run: 512M, 2G
    pub max_memory: u64,
    /// Members that are verified at the same time
    pub jobs: u64,

    /// Keep verdicts here and verify again only what changed
    pub cache: Option<PathBuf>,
    /// Print the ghost operations that were inferred
    pub show_ghost: bool,
    /// Write the symbolic states along each failing path to DIR/index.html
    pub html: Option<PathBuf>,
    /// Keep the Java tests that counterexamples become here
    pub tests: Option<PathBuf>,
    /// Do not turn counterexamples into Java tests and run them
    pub no_run: bool,
    /// Run natively without isolation: the program can change and delete your files
    pub no_isolation: bool,
    /// Write the findings as SARIF to this file too
    pub sarif: Option<PathBuf>,
    /// Print one JSON object instead of the summary
    pub json: bool,
    /// Print nothing but errors
    pub quiet: bool,
}

impl Default for VerifyOptions {
    /// What the command line has without any flag.
    fn default() -> VerifyOptions {
        VerifyOptions {
            files: Vec::new(),
            infer: None,
            overflow: Overflow::Check,
            no_joins: false,
            seed: 0,
            stability: None,
            profile: false,
            member: Vec::new(),
            smoke: false,
            library: Vec::new(),
            timeout: None,
            timeout_per_member: None,
            max_memory: 4 << 30,
            jobs: 1,
            cache: None,
            show_ghost: false,
            html: None,
            tests: None,
            no_run: false,
            no_isolation: false,
            sarif: None,
            json: false,
            quiet: false,
        }
    }
}

/// A ghost operation that can be inferred (document 001, section 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infer {
    /// Unfold a predicate when a field is missing
    Open,
    /// Fold a predicate when it is missing
    Close,
    /// Use the definition of a function after each call
    Use,
    /// Unfold the predicates of a contract around the body
    Contracts,
    /// All of them
    All,
    /// None of them
    None,
}

impl Words for Infer {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            Infer::Open,
            "open",
            "Unfold a predicate when a field is missing",
        ),
        (Infer::Close, "close", "Fold a predicate when it is missing"),
        (
            Infer::Use,
            "use",
            "Use the definition of a function after each call",
        ),
        (
            Infer::Contracts,
            "contracts",
            "Unfold the predicates of a contract around the body",
        ),
        (Infer::All, "all", "All of them"),
        (Infer::None, "none", "None of them"),
    ];
}

/// What integer overflow in Java code means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// It is an error
    Check,
    /// Results wrap around, as they do when Java runs
    Wrap,
    /// Integers are mathematical
    Ignore,
}

impl Words for Overflow {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Overflow::Check, "check", "It is an error"),
        (
            Overflow::Wrap,
            "wrap",
            "Results wrap around, as they do when Java runs",
        ),
        (Overflow::Ignore, "ignore", "Integers are mathematical"),
    ];
}

impl From<Overflow> for ep_java::lower::Overflow {
    fn from(o: Overflow) -> Self {
        match o {
            Overflow::Check => Self::Check,
            Overflow::Wrap => Self::Wrap,
            Overflow::Ignore => Self::Ignore,
        }
    }
}
