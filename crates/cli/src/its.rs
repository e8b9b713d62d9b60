//! The command line of `everypath its`.

use crate::common::{Certificate, CrossCheck, Jobs, Json, Quiet, Timeout};
use crate::parse::words;
use crate::plain;
use clap::Args;
use ep_proofs::its::options::{From, Goal, ItsOptions, To};
use std::path::PathBuf;

/// `everypath its`.
#[derive(Args, Debug)]
pub struct ItsArgs {
    /// Integer transition systems (.koat, .smt2, .t2, .ari)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the files are written [default: by their ending]
    #[arg(long, value_parser = words::<From>(), value_name = "FORMAT")]
    pub from: Option<From>,

    /// What is asked
    #[arg(long, value_parser = words::<Goal>(), default_value = "termination", help_heading = "Analysis")]
    pub goal: Goal,
    #[command(flatten, next_help_heading = "Analysis")]
    pub cross_check: CrossCheck,
    /// The greatest depth of nested ranking functions
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8), help_heading = "Analysis")]
    pub depth: u32,

    #[command(flatten, next_help_heading = "Analysis")]
    pub jobs: Jobs,

    #[command(flatten)]
    pub timeout: Timeout,

    #[command(flatten)]
    pub certificate: Certificate,
    /// Print the system in this format and do nothing else
    #[arg(
        long,
        value_parser = words::<To>(),
        value_name = "FORMAT",
        conflicts_with_all = ["certificate", "termcomp", "explain", "json", "cross_check"],
        help_heading = "Results"
    )]
    pub to: Option<To>,
    /// Print YES, NO, MAYBE or WORST_CASE(lower, upper) first, as the
    /// termination competition wants it
    #[arg(long, conflicts_with = "json", help_heading = "Results")]
    pub termcomp: bool,
    /// Print the proof for a reader
    #[arg(long, conflicts_with = "json", help_heading = "Results")]
    pub explain: bool,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub quiet: Quiet,
}

plain!(ItsArgs => ItsOptions {
    files, from, goal, depth, to, termcomp, explain
} into {
    timeout, cross_check, jobs, certificate, json, quiet
});
