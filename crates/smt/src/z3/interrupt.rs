//! Ends Z3's queries when the run is cancelled.
//!
//! Idea: Z3 would take SIGINT for itself while it works, and the run would
//! never hear of it; so that is switched off (`ctrl_c`), and a thread beside
//! the solver looks at the run's flag and interrupts the context. It starts
//! with the context and sleeps in between. Alternative: a thread per query,
//! which costs more than most queries do. Cost: 20 looks at a flag a second.

use super::ffi::{Context, Z3_interrupt};
use ep_base::Cancel;
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often the flag is looked at.
const TURN: Duration = Duration::from_millis(50);

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
}

impl Interrupter {
    /// Watches `cancel` for `context`. Where the system gives no thread,
    /// queries end by their limits alone.
    pub fn new(context: Context, cancel: Cancel) -> Self {
        let shared = Shared(context);
        let (end, ended) = channel();
        let watch = move || {
            let shared = shared;
            while ended.recv_timeout(TURN) == Err(RecvTimeoutError::Timeout) {
                // Again and again: a query that starts after an interrupt
                // knows nothing of it.
                if cancel.is_cancelled() {
                    // SAFETY: the context is alive, see above.
                    unsafe { Z3_interrupt(shared.0) };
                }
            }
        };
        let thread = thread::Builder::new().name("interrupt".into()).spawn(watch);
        Interrupter {
            end: Some(end),
            thread: thread.ok(),
        }
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
