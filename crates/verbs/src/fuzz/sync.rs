//! Inputs of other fuzzers that work on the same folder, as AFL++ shares them:
//! each fuzzer has a folder with a `queue`, and looks into those of others.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What was taken over so far.
pub struct Sync {
    folder: PathBuf,
    own: PathBuf,
    seen: HashSet<PathBuf>,
    last: Option<Instant>,
}

const PERIOD: Duration = Duration::from_secs(2);

impl Sync {
    /// Looks into the folders beside `own`.
    pub fn new(folder: &Path, own: &Path) -> Sync {
        Sync {
            folder: folder.to_path_buf(),
            own: std::fs::canonicalize(own).unwrap_or_else(|_| own.to_path_buf()),
            seen: HashSet::new(),
            last: None,
        }
    }

    /// Inputs that are new since the last look, now and then.
    pub fn poll(&mut self) -> Vec<Vec<u8>> {
        if self.last.is_some_and(|l| l.elapsed() < PERIOD) {
            return Vec::new();
        }
        self.last = Some(Instant::now());
        let mut out = Vec::new();
        let Ok(fuzzers) = std::fs::read_dir(&self.folder) else {
            return out;
        };
        for fuzzer in fuzzers.flatten().map(|e| e.path()) {
            let own = std::fs::canonicalize(&fuzzer).is_ok_and(|p| p == self.own);
            if own {
                continue;
            }
            let Ok(entries) = std::fs::read_dir(fuzzer.join("queue")) else {
                continue;
            };
            let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
            files.sort();
            for file in files {
                if file.is_file() && !self.seen.contains(&file) {
                    if let Ok(bytes) = std::fs::read(&file) {
                        out.push(bytes);
                    }
                    self.seen.insert(file);
                }
            }
        }
        out
    }
}
