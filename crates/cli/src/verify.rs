//! The command line of `everypath verify`.

use crate::common::{Html, Jobs, Json, MaxMemory, NoIsolation, Quiet, Sarif, Timeout};
use crate::parse::words;
use crate::plain;
use clap::Args;
use ep_proofs::values;
use ep_proofs::verify::options::{Infer, Overflow, VerifyOptions};
use std::path::PathBuf;
use std::time::Duration;

/// `everypath verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Viper files (.vpr) or Java sources (.java) with specifications
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Ghost operations to infer: open, close, use, contracts, all or none
    /// [default: use for .vpr, all for .java]
    #[arg(
        long,
        value_name = "LIST",
        value_parser = words::<Infer>(),
        value_delimiter = ',',
        help_heading = "Proofs"
    )]
    pub infer: Option<Vec<Infer>>,
    /// What integer overflow in Java code means
    #[arg(long, value_parser = words::<Overflow>(), default_value = "check", help_heading = "Proofs")]
    pub overflow: Overflow,
    /// Keep the paths after a conditional apart even where they agree
    #[arg(long, help_heading = "Proofs")]
    pub no_joins: bool,
    /// Seed of the solver
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Proofs")]
    pub seed: u32,
    /// Verify with N seeds, and in other ways, and name the members whose verdict changes
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Proofs")]
    pub stability: Option<u64>,
    /// List quantifiers by how often the solver instantiated them, and why
    #[arg(long, help_heading = "Proofs")]
    pub profile: bool,
    /// Verify only members whose name is in this list
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        help_heading = "Proofs"
    )]
    pub member: Vec<String>,
    /// Viper: report places that a contradiction keeps out of reach
    #[arg(long, help_heading = "Proofs")]
    pub smoke: bool,
    /// Where imports in angle brackets are looked up too
    #[arg(long, value_name = "DIR", help_heading = "Proofs")]
    pub library: Vec<PathBuf>,

    #[command(flatten)]
    pub timeout: Timeout,
    /// Time for each member
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub timeout_per_member: Option<Duration>,
    #[command(flatten)]
    pub max_memory: MaxMemory,
    #[command(flatten, next_help_heading = "Limits")]
    pub jobs: Jobs,

    /// Keep verdicts here and verify again only what changed
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub cache: Option<PathBuf>,
    /// Print the ghost operations that were inferred
    #[arg(long, help_heading = "Results")]
    pub show_ghost: bool,
    #[command(flatten)]
    pub html: Html,
    /// Keep the Java tests that counterexamples become here
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub tests: Option<PathBuf>,
    /// Do not turn counterexamples into Java tests and run them
    #[arg(long, help_heading = "Results")]
    pub no_run: bool,
    #[command(flatten)]
    pub no_isolation: NoIsolation,
    #[command(flatten)]
    pub sarif: Sarif,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub quiet: Quiet,
}

plain!(VerifyArgs => VerifyOptions {
    files, infer, overflow, no_joins, seed, stability, profile, member, smoke, library,
    timeout_per_member, cache, show_ghost, tests, no_run
} into {
    timeout, max_memory, jobs, html, no_isolation, sarif, json, quiet
});
