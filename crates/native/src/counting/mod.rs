//! Counted and watched native runs, for `everypath time`.
//!
//! Idea: the program as clang -O0 writes it, once with a counter of executed
//! LLVM instructions ([`text`]), once with a watch of its loop heads that ends
//! the run when the state of the process comes again (`runtime/replay/time.c`).
//! Both are evidence that shares nothing with the engines but clang. Only the
//! user's own sources are counted, not the C library.
//!
//! Cost: one build each, then a run; watched runs compare the stack, the data
//! and the heap at each loop head.

mod text;

pub(crate) use text::{with_added, Added, HeadPlace};

use crate::compile::Set;
use crate::native::{Native, ReplayEnd};
use ep_base::outcome::Input;
use std::time::Duration;

/// How a counted run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CountedEnd {
    /// The program exited after so many LLVM instructions of its own.
    Exited(u64),
    /// It ran longer than the limit.
    TimedOut,
    /// It was ended otherwise, or asked for other inputs; one sentence.
    Other(String),
}

/// How a watched run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WatchedEnd {
    /// The state at a loop head came again after so many visits of heads.
    Recurs {
        function: String,
        line: u32,
        period: u64,
        visits: u64,
    },
    /// Still running at the limit, last seen at this head.
    Running {
        function: String,
        line: u32,
        visits: u64,
    },
    /// The stack was exhausted, so many bytes deep.
    Exhausted { bytes: u64 },
    /// It ended, or could not be watched; one sentence.
    Other(String),
}

impl Native {
    /// Runs the inputs and counts the LLVM instructions that are executed.
    ///
    /// # Errors
    /// The program does not build or cannot be started; one sentence.
    pub fn count(&mut self, inputs: &[Input], time: Duration) -> Result<CountedEnd, String> {
        self.counted(inputs, time, "count ")
    }

    /// Runs the inputs and adds up what calls of `ep_tick` say.
    ///
    /// # Errors
    /// As of [`Native::count`].
    pub fn ticks(&mut self, inputs: &[Input], time: Duration) -> Result<CountedEnd, String> {
        self.counted(inputs, time, "ticks ")
    }

    /// What the log says behind this word.
    fn counted(
        &mut self,
        inputs: &[Input],
        time: Duration,
        word: &str,
    ) -> Result<CountedEnd, String> {
        let saved = std::mem::replace(&mut self.limits.time, time);
        let ran = self.run(Set::Count, inputs, crate::native::Unfreed::NotAsked);
        self.limits.time = saved;
        let ran = ran?;
        match ran.replay()? {
            ReplayEnd::Followed | ReplayEnd::Silent => {}
            ReplayEnd::Diverged(why) | ReplayEnd::AssumptionFailed(why) | ReplayEnd::Error(why) => {
                return Ok(CountedEnd::Other(why))
            }
        }
        if ran.timed_out() {
            return Ok(CountedEnd::TimedOut);
        }
        let count = ran.time_log().lines().find_map(|l| {
            let n = l.strip_prefix(word)?;
            n.trim().parse().ok()
        });
        Ok(match count {
            Some(n) => CountedEnd::Exited(n),
            None => CountedEnd::Other(ran.words()),
        })
    }

    /// Runs the inputs under the watch of loop heads, for at most `time`. Those
    /// from `again` on are handed out over and over.
    ///
    /// # Errors
    /// The program does not build or cannot be started; one sentence.
    pub fn watch(
        &mut self,
        inputs: &[Input],
        again: Option<u32>,
        time: Duration,
    ) -> Result<WatchedEnd, String> {
        let saved = std::mem::replace(&mut self.limits.time, time + Duration::from_secs(2));
        self.watch_limit = time;
        self.again = again;
        let ran = self.run(Set::Watch, inputs, crate::native::Unfreed::NotAsked);
        self.again = None;
        self.limits.time = saved;
        let ran = ran?;
        let heads = self.heads_of(Set::Watch);
        for line in ran.time_log().lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |i: usize| words.get(i).and_then(|w| w.parse::<u64>().ok());
            let head = number(1).and_then(|i| heads.get(i as usize)).cloned();
            let (function, at) = head.map_or((String::new(), 0), |h| (h.function, h.line));
            if let (Some("stack"), Some(bytes)) = (words.first().copied(), number(1)) {
                return Ok(WatchedEnd::Exhausted { bytes });
            }
            match (words.first().copied(), number(2), number(3)) {
                (Some("recurs"), Some(period), Some(visits)) => {
                    return Ok(WatchedEnd::Recurs {
                        function,
                        line: at,
                        period,
                        visits,
                    })
                }
                (Some("running"), Some(visits), _) => {
                    return Ok(WatchedEnd::Running {
                        function,
                        line: at,
                        visits,
                    })
                }
                _ => {}
            }
        }
        let words = match ran.replay()? {
            ReplayEnd::Followed | ReplayEnd::Silent => ran.words(),
            ReplayEnd::Diverged(why) | ReplayEnd::AssumptionFailed(why) | ReplayEnd::Error(why) => {
                why
            }
        };
        Ok(WatchedEnd::Other(words))
    }
}
