//! Entries side by side.
//!
//! Idea: entries and starts of threads share the sources and nothing else, so
//! that each worker takes the next one and bounds it into a report of its own.
//! The parts are joined in the order of the command line: what is told does
//! not depend on who was first. Alternative: workers inside one entry, which
//! share its summaries; these are not made to be shared between threads.
//! Cost: the memory of an entry's analysis for each worker.

use ep_base::memory::Report;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The stack of a worker: terms are walked recursively.
pub const STACK: usize = 512 << 20;

/// Does `work` for each number below `count`, by this many workers, until one
/// says that it was the last; the results in the order of the numbers.
///
/// # Errors
/// A thread cannot be started.
pub fn each<T: Send>(
    workers: usize,
    count: usize,
    work: &(impl Fn(usize) -> (T, Next) + Sync),
) -> std::io::Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let ended = AtomicBool::new(false);
    let done: Mutex<BTreeMap<usize, T>> = Mutex::new(BTreeMap::new());
    let worker = || {
        while !ended.load(Ordering::Relaxed) {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                break;
            }
            let (part, then) = work(i);
            if then == Next::Stop {
                ended.store(true, Ordering::Relaxed);
            }
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.insert(i, part);
        }
    };
    match workers.min(count) {
        0 | 1 => worker(),
        n => std::thread::scope(|s| -> std::io::Result<()> {
            for _ in 0..n {
                std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(s, worker)?;
            }
            Ok(())
        })?,
    }
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(done.into_values().collect())
}

/// Whether there is more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    GoOn,
    Stop,
}

/// Adds what one entry gave to what those before it gave.
pub fn join(report: &mut Report, part: Report) {
    if report.build.compiler.is_empty() {
        report.build = part.build;
    }
    report.entries.extend(part.entries);
    report.programs.extend(part.programs);
    for f in part.frames {
        let same = |x: &ep_base::memory::Frame| x.function == f.function && x.place == f.place;
        if !report.frames.iter().any(same) {
            report.frames.push(f);
        }
    }
    for e in part.edges {
        if !report.edges.contains(&e) {
            report.edges.push(e);
        }
    }
    for n in part.notes {
        if !report.notes.contains(&n) {
            report.notes.push(n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_first() {
        for workers in [0, 1, 2, 7, 50] {
            let work = |i: usize| {
                std::thread::sleep(std::time::Duration::from_millis((20 - i as u64) / 4));
                (i * i, Next::GoOn)
            };
            let all = each(workers, 20, &work).unwrap();
            assert_eq!(all, (0..20).map(|i| i * i).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_begins_behind_the_last_one() {
        let begun = AtomicUsize::new(0);
        let work = |i: usize| {
            begun.fetch_add(1, Ordering::Relaxed);
            (i, if i == 2 { Next::Stop } else { Next::GoOn })
        };
        assert_eq!(each(1, 1000, &work).unwrap(), vec![0, 1, 2]);
        begun.store(0, Ordering::Relaxed);
        let all = each(3, 100_000, &work).unwrap();
        assert_eq!(all.len(), begun.load(Ordering::Relaxed));
        assert!(all.starts_with(&[0, 1, 2]) && all.len() < 100_000);
    }
}
