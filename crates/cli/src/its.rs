//! The command line of `everypath its`.

use crate::parse::words;
use crate::plain;
use clap::Args;
use ep_proofs::its::options::{From, Goal, ItsOptions, To};
use ep_proofs::values;
use std::path::PathBuf;
use std::time::Duration;

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
    /// Judge every proof at once, against the text of the file, with cvc5 where a
    /// step is not linear; what could not be checked is told
    #[arg(long, help_heading = "Analysis")]
    pub cross_check: bool,
    /// The greatest depth of nested ranking functions
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8), help_heading = "Analysis")]
    pub depth: u32,

    /// More than 1: searches for proofs, endless runs and costly inputs go on
    /// side by side, with the same answer
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64), help_heading = "Analysis")]
    pub jobs: u32,

    /// Time for each file: 30, 30s, 2m
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,

    /// Write the certificate here (with several files: a folder)
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub certificate: Option<PathBuf>,
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
    #[arg(long, help_heading = "Results")]
    pub termcomp: bool,
    /// Print the proof for a reader
    #[arg(long, help_heading = "Results")]
    pub explain: bool,
    /// Print one JSON object per file instead
    #[arg(long, conflicts_with_all = ["termcomp", "explain"], help_heading = "Results")]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
}

plain!(ItsArgs => ItsOptions {
    files, from, goal, cross_check, depth, jobs, timeout, certificate, to, termcomp, explain,
    json, quiet,
} into {});
