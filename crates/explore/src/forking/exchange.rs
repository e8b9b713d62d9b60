//! What the workers of a run share: states on the way from one to another, the
//! counts behind the global limits, the table of findings, and the cut at
//! which the journal is written.
//!
//! A worker without work waits here; one that has states to spare and sees
//! that another is hungry puts a batch of its shallowest ones, as decisions,
//! into the middle. Nothing is locked while states run: the only traffic on
//! the hot path is relaxed counters.
//!
//! A consistent cut without stopping anyone: each worker hands in its part
//! when it sees that the epoch has changed. A batch carries the epoch of its
//! giver. A worker that would take a batch of a later epoch hands in first;
//! one that takes a batch of an earlier epoch, after its part, adds it to the
//! cut. So each state is in the cut exactly once. Source: Chandy and Lamport,
//! "Distributed snapshots" (1985), with the lock in the place of channels;
//! document 003, pages 78-79, for the shared work list.
//! Cost: one lock per batch and per worker and cut.

use crate::forking::journal::{Cut, Keeper, Part, Restored};
use crate::forking::portable::Portable;
use ep_base::outcome::{Bug, ErrorKind, Statistics};
use ep_base::{Diagnostic, StopReason};
use ep_ir::{FuncId, LocId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The time between two cuts, once the run is ten times as old.
const INTERVAL: Duration = Duration::from_millis(1000);
/// The time before the first.
const FIRST: Duration = Duration::from_millis(100);
/// A cut takes at most this part of the time.
const SHARE: u32 = 20;
/// How long a worker sleeps before it looks at the epoch again.
const NAP: Duration = Duration::from_millis(20);

/// Where a bug is.
pub type Site = (ErrorKind, LocId, FuncId);

/// The findings of all workers, one per site.
#[derive(Default)]
pub struct BugTable {
    pub bugs: Vec<Bug>,
    pub index: FxHashMap<Site, usize>,
}

/// What an idle worker gets.
pub enum Taken {
    States(Vec<Portable>),
    /// The worker's part of the cut is asked for first.
    HandIn,
    /// The run is over.
    Done,
}

struct Batch {
    epoch: u64,
    states: Vec<Portable>,
}

#[derive(Default)]
struct Inner {
    batches: VecDeque<Batch>,
    idle: usize,
    done: bool,
    stop: Option<StopReason>,
    error: Option<Diagnostic>,
    /// The latest counts of each worker, for the progress line.
    live: Vec<Statistics>,
    cut: Cut,
    open: bool,
    handed_in: usize,
    started: Option<Instant>,
}

/// Shared by all workers of a run.
pub struct Exchange<'a> {
    pub jobs: usize,
    keeper: Option<&'a dyn Keeper>,
    epoch: AtomicU64,
    hungry: AtomicUsize,
    available: AtomicUsize,
    stopping: AtomicBool,
    /// Paths that ended, complete or with an error.
    pub paths: AtomicU64,
    pub instructions: AtomicU64,
    next_test: AtomicU64,
    tickets: AtomicU64,
    moved: AtomicU64,
    inner: Mutex<Inner>,
    wake: Condvar,
    bugs: Mutex<BugTable>,
    begun: Instant,
    /// What was there before this run.
    pub base: Restored,
}

/// A panic of one worker must not keep the others from ending.
fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl<'a> Exchange<'a> {
    /// For `jobs` workers; `base` is what an earlier part of the run left.
    pub fn new(jobs: usize, keeper: Option<&'a dyn Keeper>, mut base: Restored) -> Self {
        let bugs = BugTable {
            index: (base.sites.iter().copied().zip(0..)).collect(),
            bugs: std::mem::take(&mut base.bugs),
        };
        let inner = Inner {
            live: vec![Statistics::default(); jobs],
            cut: Cut::new(jobs),
            started: Some(Instant::now()),
            ..Inner::default()
        };
        let s = &base.statistics;
        Exchange {
            jobs,
            keeper,
            epoch: AtomicU64::new(0),
            hungry: AtomicUsize::new(0),
            available: AtomicUsize::new(0),
            stopping: AtomicBool::new(false),
            paths: AtomicU64::new(s.paths_complete + s.paths_error),
            instructions: AtomicU64::new(s.llvm_instructions),
            next_test: AtomicU64::new(base.next_test.max(1)),
            tickets: AtomicU64::new(base.next_ticket.max(1)),
            moved: AtomicU64::new(0),
            inner: Mutex::new(inner),
            wake: Condvar::new(),
            bugs: Mutex::new(bugs),
            begun: Instant::now(),
            base,
        }
    }

    /// Whether a journal is kept.
    pub fn keeps(&self) -> bool {
        self.keeper.is_some()
    }

    /// The findings.
    pub fn bugs(&self) -> MutexGuard<'_, BugTable> {
        lock(&self.bugs)
    }

    /// The number of the next test.
    pub fn next_test(&self) -> u64 {
        self.next_test.fetch_add(1, Relaxed)
    }

    /// A number for a state that goes to the journal.
    pub fn ticket(&self) -> u64 {
        self.tickets.fetch_add(1, Relaxed)
    }

    /// Ends the run for all workers; the first reason stays.
    pub fn stop(&self, reason: StopReason) {
        let mut inner = lock(&self.inner);
        inner.stop.get_or_insert(reason);
        self.stopping.store(true, Relaxed);
        self.wake.notify_all();
    }

    /// Why the run ends, if it ends before nothing waits.
    pub fn stopped(&self) -> Option<StopReason> {
        lock(&self.inner).stop
    }

    /// Ends the run because something is wrong.
    pub fn fail(&self, error: Diagnostic) {
        let mut inner = lock(&self.inner);
        inner.error.get_or_insert(error);
        self.stopping.store(true, Relaxed);
        self.wake.notify_all();
    }

    /// Whether a worker asked for the end.
    #[inline]
    pub fn stopping(&self) -> bool {
        self.stopping.load(Relaxed)
    }

    /// Whether another worker waits for states.
    #[inline]
    pub fn wanted(&self) -> bool {
        self.jobs > 1 && self.hungry.load(Relaxed) > self.available.load(Relaxed)
    }

    /// The epoch of the latest cut.
    #[inline]
    pub fn epoch(&self) -> u64 {
        self.epoch.load(Relaxed)
    }

    /// Puts states into the middle.
    pub fn give(&self, epoch: u64, states: Vec<Portable>) {
        self.moved.fetch_add(states.len() as u64, Relaxed);
        let mut inner = lock(&self.inner);
        inner.batches.push_back(Batch { epoch, states });
        self.available.store(inner.batches.len(), Relaxed);
        self.wake.notify_one();
    }

    /// Waits for states. `epoch` is the last cut that the worker is part of.
    pub fn take(&self, epoch: u64) -> Taken {
        let mut inner = lock(&self.inner);
        loop {
            if inner.done || self.stopping() {
                return Taken::Done;
            }
            if self.epoch() != epoch {
                return Taken::HandIn;
            }
            if let Some(mut b) = inner.batches.pop_front() {
                self.available.store(inner.batches.len(), Relaxed);
                if b.epoch < epoch && inner.open {
                    self.note(&mut inner.cut, &mut b.states);
                }
                return Taken::States(b.states);
            }
            if inner.idle + 1 == self.jobs {
                inner.done = true;
                self.wake.notify_all();
                return Taken::Done;
            }
            inner.idle += 1;
            self.hungry.fetch_add(1, Relaxed);
            let waited = self.wake.wait_timeout(inner, NAP);
            inner = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
            self.hungry.fetch_sub(1, Relaxed);
            inner.idle -= 1;
        }
    }

    fn note(&self, cut: &mut Cut, states: &mut [Portable]) {
        for s in states.iter_mut().filter(|s| s.ticket == 0) {
            s.ticket = self.ticket();
            cut.adds.push(s.clone());
        }
    }

    /// Starts a cut when it is time.
    pub fn maybe_cut(&self) {
        if self.keeper.is_none() {
            return;
        }
        let mut inner = lock(&self.inner);
        if inner.open || inner.done {
            return;
        }
        let age = (self.begun.elapsed() / 10).clamp(FIRST, INTERVAL);
        let due = inner
            .started
            .is_none_or(|t| t.elapsed() >= age.max(inner.cut.pause));
        if due {
            inner.open = true;
            inner.handed_in = 0;
            inner.started = Some(Instant::now());
            self.epoch.fetch_add(1, Relaxed);
            self.wake.notify_all();
        }
    }

    /// Takes a worker's part of the cut; the last one writes it.
    pub fn hand_in(&self, worker: usize, part: Part) -> Result<(), Diagnostic> {
        let mut inner = lock(&self.inner);
        inner.cut.hand_in(worker, part);
        inner.handed_in += 1;
        if inner.handed_in < self.jobs {
            return Ok(());
        }
        let bytes = self.encode(&mut inner, None);
        let begun = inner.started;
        drop(inner);
        let kept = self.keep(&bytes);
        let mut inner = lock(&self.inner);
        inner.open = false;
        if let Some(t) = begun {
            inner.cut.pause = t.elapsed() * SHARE;
        }
        inner.started = Some(Instant::now());
        kept
    }

    fn keep(&self, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.keeper.map_or(Ok(()), |k| k.keep(bytes))
    }

    fn encode(&self, inner: &mut Inner, end: Option<&str>) -> Vec<u8> {
        let inner = &mut *inner;
        for b in &mut inner.batches {
            self.note(&mut inner.cut, &mut b.states);
        }
        let bugs = lock(&self.bugs);
        let numbers = (self.next_test.load(Relaxed), self.tickets.load(Relaxed));
        inner.cut.encode(&self.base, &bugs, numbers, end)
    }

    /// Writes what the workers hand in at the end. `end` says how the run
    /// ended.
    pub fn last_cut(&self, parts: Vec<Part>, end: &str) -> Result<Vec<Part>, Diagnostic> {
        let mut inner = lock(&self.inner);
        for (worker, part) in parts.into_iter().enumerate() {
            inner.cut.hand_in(worker, part);
        }
        if self.keeper.is_some() {
            let bytes = self.encode(&mut inner, Some(end));
            self.keep(&bytes)?;
        }
        Ok(std::mem::take(&mut inner.cut.parts))
    }

    /// Notes a worker's counts; returns those of all, with what was there
    /// before.
    pub fn live(&self, worker: usize, s: &Statistics) -> Statistics {
        let mut inner = lock(&self.inner);
        inner.live[worker].clone_from(s);
        let mut all = s.clone();
        for (w, other) in inner.live.iter().enumerate() {
            if w != worker {
                all.add(other);
            }
        }
        all.add(&self.base.statistics);
        all.states_waiting += inner
            .batches
            .iter()
            .map(|b| b.states.len() as u64)
            .sum::<u64>();
        all
    }

    /// How the run ended, the states in the middle, and how many moved.
    pub fn end(&self) -> (Option<StopReason>, Option<Diagnostic>, u64, u64) {
        let mut inner = lock(&self.inner);
        let left = inner.batches.iter().map(|b| b.states.len() as u64).sum();
        (
            inner.stop,
            inner.error.take(),
            left,
            self.moved.load(Relaxed),
        )
    }
}
