//! Mutated inputs of a `main` run in a build without sanitizers first: a fork
//! of it costs a fifth. Those that take a path which no input took go on to
//! the build with sanitizers, which alone judges and keeps them.
//!
//! A path is the set of edges with the classes of their counts, as AFL tells
//! them apart. What is lost: a mutated input that only a sanitizer objects to,
//! on a path that another input took without objection. Seeds and inputs that
//! the solver made are always run with sanitizers, and so is every 64th
//! mutated one.

use super::state::{lock, Counts, New, Shared};
use ep_base::Diagnostic;
use ep_native::fuzz::{shape, Coverage, Execution, Executor, Kind, RunEnd};
use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

/// One mutated input in so many is run with sanitizers, whatever its path.
const SAMPLE: u64 = 64;
/// Paths that are remembered, at most.
const MOST_PATHS: usize = 4 << 20;

/// What the runs without sanitizers covered, for all workers.
#[derive(Default)]
pub struct Paths {
    coverage: Coverage,
    seen: HashSet<u64>,
}

/// What is done with an input after its run without sanitizers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// It is run with sanitizers.
    Judge,
    /// Nothing is new about it.
    Drop,
}

/// The quick build of one worker.
pub struct Quick<'f> {
    executor: Executor<'f>,
    runs: u64,
    here: Duration,
    /// Time of the runs with sanitizers that were asked for.
    pub judged: Duration,
}

impl<'f> Quick<'f> {
    /// With this server.
    pub fn new(executor: Executor<'f>) -> Self {
        Quick {
            executor,
            runs: 0,
            here: Duration::ZERO,
            judged: Duration::ZERO,
        }
    }

    /// Runs an input without sanitizers.
    ///
    /// # Errors
    /// It cannot be run, or nothing can be written.
    pub fn run(&mut self, shared: &Mutex<Shared>, input: &[u8]) -> Result<Next, Diagnostic> {
        let execution = self.executor.run(input)?;
        self.here += execution.time;
        self.runs += 1;
        let mut s = lock(shared);
        let next = self.decide(&mut s, &execution);
        if next == Next::Drop {
            s.counts.unsanitised += 1;
            if matches!(execution.end, RunEnd::Hang | RunEnd::Memory) {
                s.counts.hangs += 1;
                if s.counts.hangs <= Counts::KEPT_HANGS {
                    s.store(New::of(input, "havoc"), Kind::Hang, 0, None)?;
                }
            }
        }
        Ok(next)
    }

    fn decide(&mut self, s: &mut Shared, execution: &Execution) -> Next {
        let counters = self.executor.counters();
        let (_, class) = s.paths_lean.coverage.add(counters);
        let known = s.paths_lean.seen.len() >= MOST_PATHS;
        let path = !known && s.paths_lean.seen.insert(shape(counters));
        match &execution.end {
            RunEnd::Crash { .. } => Next::Judge,
            RunEnd::Hang | RunEnd::Memory => Next::Drop,
            RunEnd::Normal if class || self.runs % SAMPLE == 0 => Next::Judge,
            // New paths may take half as long with sanitizers as all runs
            // without.
            RunEnd::Normal if path && self.judged * 2 <= self.here => Next::Judge,
            RunEnd::Normal => {
                s.counts.paths_left += u64::from(path);
                Next::Drop
            }
        }
    }
}
