//! Processes that are forked off are begun one at a time.
//!
//! Idea: before a fork the C library runs the handlers that libraries have left there,
//! in the thread that forks. That of Z3 (`scoped_timer::finalize`, 4.8.12) goes round
//! until it has ended as many threads of timers as there are; where two threads fork at
//! once each of them ends some, and both go round for ever. So whoever forks holds this
//! lock until the process runs. What is begun without a step before `exec` is not
//! forked (`posix_spawn`) and needs no lock. Alternative: no limits of time for Z3,
//! whose clock stands behind all other limits. Source: `util/scoped_timer.cpp` of Z3,
//! and two tests that stood side by side in a fork. Cost: a fork waits for another one,
//! which takes a millisecond.
//!
//! What must never happen: the lock is held while a process runs.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, PoisonError};

static BEGINS: Mutex<()> = Mutex::new(());

/// `Command::spawn`.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    let _begins = BEGINS.lock().unwrap_or_else(PoisonError::into_inner);
    command.spawn()
}

/// `Command::status`.
pub(crate) fn status(command: &mut Command) -> io::Result<ExitStatus> {
    spawn(command)?.wait()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_process_that_runs_holds_nobody_up() {
        let mut slow = Command::new("sleep");
        let mut child = spawn(slow.arg("20")).expect("sleep is there");
        let begun = Instant::now();
        let ended = status(&mut Command::new("true"));
        assert!(ended.is_ok_and(|s| s.success()));
        assert!(begun.elapsed() < Duration::from_secs(15));
        child.kill().expect("it still runs");
        child.wait().expect("it is over");
    }
}
