//! One process at a time in a folder of results: an advisory lock (`flock`) on
//! a file that the run keeps open. The system drops it with the process,
//! however that ends, so that a kill leaves nothing to clean up.
//!
//! Cost: one system call where nobody else is at work.

use ep_base::Diagnostic;
use rustix::fs::{flock, FlockOperation};
use rustix::io::Errno;
use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a lock of another process is waited for: a killed process may need
/// a moment to be gone.
const PATIENCE: Duration = Duration::from_secs(2);

/// Takes the lock that `file` stands for; it is held until the last handle of
/// `file` is closed. `folder` is what the message names.
///
/// # Errors
/// Another process holds it (exit 2).
pub fn alone(file: &File, folder: &Path) -> Result<(), Diagnostic> {
    let begin = Instant::now();
    loop {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::INTR) => continue,
            Err(Errno::WOULDBLOCK) if begin.elapsed() > PATIENCE => break,
            Err(Errno::WOULDBLOCK) => std::thread::sleep(PATIENCE / 100),
            // Some file systems have no locks: then nobody is kept out.
            Ok(()) | Err(_) => return Ok(()),
        }
    }
    Err(
        Diagnostic::bad_input("another process is at work in this folder")
            .at(folder.display().to_string())
            .help("wait for it, or end it"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_has_to_wait_until_the_first_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log");
        let first = File::create(&path).unwrap();
        alone(&first, dir.path()).unwrap();
        let second = File::open(&path).unwrap();
        let refused = alone(&second, dir.path()).unwrap_err();
        assert!(refused.to_string().contains("another process"), "{refused}");
        let waits = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            drop(first);
        });
        alone(&second, dir.path()).unwrap();
        waits.join().unwrap();
    }
}
