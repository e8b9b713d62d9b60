//! Summaries and exploring side by side, where one entry has two workers.
//!
//! Idea: which of the ways to a bound ends depends on the program, and each has
//! terms and a solver of its own, so that they share nothing but the program.
//! What ends first ends the other one: exploring at once, since its bound is no
//! higher, summaries after a while in which exploring may find a lower one. The
//! bound is that of one worker with more time. Alternative: states of one
//! exploration in several workers, as `test` has them; the account of blocks
//! and its merging would have to be shared. Cost: the memory of both.

use super::summary::{Summaries, Why};
use ep_base::Cancel;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the watcher looks.
const LOOK: Duration = Duration::from_millis(20);

/// Who is told to end.
pub(super) struct Ends<'a> {
    /// From outside: both end.
    outer: &'a Cancel,
    pub exploring: Cancel,
    pub summing: Cancel,
    /// Summaries have a bound.
    found: AtomicBool,
    /// Both are over.
    over: AtomicBool,
}

impl<'a> Ends<'a> {
    pub fn new(outer: &'a Cancel) -> Ends<'a> {
        Ends {
            outer,
            exploring: Cancel::new(),
            summing: Cancel::new(),
            found: AtomicBool::new(false),
            over: AtomicBool::new(false),
        }
    }
}

/// Explores and walks with summaries at one time, each with its flag of `ends`.
/// `explore` says with its result whether it has a bound; after summaries gave
/// one it has `more` time.
pub(super) fn side_by_side<A>(
    ends: &Ends<'_>,
    more: Duration,
    summaries: impl FnOnce() -> Result<Summaries, Why> + Send,
    explore: impl FnOnce() -> (A, bool),
) -> (A, Result<Summaries, Why>) {
    std::thread::scope(|s| {
        let summing = std::thread::Builder::new().spawn_scoped(s, || {
            let found = summaries();
            ends.found.store(found.is_ok(), Ordering::Relaxed);
            found
        });
        let watcher = std::thread::Builder::new().spawn_scoped(s, || watch(ends, more));
        // Without it only the limits of time end them.
        if watcher.is_err() {
            ends.summing.cancel();
        }
        let (explored, bounded) = explore();
        if bounded {
            ends.summing.cancel();
        }
        let found = match summing {
            Ok(t) => t
                .join()
                .unwrap_or_else(|_| Err(Why("a defect of Everypath".into()))),
            Err(e) => Err(Why(format!("no thread could be started: {e}"))),
        };
        ends.over.store(true, Ordering::Relaxed);
        (explored, found)
    })
}

/// Passes on what ends the run, and what summaries found.
fn watch(ends: &Ends<'_>, more: Duration) {
    let mut found: Option<Instant> = None;
    while !ends.over.load(Ordering::Relaxed) {
        if ends.outer.is_cancelled() {
            ends.exploring.cancel();
            ends.summing.cancel();
        }
        if ends.found.load(Ordering::Relaxed) {
            let since = found.get_or_insert_with(Instant::now);
            if since.elapsed() >= more {
                ends.exploring.cancel();
            }
        }
        std::thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(c: &Cancel) -> Duration {
        let start = Instant::now();
        while !c.is_cancelled() && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        start.elapsed()
    }

    fn refused(c: &Cancel) -> Result<Summaries, Why> {
        wait(c);
        Err(Why("ended".into()))
    }

    #[test]
    fn a_bound_from_exploring_ends_summaries() {
        let (outer, start) = (Cancel::new(), Instant::now());
        let ends = Ends::new(&outer);
        let summing = || refused(&ends.summing);
        let ((), found) = side_by_side(&ends, LOOK, summing, || ((), true));
        assert!(found.is_err() && start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_bound_from_summaries_leaves_a_while() {
        let some = || {
            Ok(Summaries {
                bound: ep_base::memory::Expr::zero(),
                net: ep_base::memory::Expr::zero(),
                variables: ep_base::Arena::new(),
                work: ep_base::memory::Work::default(),
                visits: Vec::new(),
                paths: 0,
                checked: 0,
            })
        };
        let outer = Cancel::new();
        let ends = Ends::new(&outer);
        let more = Duration::from_millis(200);
        let (time, found) = side_by_side(&ends, more, some, || (wait(&ends.exploring), false));
        assert!(found.is_ok() && time >= more && time < Duration::from_secs(10));
    }

    #[test]
    fn an_interruption_ends_both() {
        let (outer, start) = (Cancel::new(), Instant::now());
        outer.cancel();
        let ends = Ends::new(&outer);
        let summing = || refused(&ends.summing);
        let (_, found) = side_by_side(&ends, LOOK, summing, || (wait(&ends.exploring), false));
        assert!(found.is_err() && start.elapsed() < Duration::from_secs(10));
    }
}
