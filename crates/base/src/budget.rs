//! Limits on a run and its cancellation. Resource counts come first, so that
//! results repeat; the wall clock stands behind them.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Why a run stopped before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// `--timeout`.
    Timeout,
    /// `--max-memory`.
    Memory,
    /// `--max-paths`.
    Paths,
    /// `--max-instructions`.
    Instructions,
    /// Ctrl-C or SIGTERM.
    Interrupted,
    /// The first bug was asked for and found.
    FirstBug,
}

impl StopReason {
    /// In a sentence.
    pub fn words(self) -> &'static str {
        match self {
            StopReason::Timeout => "the time limit was reached",
            StopReason::Memory => "the memory limit was reached",
            StopReason::Paths => "the limit on paths was reached",
            StopReason::Instructions => "the limit on instructions or rounds was reached",
            StopReason::Interrupted => "interrupted",
            StopReason::FirstBug => "stopped at the first bug",
        }
    }
}

/// A flag that another thread or a signal handler sets to end the run.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }
    /// Asks the run to end; what was found is kept.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// True once [`Cancel::cancel`] was called.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
    /// The shared flag, for a signal handler.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

/// The limits of a run. `None` is no limit.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When the run began.
    pub start: Instant,
    /// Wall-clock time.
    pub timeout: Option<Duration>,
    /// Bytes of resident memory.
    pub max_memory: Option<u64>,
    /// Completed paths.
    pub max_paths: Option<u64>,
    /// Executed LLVM instructions.
    pub max_instructions: Option<u64>,
    /// Cancellation from outside.
    pub cancel: Cancel,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            start: Instant::now(),
            timeout: None,
            max_memory: None,
            max_paths: None,
            max_instructions: None,
            cancel: Cancel::new(),
        }
    }
}

/// When a computation has to end: a moment, a cancellation, or neither. Cheap to
/// hand on and to ask, for loops that know nothing else of a run's limits.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    at: Option<Instant>,
    cancel: Option<Cancel>,
}

impl Stop {
    /// Never.
    pub fn never() -> Self {
        Self::default()
    }
    /// At a moment.
    pub fn at(moment: Instant) -> Self {
        Stop {
            at: Some(moment),
            cancel: None,
        }
    }
    /// After some time from now on; never without one.
    pub fn after(time: Option<Duration>) -> Self {
        Stop {
            at: time.and_then(|t| Instant::now().checked_add(t)),
            cancel: None,
        }
    }
    /// Also at a moment.
    pub fn sooner(&self, moment: Instant) -> Self {
        Stop {
            at: Some(self.at.map_or(moment, |d| d.min(moment))),
            cancel: self.cancel.clone(),
        }
    }
    /// Whether it has to end now.
    #[inline]
    pub fn now(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
            || self.at.is_some_and(|d| Instant::now() >= d)
    }
}

impl Budget {
    /// The clock and the cancellation, to be handed on.
    pub fn stop(&self) -> Stop {
        Stop {
            at: self.deadline(),
            cancel: Some(self.cancel.clone()),
        }
    }
    /// The moment the wall clock ends the run.
    pub fn deadline(&self) -> Option<Instant> {
        self.timeout.map(|t| self.start + t)
    }
    /// Whether the clock or a cancellation ends the run now.
    pub fn stop_now(&self) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            return Some(StopReason::Interrupted);
        }
        match self.deadline() {
            Some(d) if Instant::now() >= d => Some(StopReason::Timeout),
            _ => None,
        }
    }
}
