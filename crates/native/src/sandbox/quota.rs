//! How much a run may take of what no limit of the kernel counts: files and
//! bytes of its folder, processes (whose limit does not bind the superuser).
//!
//! Idea: the one who waits for the program looks every few milliseconds, and
//! ends it when it has too much. Looking is cheap as long as there is little:
//! the folder is walked no further than to the limit, and processes are
//! counted only when the whole system has many more than before.
//!
//! Alternatives: control groups, which are not ours to make in most places; a
//! file system of a fixed size, which needs a right. What a program can do
//! between two looks is bounded by their distance.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What a run may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Files and folders in its own folder.
    pub files: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Processes at a time; none where it is a virtual machine that starts its
    /// own.
    pub processes: Option<u64>,
}

impl Default for Quota {
    fn default() -> Quota {
        Quota {
            files: 4096,
            bytes: 256 << 20,
            processes: Some(64),
        }
    }
}

/// What was too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// Files and folders.
    Files,
    /// Bytes in files.
    Bytes,
    /// Processes at a time.
    Processes,
}

impl Excess {
    /// What it is called in a message.
    pub fn words(self) -> &'static str {
        match self {
            Excess::Files => "files",
            Excess::Bytes => "disk space",
            Excess::Processes => "processes",
        }
    }
}

/// The time between two looks at the folder.
const FOLDER: Duration = Duration::from_millis(50);

/// Looks at one run.
pub(crate) struct Meter {
    quota: Quota,
    process: libc::pid_t,
    folder: PathBuf,
    looked: Instant,
    /// Tasks of the whole system when it began.
    before: u64,
}

impl Quota {
    /// For the run in `folder` whose first process is `process`.
    pub(crate) fn meter(self, process: libc::pid_t, folder: &Path) -> Meter {
        Meter {
            quota: self,
            process,
            folder: folder.to_path_buf(),
            looked: Instant::now(),
            before: tasks(),
        }
    }
}

impl Meter {
    /// What is too much now, if anything.
    pub(crate) fn look(&mut self) -> Option<Excess> {
        if let Some(most) = self.quota.processes {
            let many = tasks() > self.before + most / 2;
            if many && descendants(self.process).len() as u64 > most {
                return Some(Excess::Processes);
            }
        }
        if self.looked.elapsed() < FOLDER {
            return None;
        }
        let excess = self.folder_excess();
        self.looked = Instant::now();
        excess
    }

    fn folder_excess(&self) -> Option<Excess> {
        let mut waiting: Vec<PathBuf> = vec![self.folder.clone()];
        let (mut files, mut bytes) = (0, 0);
        while let Some(folder) = waiting.pop() {
            // What vanishes meanwhile takes nothing.
            let Ok(entries) = fs::read_dir(folder) else {
                continue;
            };
            for entry in entries.flatten() {
                files += 1;
                if files > self.quota.files {
                    return Some(Excess::Files);
                }
                let Ok(meta) = entry.metadata() else {
                    continue;
                };
                if meta.is_dir() {
                    waiting.push(entry.path());
                } else {
                    // Holes of a file take no space.
                    bytes += std::os::unix::fs::MetadataExt::blocks(&meta) * 512;
                }
                if bytes > self.quota.bytes {
                    return Some(Excess::Bytes);
                }
            }
        }
        None
    }
}

/// How many tasks the system has; 0 when /proc does not say.
fn tasks() -> u64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let of = text.split(' ').nth(3).and_then(|t| t.split('/').nth(1));
    of.and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// All processes that came from this one and have not lost their parents.
pub(crate) fn descendants(process: libc::pid_t) -> Vec<libc::pid_t> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let parents: Vec<(libc::pid_t, libc::pid_t)> = entries
        .flatten()
        .filter_map(|e| {
            let own = e.file_name().to_str()?.parse().ok()?;
            Some((own, parent_of(own)?))
        })
        .collect();
    let mut out = Vec::new();
    let mut at = 0;
    let mut of = process;
    loop {
        out.extend(
            parents
                .iter()
                .filter(|(_, p)| *p == of)
                .map(|(own, _)| *own),
        );
        let Some(next) = out.get(at) else {
            return out;
        };
        of = *next;
        at += 1;
    }
}

/// The process among those that came from this one that calls itself `inner`
/// in its own namespace.
pub(crate) fn descendant_called(process: libc::pid_t, inner: libc::pid_t) -> Option<libc::pid_t> {
    descendants(process).into_iter().find(|p| {
        let status = fs::read_to_string(format!("/proc/{p}/status")).unwrap_or_default();
        let numbers = status.lines().find_map(|l| l.strip_prefix("NSpid:"));
        let own = numbers.and_then(|n| n.split_whitespace().last());
        own.and_then(|n| n.parse().ok()) == Some(inner)
    })
}

/// The parent of a process that has not ended.
fn parent_of(process: libc::pid_t) -> Option<libc::pid_t> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name stands in parentheses and may contain any.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    let state = words.next()?;
    let parent = words.next()?.parse().ok()?;
    (state != "Z").then_some(parent)
}
