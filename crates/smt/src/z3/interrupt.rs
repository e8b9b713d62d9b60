//! Ends Z3's calls when their time is over or the run is cancelled.
//!
//! Idea: no clock of Z3's is used. A thread beside the solver knows when the call under
//! way must be over, looks at the run's flag, and interrupts the context. It does so
//! under a lock that the call takes to begin and to end: no interrupt comes while nothing
//! is asked, while a solver is released or while a context goes.
//!
//! Z3's own clock (the parameter `timeout`, `util/scoped_timer.cpp` of 4.8.12) may not
//! be used in a process that forks: when the time is over its thread counts as idle, and
//! before a fork the C library runs a handler of Z3's that frees the idle ones. The
//! query that went past its time then unlocks a mutex in freed memory (`free():
//! corrupted unsorted chunks`, some time later); and one that is in time holds the fork
//! up until it ends. Nor may its handler of SIGINT (`ctrl_c`): the run would never hear
//! of the signal.
//!
//! `Z3_solver_push` propagates and instantiates quantifiers, and keeps no resource limit,
//! which holds in `Z3_solver_check` alone; the moment is kept in both. Z3 4.8.12 looks
//! whether it is interrupted between instances, and not while it pairs the terms that
//! several triggers of one quantifier match.
//! Alternative: a thread per query, which costs more than most queries do. Cost: 20 looks
//! at a flag a second, two uncontended locks per call, and a wake-up of the thread for a
//! call with less time than is between two looks.

use super::ffi::{Context, Z3_interrupt};
use ep_base::Cancel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often the flag is looked at.
const TURN: Duration = Duration::from_millis(50);

/// What the watching thread and the calls share.
struct Shift {
    /// A call is under way.
    busy: bool,
    /// When it must be over.
    until: Option<Instant>,
    /// It was interrupted for its time.
    over: bool,
    /// When the thread looks next.
    next: Instant,
    /// The context goes.
    ended: bool,
}

/// The shift, and what wakes the thread before its next look.
struct Watch {
    shift: Mutex<Shift>,
    sooner: Condvar,
}

impl Watch {
    fn shift(&self) -> MutexGuard<'_, Shift> {
        self.shift.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// A context that may be interrupted from another thread, which is what
/// `Z3_interrupt` is for.
struct Shared(Context);

// SAFETY: the only call with it is `Z3_interrupt`, which locks; the context
// outlives the thread (see `Interrupter::drop`).
unsafe impl Send for Shared {}

/// Interrupts the calls of one context; must be dropped before it.
pub(super) struct Interrupter {
    thread: Option<JoinHandle<()>>,
    watch: Arc<Watch>,
}

/// What the thread does until the context goes.
fn stand(watch: &Watch, context: &Shared, cancel: &Cancel) {
    let mut shift = watch.shift();
    while !shift.ended {
        let now = Instant::now();
        let late = shift.busy && shift.until.is_some_and(|t| t <= now);
        shift.over |= late;
        // Again and again: a call that only begins forgets an interrupt, and so does the
        // end of a part of it that had limits of its own.
        if late || (shift.busy && cancel.is_cancelled()) {
            // SAFETY: the context is alive, see above, and the call cannot end meanwhile.
            unsafe { Z3_interrupt(context.0) };
        }
        let turn = now + TURN;
        shift.next = match shift.until {
            Some(until) if !late => until.min(turn),
            _ => turn,
        };
        let pause = shift.next.saturating_duration_since(now);
        let woken = watch.sooner.wait_timeout(shift, pause);
        shift = woken.unwrap_or_else(|e| e.into_inner()).0;
    }
}

impl Interrupter {
    /// Watches `cancel` for `context`. Where the system gives no thread,
    /// queries end by their resource limits alone.
    pub fn new(context: Context, cancel: Cancel) -> Self {
        let shared = Shared(context);
        let watch = Arc::new(Watch {
            shift: Mutex::new(Shift {
                busy: false,
                until: None,
                over: false,
                next: Instant::now(),
                ended: false,
            }),
            sooner: Condvar::new(),
        });
        let seen = watch.clone();
        let turns = move || {
            let shared = shared;
            stand(&seen, &shared, &cancel);
        };
        let thread = thread::Builder::new().name("interrupt".into()).spawn(turns);
        Interrupter {
            thread: thread.ok(),
            watch,
        }
    }

    /// Makes a call that is interrupted at a moment, or when the run is cancelled; says
    /// whether it was interrupted for its time. The context is then in no state to be
    /// used before a query has been asked in it (`calm`).
    pub fn within<T>(&self, until: Option<Instant>, call: impl FnOnce() -> T) -> (T, bool) {
        {
            let mut shift = self.watch.shift();
            shift.busy = true;
            shift.until = until;
            shift.over = false;
            if until.is_some_and(|t| t < shift.next) {
                self.watch.sooner.notify_one();
            }
        }
        let result = call();
        let mut shift = self.watch.shift();
        shift.busy = false;
        shift.until = None;
        (result, shift.over)
    }
}

impl Drop for Interrupter {
    fn drop(&mut self) {
        self.watch.shift().ended = true;
        self.watch.sooner.notify_one();
        if let Some(thread) = self.thread.take() {
            // It does not panic; if it did, it is gone as well.
            let _ = thread.join();
        }
    }
}
