//! The measured build, made while the heap is analysed.
//!
//! Idea: compiling, linking and measuring functions of the library take seconds and
//! ask nothing of the heap's bound, so they go on beside it; who interrupts the
//! analysis finds a program that is ready for its best input. Alternative: to build
//! first, which adds those seconds to every run. What must never happen: that an
//! interruption waits for a compiler, or leaves a folder behind. So the thread can be
//! told to hurry (what is measured is then given up) and to give up. Cost: a thread.

use ep_base::{Budget, Cancel, Diagnostic};
use ep_bounds::stack::{self, pointers::Calls};
use ep_native::measure::{Formats, MeasuredProgram, Measurement};
use std::collections::BTreeMap;
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long an interruption waits for the build.
const GRACE: Duration = Duration::from_millis(1_500);

/// What functions of the library take, by name.
pub type Library = Result<BTreeMap<String, u64>, String>;

/// What was built.
pub struct Built {
    pub measurement: Result<Measurement, Diagnostic>,
    /// All that the program calls but `qsort`, which depends on the heap; none where
    /// nothing was measured.
    pub library: Option<Library>,
}

/// A build that goes on.
pub struct Building {
    built: Receiver<Built>,
    /// Nothing is measured any more.
    hurry: Cancel,
    /// Nothing is wanted any more.
    give_up: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Building {
    /// Begins; `measure` where functions of the library get numbers.
    ///
    /// # Errors
    /// A thread cannot be started (exit 4).
    pub fn begin(
        mut program: MeasuredProgram,
        (calls, formats): (Calls, Formats),
        measure: bool,
        until: Instant,
    ) -> Result<Building, Diagnostic> {
        let (hurry, give_up) = (Cancel::new(), Cancel::new());
        let stop = |cancel: &Cancel| {
            let budget = Budget {
                cancel: cancel.clone(),
                ..Budget::default()
            };
            budget.stop()
        };
        program.stop = stop(&hurry).sooner(until);
        program.give_up = stop(&give_up);
        let (send, built) = channel();
        let work = move || {
            let measurement = Measurement::build(program).map_err(Diagnostic::surroundings);
            let library = match &measurement {
                Ok(m) if measure => {
                    let mut names = stack::libraries(m.code(), &calls);
                    names.retain(|n| n != SORTS);
                    Some(m.library(&names, (&formats, &[])))
                }
                _ => None,
            };
            // Nobody waits any more.
            let _ = send.send(Built {
                measurement,
                library,
            });
        };
        let thread = std::thread::Builder::new()
            .spawn(work)
            .map_err(|e| Diagnostic::surroundings(format!("cannot start a thread: {e}")))?;
        Ok(Building {
            built,
            hurry,
            give_up,
            thread: Some(thread),
        })
    }

    /// What was built; none where an interruption came too early. From then on what
    /// is measured ends with the run, or late.
    pub fn wait(self, cancel: &Cancel, until: Instant) -> Option<Built> {
        let mut interrupted: Option<Instant> = None;
        loop {
            match self.built.recv_timeout(Duration::from_millis(20)) {
                Ok(mut b) => {
                    let budget = Budget {
                        cancel: cancel.clone(),
                        ..Budget::default()
                    };
                    if let Ok(m) = &mut b.measurement {
                        m.until(budget.stop().sooner(until));
                    }
                    return Some(b);
                }
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if cancel.is_cancelled() {
                self.hurry.cancel();
                let since = *interrupted.get_or_insert_with(Instant::now);
                if since.elapsed() > GRACE {
                    return None;
                }
            }
        }
    }
}

/// What sorts takes by the array that it is given.
pub const SORTS: &str = "qsort";

impl Drop for Building {
    fn drop(&mut self) {
        self.hurry.cancel();
        self.give_up.cancel();
        if let Some(t) = self.thread.take() {
            // Its folder goes with it.
            let _ = t.join();
        }
    }
}
