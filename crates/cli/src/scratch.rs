//! The folder in which everything temporary of a run lies.
//!
//! Idea: one folder per run, made before the worker and removed behind it by
//! the process that watches it. A run that was killed whole leaves its folder;
//! the next run removes it. Which folders are such is told by a lock that the
//! kernel takes back from a process that is gone, not by a process number,
//! which another container may have too. What must never happen: the folder of
//! a run that goes on is removed; a link leads the removal elsewhere. Cost: a
//! look through the names of the temporary folder at the end of a run.

use rustix::fs::{FlockOperation, OFlags};
use std::fs::{self, File, OpenOptions, Permissions};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

const PREFIX: &str = "everypath-";
const LOCK: &str = ".lock";

/// The folder, while it is locked.
pub struct Scratch {
    folder: PathBuf,
    /// Closing it gives the lock back; no program that is started has it.
    _lock: File,
}

impl Scratch {
    /// A new one; none where it cannot be made, which those who need one say.
    pub fn new() -> Option<Scratch> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir().ok()?;
        let fresh = folder.path().join(".lock.new");
        let lock = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&fresh)
            .ok()?;
        // Locked before it has the name by which it is looked for.
        if !try_lock(&lock) || fs::rename(&fresh, folder.path().join(LOCK)).is_err() {
            return None;
        }
        Some(Scratch {
            folder: folder.keep(),
            _lock: lock,
        })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes it, and those that killed runs left beside it.
    pub fn remove(self) {
        sweep(&self.folder);
        let beside = self.folder.parent().map(fs::read_dir);
        for e in beside.into_iter().flatten().flatten().flatten() {
            let ours = e
                .file_name()
                .to_str()
                .is_some_and(|n| n.starts_with(PREFIX));
            if ours && e.file_type().is_ok_and(|t| t.is_dir()) && is_left(&e.path()) {
                sweep(&e.path());
            }
        }
    }
}

fn try_lock(file: &File) -> bool {
    rustix::fs::flock(file, FlockOperation::NonBlockingLockExclusive).is_ok()
}

/// Whether this user's run that had it is gone.
fn is_left(folder: &Path) -> bool {
    let user = rustix::process::geteuid().as_raw();
    if !fs::symlink_metadata(folder).is_ok_and(|m| m.uid() == user) {
        return false;
    }
    let lock = OpenOptions::new()
        .write(true)
        .custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32)
        .open(folder.join(LOCK));
    lock.is_ok_and(|l| try_lock(&l))
}

/// Removes a folder, also where a native run took rights away in it, or where
/// a process that is being killed makes one more file.
fn sweep(folder: &Path) {
    for _ in 0..20 {
        if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
            return;
        }
        open_folders(folder, 0);
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Gives back the rights that removing takes.
fn open_folders(folder: &Path, depth: u32) {
    let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
    let inside = fs::read_dir(folder).into_iter().flatten().flatten();
    for e in inside.filter(|e| e.file_type().is_ok_and(|t| t.is_dir())) {
        // Deeper ones are reached in the next round.
        if depth < 64 {
            open_folders(&e.path(), depth + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that another process of ours would have, with its lock if it
    /// goes on.
    fn folder(parent: &Path, name: &str, goes_on: bool) -> (PathBuf, Option<File>) {
        let path = parent.join(name);
        fs::create_dir(&path).expect("made");
        fs::write(path.join("program"), "x").expect("written");
        let lock = File::create(path.join(LOCK)).expect("made");
        let lock = goes_on.then(|| {
            assert!(try_lock(&lock));
            lock
        });
        (path, lock)
    }

    #[test]
    fn folders_of_killed_runs_go_and_no_others() {
        let parent = tempfile::tempdir().expect("a folder");
        let at = parent.path();
        let (left, _) = folder(at, "everypath-left", false);
        let (other, _) = folder(at, "elsewhere", false);
        let (live, lock) = folder(at, "everypath-live", true);
        let bare = at.join("everypath-bare");
        fs::create_dir(&bare).expect("made");
        let link = at.join("everypath-link");
        std::os::unix::fs::symlink(&other, &link).expect("made");
        let (own, _) = folder(at, "everypath-own", false);
        let mine = Scratch {
            folder: own.clone(),
            _lock: File::open(own.join(LOCK)).expect("opened"),
        };
        fs::set_permissions(&own, Permissions::from_mode(0o500)).expect("set");
        mine.remove();
        assert!(!own.exists() && !left.exists());
        assert!(live.join("program").exists() && other.join("program").exists());
        assert!(bare.exists() && link.exists());
        drop(lock);
    }

    #[test]
    fn a_new_one_is_locked() {
        let s = Scratch::new().expect("made");
        assert!(!is_left(s.folder()));
        let path = s.folder().to_path_buf();
        sweep(&path);
        assert!(!path.exists());
    }
}
