//! What a worker counted, which is summed up for the outcome of a run.
//!
//! Idea: counts, gaps and how exact the paths were add up over workers and over the
//! parts of a run that was resumed, so they are one value. Cost: linear in the gaps and
//! in the bugs.

use ep_base::outcome::{Exactness, Incomplete, Statistics};
use std::collections::BTreeMap;

/// The counts of one worker.
#[derive(Clone, Default)]
pub struct Totals {
    pub statistics: Statistics,
    pub gaps: BTreeMap<Incomplete, u64>,
    pub over: bool,
    pub under: bool,
    pub assumptions: u32,
    /// Paths with an error, by the position of the bug.
    pub bug_paths: Vec<u64>,
    pub paths_not_kept: u64,
}

impl Totals {
    /// Adds another worker's.
    pub fn add(&mut self, o: &Totals) {
        self.statistics.add(&o.statistics);
        for (g, n) in &o.gaps {
            *self.gaps.entry(g.clone()).or_insert(0) += n;
        }
        self.over |= o.over;
        self.under |= o.under;
        self.assumptions |= o.assumptions;
        self.paths_not_kept += o.paths_not_kept;
        if self.bug_paths.len() < o.bug_paths.len() {
            self.bug_paths.resize(o.bug_paths.len(), 0);
        }
        for (mine, n) in self.bug_paths.iter_mut().zip(&o.bug_paths) {
            *mine += n;
        }
    }

    /// How exact all paths were together.
    pub fn exactness(&self) -> Exactness {
        Exactness {
            over: self.over,
            under: self.under,
        }
    }
}
