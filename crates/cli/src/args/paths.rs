//! The command line of `everypath paths`.

use super::isolation::IsolationArgs;
use super::parse::tree_file;
use clap::Args;
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::paths::options::{PathsOptions, WayArg};
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath paths`.
#[derive(Args, Debug)]
pub struct PathsArgs {
    /// A Java source
    #[arg(value_name = "FILE.java")]
    pub file: PathBuf,
    /// The method: C.m, or C.m(int,Node) where several have that name
    #[arg(long, value_name = "C.m", help_heading = "Inputs")]
    pub method: String,
    /// Division by zero gives 0 and never fails, as in the formal language
    #[arg(long, help_heading = "Inputs")]
    pub total: bool,

    /// How conditions are computed
    #[arg(long, value_parser = words::<WayArg>(), default_value = "auto", help_heading = "Exploration")]
    pub way: WayArg,
    /// Choices on one path that are followed [default: 20; with --timeout it grows]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub depth: Option<u64>,
    /// Paths to complete
    #[arg(long, value_name = "N", default_value = "1000", value_parser = values::count, help_heading = "Limits")]
    pub max_paths: u64,
    /// Time for the whole run: 30, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,

    /// Show on every path that EXPR holds after it; \result is what is returned, \old(e) a value before
    #[arg(long, value_name = "EXPR", help_heading = "Results")]
    pub prove: Option<String>,
    /// Write a JUnit test per path to this folder, compile and run them
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub tests: Option<PathBuf>,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Write the tree of choices; .html is a page to look at
    #[arg(long, value_name = "FILE.html|.json|.dot", value_parser = tree_file, help_heading = "Results")]
    pub tree: Option<PathBuf>,
    /// Write a page (summary, source, tree of choices) to DIR/index.html
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub html: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Print nothing but the summary line
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
}

plain!(PathsArgs => PathsOptions {
    file, method, total, way, depth, max_paths, timeout, prove, tests, tree, html, json, quiet,
} into { isolation });
