//! What a pipeline may do, and what it did.

use std::path::PathBuf;
use std::time::Duration;

/// How queries are answered. All switches on is the default; each switch off
/// is an ablation and never changes an answer except by `unknown`.
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
    /// Try the path's model and recent models first.
    pub model_reuse: bool,
    /// Ask only about the parts of the path that share variables with the question.
    pub slicing: bool,
    /// Remember answers.
    pub cache: bool,
    /// Decide conditions over single bytes by their truth tables.
    pub byte_domains: bool,
    /// Decide conjunctions of comparisons by their order graph.
    pub order: bool,
    /// Give variables that are only compared fewer bits.
    pub narrow: bool,
    /// Go through all values, where they are few, before the last solver.
    pub values: bool,
}

impl Default for SmtOptions {
    fn default() -> Self {
        SmtOptions {
            log_dir: None,
            cross_check: false,
            query_resources: 20_000,
            query_timeout: Duration::from_secs(10),
            model_reuse: true,
            slicing: true,
            cache: true,
            byte_domains: true,
            order: true,
            narrow: true,
            values: true,
        }
    }
}

/// What the pipeline did. Each question is counted once in `queries` and once
/// in the stage that answered it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmtStats {
    /// Questions: sides of branches, feasibility, cases, checks.
    pub queries: u64,
    /// Answered by constants, ranges and known bits.
    pub trivial: u64,
    /// Answered by the path's own model or a recent one.
    pub model_hits: u64,
    /// Answered by byte domains.
    pub domain_hits: u64,
    /// Answered by the query cache.
    pub cache_hits: u64,
    /// Answered by the order graph.
    pub order_hits: u64,
    /// Answered by going through all values.
    pub value_hits: u64,
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
    /// Time in all solvers.
    pub fn time(&self) -> Duration {
        self.sat_time + self.z3_time
    }
}
