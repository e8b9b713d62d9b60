//! The options of `everypath its`.

use crate::words::Words;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath its`.
#[derive(Clone, Debug)]
pub struct ItsOptions {
    /// Integer transition systems (.koat, .smt2, .t2, .ari)
    pub files: Vec<PathBuf>,
    /// How the files are written [default: by their ending]
    pub from: Option<From>,

    /// What is asked
    pub goal: Goal,
    /// Judge every proof at once, against the text of the file, with cvc5 where a
    /// step is not linear; what could not be checked is told
    pub cross_check: bool,
    /// The greatest depth of nested ranking functions
    pub depth: u32,

    /// More than 1: searches for proofs, endless runs and costly inputs go on
    /// side by side, with the same answer
    pub jobs: u32,

    /// Time for each file: 30, 30s, 2m
    pub timeout: Option<Duration>,

    /// Write the certificate here (with several files: a folder)
    pub certificate: Option<PathBuf>,
    /// Print the system in this format and do nothing else
    pub to: Option<To>,
    /// Print YES, NO, MAYBE or WORST_CASE(lower, upper) first, as the
    /// termination competition wants it
    pub termcomp: bool,
    /// Print the proof for a reader
    pub explain: bool,
    /// Print one JSON object per file instead
    pub json: bool,
    /// Print nothing but errors
    pub quiet: bool,
}

impl Default for ItsOptions {
    /// What the command line has without any flag.
    fn default() -> ItsOptions {
        ItsOptions {
            files: Vec::new(),
            from: None,
            goal: Goal::Termination,
            cross_check: false,
            depth: 4,
            jobs: 1,
            timeout: None,
            certificate: None,
            to: None,
            termcomp: false,
            explain: false,
            json: false,
            quiet: false,
        }
    }
}

/// What is asked of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl Words for Goal {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Goal::Termination, "termination", "Whether every run ends"),
        (Goal::Upper, "upper", "The greatest cost"),
        (Goal::Lower, "lower", "Inputs with costly runs"),
        (Goal::Bounds, "bounds", "Both bounds of the greatest cost"),
        (Goal::All, "all", "Termination and both bounds"),
    ];
}

impl Goal {
    /// Whether bounds are asked for, and not termination.
    pub fn is_bounds(self) -> bool {
        matches!(self, Goal::Upper | Goal::Lower | Goal::Bounds)
    }
}

/// A format that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl Words for From {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (From::Koat, "koat", "KoAT's"),
        (
            From::Smt2,
            "smt2",
            "The smt2 form of the termination competition",
        ),
        (From::T2, "t2", "T2's"),
        (From::Ari, "ari", "ARI, of the termination competition"),
    ];
}

/// A format that can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum To {
    /// KoAT's
    Koat,
    /// The smt2 form of the termination competition
    Smt2,
    /// T2's
    T2,
    /// ARI, of the termination competition
    Ari,
}

impl Words for To {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (To::Koat, "koat", "KoAT's"),
        (
            To::Smt2,
            "smt2",
            "The smt2 form of the termination competition",
        ),
        (To::T2, "t2", "T2's"),
        (To::Ari, "ari", "ARI, of the termination competition"),
    ];
}
