//! What a pipeline may do, and what it did.

use crate::stage::{Counts, Part, Parts, Stage};
use std::path::PathBuf;
use std::time::Duration;

/// How queries are answered.
#[derive(Clone, Debug)]
pub struct SmtOptions {
    /// Every solver query is written here as a numbered SMT-LIB file.
    pub log_dir: Option<PathBuf>,
    /// Every answer is compared with Z3's.
    pub cross_check: bool,
    /// Conflicts of the SAT solver per query (Z3: its resource units, in
    /// thousands). Repeatable.
    pub query_resources: u64,
    /// The wall clock behind the resources, per query.
    pub query_timeout: Duration,
    /// What is switched on: all by default.
    pub parts: Parts,
}

impl Default for SmtOptions {
    fn default() -> Self {
        SmtOptions {
            log_dir: None,
            cross_check: false,
            query_resources: 20_000,
            query_timeout: Duration::from_secs(10),
            parts: Parts::ALL,
        }
    }
}

impl SmtOptions {
    /// With so many times the work for each query.
    pub fn times(mut self, n: u32) -> Self {
        self.query_resources = self.query_resources.saturating_mul(u64::from(n));
        self.query_timeout = self.query_timeout.saturating_mul(n);
        self
    }

    /// Whether this part is switched on.
    pub(crate) fn has(&self, part: Part) -> bool {
        self.parts.has(part)
    }
}

/// What the pipeline did. Each question is counted once in `queries` and once
/// in the stage that answered it, or as unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmtStats {
    /// Questions: sides of branches, feasibility, cases, checks.
    pub queries: u64,
    /// Answered by each stage.
    pub answered: Counts,
    /// Given to the bit-blaster.
    pub sat_calls: u64,
    /// Of these, with fewer bits for variables that are only compared.
    pub narrowed: u64,
    /// Given to Z3.
    pub z3_calls: u64,
    /// Without an answer.
    pub unknown: u64,
    /// Models that failed their evaluation; each was reported as unknown.
    pub bad_models: u64,
    /// Answers that cross-checking compared.
    pub cross_checked: u64,
    /// Answers that cross-checking could not compare (Z3 said unknown).
    pub cross_unknown: u64,
    /// Reasons of infeasible sides that were asked for, and what was asked to
    /// make them smaller.
    pub reasons: u64,
    pub reason_queries: u64,
    /// Conflicts of the SAT solver.
    pub conflicts: u64,
    /// How often the circuit was rebuilt.
    pub rebuilds: u64,
    /// Time in the SAT solver, translation included.
    pub sat_time: Duration,
    /// Time in Z3.
    pub z3_time: Duration,
}

impl SmtStats {
    /// Answered without looking at values: by constants or the opposite.
    pub fn trivial(&self) -> u64 {
        self.answered.sum([Stage::Constants, Stage::Opposite])
    }

    /// Answered by the path's own model or a recent one.
    pub fn model_hits(&self) -> u64 {
        self.answered.sum([Stage::Model, Stage::RecentModels])
    }

    /// Answered by ranges or the order graph.
    pub fn order_hits(&self) -> u64 {
        self.answered.sum([Stage::Ranges, Stage::OrderGraph])
    }

    /// Time in all solvers.
    pub fn time(&self) -> Duration {
        self.sat_time + self.z3_time
    }
}
