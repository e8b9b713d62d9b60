//! Processes that are forked off are begun one at a time.
//!
//! Idea: before a fork the C library runs handlers that libraries have left there, and
//! those of two forks at once are in each other's way ([`ep_base::forks`]). So whoever
//! forks is alone until the process runs. What is begun without a step before `exec` is
//! not forked (`posix_spawn`) and needs no lock. Source: two tests that stood side by
//! side in a fork. Cost: a fork waits for another one, which takes a millisecond.
//!
//! What must never happen: the lock is held while a process runs.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// `Command::spawn`.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    let _alone = ep_base::forks::alone();
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
