//! The command line of `everypath paths`.

use super::common;
use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::common::{Defaults, Html, Json, Quiet, Timeout};
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::paths::options::{PathsOptions, WayArg};
use ep_verbs::values;
use std::path::PathBuf;

/// Its own defaults.
#[derive(Clone, Debug)]
pub struct Limits;

impl Defaults for Limits {
    const PATHS: Option<&'static str> = Some("1000");
}

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
    #[command(flatten)]
    pub max_paths: common::MaxPaths<Limits>,
    #[command(flatten)]
    pub timeout: Timeout,

    /// Show on every path that EXPR holds after it; \result is what is returned, \old(e) a value before
    #[arg(long, value_name = "EXPR", help_heading = "Results")]
    pub prove: Option<String>,
    /// Write a JUnit test per path to this folder, compile and run them
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub tests: Option<PathBuf>,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    #[command(flatten)]
    pub tree: common::Tree,
    #[command(flatten)]
    pub html: Html,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub quiet: Quiet,
}

plain!(PathsArgs => PathsOptions {
    file, method, total, way, depth, prove, tests
} into {
    isolation, timeout, max_paths, tree, html, json, quiet
});
