//! When a run must end, also in the middle of a path.
//!
//! The clock is read after calls of a solver and now and then: most steps take
//! less than reading it does.

use ep_base::Cancel;
use std::time::{Duration, Instant};

/// How far apart the clocks of solvers and of the run may be.
const APART: Duration = Duration::from_millis(20);
/// Steps between two looks where no solver was called.
const STEPS: u64 = 64;

/// The end of a run, and whether it has come.
#[derive(Default)]
pub struct Clock {
    deadline: Option<Instant>,
    cancel: Cancel,
    overdue: bool,
    steps: u64,
    calls: u64,
}

impl Clock {
    /// The run ends then.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// When it ends.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The run ends when the flag is set.
    pub(crate) fn set_cancel(&mut self, cancel: &Cancel) {
        self.cancel = cancel.clone();
    }

    /// The flag that ends it.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// The deadline had passed, or the run was cancelled, at the last look.
    pub fn overdue(&self) -> bool {
        self.overdue
    }

    /// What was seen at the last look is forgotten: another run begins.
    pub fn restart(&mut self) {
        self.overdue = false;
    }

    /// A step was made, and solvers have been called so often: whether the run
    /// must end now.
    pub(crate) fn step(&mut self, calls: u64) -> bool {
        self.steps += 1;
        if calls != self.calls || self.steps % STEPS == 0 {
            self.calls = calls;
            self.overdue =
                self.cancel.is_cancelled() || self.deadline.is_some_and(|d| Instant::now() >= d);
        }
        self.overdue
    }

    /// Whether a query without an answer ended with the run. Solvers count
    /// milliseconds and may stop a little before the deadline; it is waited for,
    /// because the state must not run on.
    pub fn ends(&mut self) -> bool {
        if !self.cancel.is_cancelled() {
            let left = match self.deadline {
                Some(d) => d.saturating_duration_since(Instant::now()),
                None => return false,
            };
            if left > APART {
                return false;
            }
            std::thread::sleep(left + Duration::from_millis(1));
        }
        self.overdue = true;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_read_after_a_call_and_now_and_then() {
        let mut c = Clock::default();
        c.set_deadline(Some(Instant::now()));
        assert!(!c.step(0), "no call, and no look yet");
        assert!(c.step(1), "a solver was called");
        c.restart();
        let seen = (0..STEPS).filter(|_| c.step(1)).count();
        assert!(seen > 0 && seen < STEPS as usize, "{seen}");
    }

    #[test]
    fn without_an_end_nothing_is_late_and_a_flag_is_seen() {
        let mut c = Clock::default();
        assert!(!c.step(1) && !c.ends());
        let cancel = Cancel::new();
        c.set_cancel(&cancel);
        cancel.cancel();
        assert!(c.step(2) && c.ends() && c.overdue());
    }

    #[test]
    fn the_end_is_waited_for_where_it_is_near() {
        let mut c = Clock::default();
        let end = Instant::now() + APART / 2;
        c.set_deadline(Some(end));
        assert!(c.ends() && Instant::now() >= end);
        c.set_deadline(Some(Instant::now() + Duration::from_secs(60)));
        assert!(!c.ends());
    }
}
