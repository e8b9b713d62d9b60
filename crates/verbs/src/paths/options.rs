//! The options of `everypath paths`.

use ep_proofs::words::Words;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath paths`.
#[derive(Clone, Debug)]
pub struct PathsOptions {
    /// A Java source
    pub file: PathBuf,
    /// The method: C.m, or C.m(int,Node) where several have that name
    pub method: String,
    /// Division by zero gives 0 and never fails, as in the formal language
    pub total: bool,

    /// How conditions are computed
    pub way: WayArg,
    /// Choices on one path that are followed [default: 20; with --timeout it grows]
    pub depth: Option<u64>,
    /// Paths to complete
    pub max_paths: u64,
    /// Time for the whole run: 30, 30s, 2m
    pub timeout: Option<Duration>,

    /// Show on every path that EXPR holds after it; \result is what is returned, \old(e) a value before
    pub prove: Option<String>,
    /// Write a JUnit test per path to this folder, compile and run them
    pub tests: Option<PathBuf>,
    /// What native runs may do.
    pub isolation: crate::isolation::Isolation,
    /// Write the tree of choices; .html is a page to look at
    pub tree: Option<PathBuf>,
    /// Write a page (summary, source, tree of choices) to DIR/index.html
    pub html: Option<PathBuf>,
    /// Print one JSON object instead of text
    pub json: bool,
    /// Print nothing but the summary line
    pub quiet: bool,
}

impl Default for PathsOptions {
    /// What the command line has without any flag.
    fn default() -> PathsOptions {
        PathsOptions {
            file: PathBuf::new(),
            method: String::new(),
            total: false,
            way: WayArg::Auto,
            depth: None,
            max_paths: 1000,
            timeout: None,
            prove: None,
            tests: None,
            isolation: Default::default(),
            tree: None,
            html: None,
            json: false,
            quiet: false,
        }
    }
}

/// Which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WayArg {
    /// Substitution and path condition on the fly
    Forward,
    /// Symbolic traces and weakest preconditions
    Backward,
    /// Both, compared by solver
    Both,
    /// What docs/forward-backward.md found to be better for the program
    Auto,
}

impl Words for WayArg {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            WayArg::Forward,
            "forward",
            "Substitution and path condition on the fly",
        ),
        (
            WayArg::Backward,
            "backward",
            "Symbolic traces and weakest preconditions",
        ),
        (WayArg::Both, "both", "Both, compared by solver"),
        (
            WayArg::Auto,
            "auto",
            "What docs/forward-backward.md found to be better for the program",
        ),
    ];
}
