//! The command line of `everypath its`.

use crate::values;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// `everypath its`.
#[derive(Args, Debug)]
pub struct ItsArgs {
    /// Integer transition systems (.koat, .smt2, .t2, .ari)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How the files are written [default: by their ending]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub from: Option<From>,

    /// What is asked
    #[arg(long, value_enum, default_value_t = Goal::Termination, help_heading = "Analysis")]
    pub goal: Goal,
    /// Check every step of every proof a second time
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
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Results")]
    pub to: Option<To>,
    /// Print YES, NO, MAYBE or WORST_CASE(lower, upper) first, as the
    /// termination competition wants it
    #[arg(long, help_heading = "Results")]
    pub termcomp: bool,
    /// Print the proof for a reader
    #[arg(long, help_heading = "Results")]
    pub explain: bool,
    /// Print one JSON object per file instead
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
}

/// What is asked of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Goal {
    /// Whether every run ends
    Termination,
    /// The greatest cost
    Upper,
    /// Inputs with costly runs
    Lower,
    /// Both bounds of the greatest cost
    Bounds,
    /// Termination and both bounds
    All,
}

impl Goal {
    /// Whether bounds are asked for, and not termination.
    pub fn is_bounds(self) -> bool {
        matches!(self, Goal::Upper | Goal::Lower | Goal::Bounds)
    }
}

/// A format that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum From {
    /// KoAT's
    Koat,
    /// The smt2 form of the termination competition
    Smt2,
    /// T2's
    T2,
    /// ARI, of the termination competition
    Ari,
}

/// A format that can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum To {
    /// KoAT's
    Koat,
    /// ARI, of the termination competition
    Ari,
}
