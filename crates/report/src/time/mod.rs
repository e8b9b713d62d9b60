//! The result of `everypath time` in words, as SARIF, and as a page.
//!
//! Everything comes from [`ep_base::time::Report`] and the few facts of
//! [`About`]; nothing is computed here but what a reader sees.

pub mod graph;
pub mod page;
pub mod sarif;
pub mod text;

use ep_base::outcome::{Input, Place};

/// What a report does not hold.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub version: String,
    pub files: Vec<String>,
    /// Runs that were counted natively with the same number.
    pub native_equal: u64,
    /// LLVM instructions after which a run was skipped.
    pub run_limit: u64,
    /// Runs that ended otherwise than by returning.
    pub stopped: Vec<(String, u64)>,
    /// Where signed arithmetic overflows in a run that was counted, and its inputs:
    /// asked for with `--overflow error`.
    pub overflow: Option<(Place, Vec<Input>)>,
    /// The upper bound speaks of some inputs, and of others nothing is known.
    pub partial: bool,
    /// What became of the budget, and its text.
    pub budget: Option<(String, Budget)>,
    /// A round of the lasso is a call in the one before: how many bytes deep the
    /// native run was when it had exhausted its stack.
    pub exhausts: Option<u64>,
    /// The certificate derives the upper bound, not only that the program ends.
    pub derives_upper: bool,
    /// What the user should know, one sentence each.
    pub notes: Vec<String>,
    /// Show all loops.
    pub loops: bool,
}

/// Whether a budget is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Budget {
    /// On every input.
    Kept,
    /// Not by the run with this number.
    Exceeded { run: u32 },
    /// No run exceeds it, and no proof shows it.
    Unknown(String),
}

/// `file:line`, without the folders.
pub fn short(place: &Place) -> String {
    let file = place.file.rsplit('/').next().unwrap_or(&place.file);
    format!("{file}:{}", place.line)
}
