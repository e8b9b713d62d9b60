//! Ends Z3's queries when the run is cancelled, or when their time is over and Z3
//! does not notice.
//!
//! Idea: Z3 would take SIGINT for itself while it works, and the run would
//! never hear of it; so that is switched off (`ctrl_c`), and a thread beside
//! the solver looks at the run's flag and interrupts the context. It starts
//! with the context and sleeps in between. The same thread watches a moment at which a
//! call must be over: `Z3_solver_push` propagates and instantiates quantifiers, and keeps
//! neither Z3's timeout nor its resource limit, which hold in `Z3_solver_check` alone.
//! A context that was interrupted for its time stays so, and is not asked again. Z3
//! 4.8.12 looks at it between instances, and not while it pairs the terms that several
//! triggers of one quantifier match.
//! Alternative: a thread per query, which costs more than most queries do. Cost: 20 looks
//! at a flag a second, two uncontended locks per call.

use super::ffi::{Context, Z3_interrupt};
use ep_base::Cancel;
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often the flag is looked at.
const TURN: Duration = Duration::from_millis(50);

/// What Z3 may take beyond a deadline: it keeps most of them itself, and says more then.
const GRACE: Duration = Duration::from_secs(2);

/// What the watching thread and the calls share.
#[derive(Default)]
struct Shift {
    /// When the call under way must be over; none where none is under way.
    until: Option<Instant>,
    /// A call was interrupted for its time.
    over: bool,
}

/// A context that may be interrupted from another thread, which is what
/// `Z3_interrupt` is for.
struct Shared(Context);

// SAFETY: the only call with it is `Z3_interrupt`, which locks; the context
// outlives the thread (see `Interrupter::drop`).
unsafe impl Send for Shared {}

/// Interrupts a context when a run is cancelled; must be dropped before it.
pub(super) struct Interrupter {
    /// Closed to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
    shift: Arc<Mutex<Shift>>,
}

fn locked(shift: &Mutex<Shift>) -> MutexGuard<'_, Shift> {
    shift.lock().unwrap_or_else(|e| e.into_inner())
}

impl Interrupter {
    /// Watches `cancel` for `context`. Where the system gives no thread,
    /// queries end by their limits alone.
    pub fn new(context: Context, cancel: Cancel) -> Self {
        let shared = Shared(context);
        let (end, ended) = channel();
        let shift = Arc::new(Mutex::new(Shift::default()));
        let seen = shift.clone();
        let watch = move || {
            let shared = shared;
            while ended.recv_timeout(TURN) == Err(RecvTimeoutError::Timeout) {
                let mut shift = locked(&seen);
                let late = shift.until.is_some_and(|t| t <= Instant::now());
                shift.over |= late;
                // Again and again: a query that starts after an interrupt
                // knows nothing of it. The lock keeps the call from ending meanwhile.
                if late || cancel.is_cancelled() {
                    // SAFETY: the context is alive, see above.
                    unsafe { Z3_interrupt(shared.0) };
                }
            }
        };
        let thread = thread::Builder::new().name("interrupt".into()).spawn(watch);
        Interrupter {
            end: Some(end),
            thread: thread.ok(),
            shift,
        }
    }

    /// Makes a call that is interrupted some time after the deadline.
    pub fn within<T>(&self, deadline: Option<Instant>, call: impl FnOnce() -> T) -> T {
        let until = deadline.map(|d| d.max(Instant::now()) + GRACE);
        locked(&self.shift).until = until;
        let result = call();
        locked(&self.shift).until = None;
        result
    }

    /// Whether a call was interrupted for its time: the context is of no use then.
    pub fn over(&self) -> bool {
        locked(&self.shift).over
    }
}

impl Drop for Interrupter {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // It does not panic; if it did, it is gone as well.
            let _ = thread.join();
        }
    }
}
