//! The journal of a run as a file: a header, then frames that are only
//! appended, each with its length and check sum.
//!
//! A frame is written by one `write`, so that a killed process leaves whole
//! frames and at most one torn one at the end, which is cut off when the run
//! is resumed. Damage that no killed process leaves is told with its place, and
//! the run is what it was at the last whole frame before it, as if it had been
//! killed there. What frames say is [`ep_explore::forking::journal`]'s. The file is locked
//! while a process works in the folder.
//! Cost: a write a second; nothing is flushed to the disk by force, since what
//! is to be survived is the end of a process and not of the machine.

use crate::confirm::observer::Failure;
use ep_base::Diagnostic;
use ep_explore::forking::journal::{Keeper, Restored};
use ep_native::lock;
use ep_report::file::cannot_write;
use serde_json::{json, Value};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Grows when the frames change.
const FORMAT: u64 = 2;
const MAGIC: &[u8; 8] = b"everypth";
const NAME: &str = "journal";

/// Who made a run, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of Everypath that made it.
    pub version: String,
    /// The command line.
    pub args: Vec<String>,
    /// Where it was given.
    pub folder: PathBuf,
    /// A hash of the program that was read.
    pub program: String,
}

/// An open journal.
pub struct Journal {
    file: Mutex<File>,
    path: PathBuf,
    /// Of the run: what could not be written ends the journal, too.
    failure: Failure,
}

/// A journal that was read.
pub struct Found {
    /// Who made the run, and how.
    pub header: Header,
    /// What it had found and what waits.
    pub restored: Restored,
    /// Bytes of whole frames; what follows is torn or damaged.
    good: u64,
    /// What is damaged, a sentence; none where only a last frame is torn.
    pub damage: Option<String>,
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Begins the journal of a new run.
    ///
    /// # Errors
    /// The file cannot be written (exit 4).
    pub fn create(
        folder: &Path,
        header: &Header,
        failure: &Failure,
    ) -> Result<Journal, Diagnostic> {
        let path = folder.join(NAME);
        // It has its name once its header is whole: what is killed before has
        // not begun, and its folder counts as empty.
        let new = folder.join(crate::out::PROBE);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&new)
            .map_err(|e| cannot_write(&path, &e))?;
        lock::alone(&file, folder)?;
        let text = json!({
            "format": FORMAT,
            "version": header.version,
            "args": header.args,
            "folder": header.folder.to_string_lossy(),
            "program": header.program,
        })
        .to_string();
        let mut bytes = MAGIC.to_vec();
        frame(&mut bytes, text.as_bytes());
        file.write_all(&bytes)
            .and_then(|()| std::fs::rename(&new, &path))
            .map_err(|e| cannot_write(&path, &e))?;
        Ok(Journal {
            file: Mutex::new(file),
            path,
            failure: failure.clone(),
        })
    }
}

impl Found {
    /// Reads the journal of a run's folder. `alone` when it is to be gone on
    /// with, so that no other process may be at work in it.
    ///
    /// # Errors
    /// It is missing, of another version, damaged or in use (exit 2).
    pub fn read(folder: &Path, alone: bool) -> Result<Found, Diagnostic> {
        let path = folder.join(NAME);
        let at = || folder.display().to_string();
        let mut file = OpenOptions::new()
            .read(true)
            .write(alone)
            .open(&path)
            .map_err(|e| match e.kind() {
                ErrorKind::NotFound if folder.is_dir() => {
                    Diagnostic::bad_input("the folder holds no journal of a run")
                        .at(at())
                        .help("name the folder that `everypath test` printed behind `results:`; runs with --merge keep no journal")
                }
                ErrorKind::NotFound => Diagnostic::bad_input("there is no such folder")
                    .at(at())
                    .help("name the folder that `everypath test` printed behind `results:`"),
                _ if folder.is_file() => Diagnostic::bad_input("this is a file, and no folder of a run")
                    .at(at())
                    .help("name the folder that `everypath test` printed behind `results:`"),
                _ => Diagnostic::surroundings(format!("cannot open the journal: {e}")).at(at()),
            })?;
        if alone {
            lock::alone(&file, folder)?;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|e| {
            Diagnostic::surroundings(format!("cannot read the journal: {e}")).at(at())
        })?;
        let no_journal = || {
            Diagnostic::bad_input("the file `journal` in it is no journal of a run")
                .at(at())
                .help("it is damaged or of something else: start a new run with a new folder")
        };
        let mut rest = bytes.strip_prefix(MAGIC).ok_or_else(no_journal)?;
        let head = next_frame(&mut rest).ok_or_else(no_journal)?;
        let header = header(head).map_err(|d| d.at(at()))?;
        let mut ends = vec![bytes.len() - rest.len()];
        let mut frames = Vec::new();
        while let Some(f) = next_frame(&mut rest) {
            frames.push(f);
            ends.push(bytes.len() - rest.len());
        }
        let (kept, restored) = longest(&frames).ok_or_else(no_journal)?;
        let good = ends.get(kept).copied().unwrap_or_default();
        let damaged = kept < frames.len() || !is_torn(rest);
        let damage = damaged.then(|| {
            let (n, all) = (bytes.len() - good, bytes.len());
            format!("the journal is damaged at byte {good}: the last {n} of its {all} bytes are lost, and the run is as it was before them")
        });
        Ok(Found {
            header,
            restored,
            good: good as u64,
            damage,
            file,
            path,
        })
    }

    /// Goes on behind the last whole frame.
    ///
    /// # Errors
    /// The file cannot be written (exit 4).
    pub fn go_on(self, failure: &Failure) -> Result<(Journal, Restored), Diagnostic> {
        let Found {
            restored,
            good,
            mut file,
            path,
            ..
        } = self;
        file.set_len(good)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|e| cannot_write(&path, &e))?;
        let journal = Journal {
            file: Mutex::new(file),
            path,
            failure: failure.clone(),
        };
        Ok((journal, restored))
    }
}

impl Keeper for Journal {
    /// Nothing is added behind what could not be written: the run can be gone on
    /// with from there.
    fn keep(&self, payload: &[u8]) -> Result<(), Diagnostic> {
        if self.failure.get().is_some() {
            return Ok(());
        }
        let mut bytes = Vec::with_capacity(payload.len() + 8);
        frame(&mut bytes, payload);
        let mut file = self
            .file
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Err(e) = file.write_all(&bytes) {
            self.failure.set(cannot_write(&self.path, &e));
        }
        Ok(())
    }
}

/// What the longest list of frames that can be read says, and how many they are.
fn longest(frames: &[&[u8]]) -> Option<(usize, Restored)> {
    let read = |n: usize| Restored::read(frames.iter().take(n).copied());
    if let Some(all) = read(frames.len()) {
        return Some((frames.len(), all));
    }
    // A list that can be read can be read to any of its frames.
    let (mut good, mut bad) = (0, frames.len());
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match read(middle).is_some() {
            true => good = middle,
            false => bad = middle,
        }
    }
    read(good).map(|r| (good, r))
}

/// Whether a killed process leaves this behind the last whole frame: the
/// beginning of a frame, and no whole one behind it.
fn is_torn(rest: &[u8]) -> bool {
    let Some((len, more)) = rest.split_first_chunk::<4>() else {
        return true;
    };
    let len = u32::from_le_bytes(*len) as usize;
    let begun = len > 0 && more.len() < len.saturating_add(4);
    // Where the length itself is damaged the next frames tell.
    begun && (1..rest.len()).all(|at| next_frame(&mut rest.get(at..).unwrap_or_default()).is_none())
}

/// Length, check sum, content.
fn frame(out: &mut Vec<u8>, payload: &[u8]) {
    out.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    out.extend_from_slice(&crc32fast::hash(payload).to_le_bytes());
    out.extend_from_slice(payload);
}

/// The next whole frame.
fn next_frame<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (len, more) = rest.split_first_chunk::<4>()?;
    let (sum, more) = more.split_first_chunk::<4>()?;
    let (payload, more) = more.split_at_checked(u32::from_le_bytes(*len) as usize)?;
    // None is empty: these are zeros that a file system put there.
    if payload.is_empty() || crc32fast::hash(payload) != u32::from_le_bytes(*sum) {
        return None;
    }
    *rest = more;
    Some(payload)
}

fn header(bytes: &[u8]) -> Result<Header, Diagnostic> {
    let v: Value = serde_json::from_slice(bytes)
        .map_err(|_| Diagnostic::bad_input("the journal has no header"))?;
    let text = |k: &str| v[k].as_str().unwrap_or_default().to_string();
    let (version, mine) = (text("version"), env!("CARGO_PKG_VERSION"));
    if v["format"].as_u64() != Some(FORMAT) || version != mine {
        return Err(Diagnostic::bad_input(format!(
            "the folder was written by everypath {version} (journal format {}), this is {mine} (format {FORMAT})",
            v["format"]
        ))
        .help("use the version that wrote it, or run again with a new folder"));
    }
    let args = v["args"].as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(Header {
        version,
        args: args
            .iter()
            .filter_map(|a| a.as_str().map(str::to_string))
            .collect(),
        folder: text("folder").into(),
        program: text("program"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::ExitCode;

    fn sample() -> Header {
        Header {
            version: env!("CARGO_PKG_VERSION").into(),
            args: vec!["everypath".into(), "test".into(), "a.c".into()],
            folder: "/somewhere".into(),
            program: "abc".into(),
        }
    }

    #[test]
    fn a_torn_end_is_cut_off_at_every_byte() {
        let dir = tempfile::tempdir().unwrap();
        let none = Failure::default();
        let j = Journal::create(dir.path(), &sample(), &none).unwrap();
        drop(j);
        let path = dir.path().join(NAME);
        let begin = std::fs::read(&path).unwrap();
        let mut whole = begin.clone();
        // Not a frame of the explorer's, but one with a check sum.
        frame(&mut whole, b"content");
        for n in begin.len()..whole.len() {
            std::fs::write(&path, &whole[..n]).unwrap();
            let found = Found::read(dir.path(), true).unwrap();
            assert_eq!(found.header, sample());
            assert_eq!(found.good, begin.len() as u64, "{n}");
            assert!(!found.restored.begun);
            assert_eq!(found.damage, None, "{n}");
            found.go_on(&none).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), begin);
        }
        // What can be read of the explorer's is kept of any other damage.
        let after = |damage: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = whole.clone();
            damage(&mut bytes);
            std::fs::write(&path, &bytes).unwrap();
            let found = Found::read(dir.path(), true).unwrap();
            assert_eq!(found.good, begin.len() as u64);
            let told = found.damage.clone().unwrap_or_default();
            found.go_on(&none).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), begin);
            told
        };
        let place = format!("damaged at byte {}: the last 15 of its", begin.len());
        assert!(after(&|_| {}).contains(&place));
        // A flipped bit in the content, or in the length with a frame behind it.
        assert!(after(&|b| b[begin.len() + 9] ^= 1).contains(&place));
        let long = |b: &mut Vec<u8>| {
            frame(b, b"more");
            b[begin.len() + 2] ^= 1;
        };
        assert!(after(&long).contains("damaged at byte"));
        let zeros = |b: &mut Vec<u8>| {
            b.truncate(begin.len());
            b.extend([0; 100]);
        };
        assert!(after(&zeros).contains("the last 100 of its"));
    }

    #[test]
    fn nothing_is_kept_behind_what_could_not_be_written() {
        let dir = tempfile::tempdir().unwrap();
        let failure = Failure::default();
        let j = Journal::create(dir.path(), &sample(), &failure).unwrap();
        let begin = std::fs::read(dir.path().join(NAME)).unwrap();
        failure.set(Diagnostic::surroundings("full"));
        j.keep(b"content").unwrap();
        assert_eq!(std::fs::read(dir.path().join(NAME)).unwrap(), begin);
    }

    #[test]
    fn other_files_and_versions_are_told() {
        let dir = tempfile::tempdir().unwrap();
        let read = || Found::read(dir.path(), false).err().unwrap();
        assert!(read().message.contains("no journal"));
        std::fs::write(dir.path().join(NAME), b"something else").unwrap();
        assert!(read().message.contains("no journal"));
        let mut old = MAGIC.to_vec();
        frame(
            &mut old,
            br#"{"format": 0, "version": "0.0.1", "args": []}"#,
        );
        std::fs::write(dir.path().join(NAME), old).unwrap();
        let e = read();
        assert!(e.message.contains("0.0.1"), "{e}");
        assert_eq!(e.exit, ExitCode::BadInput);
    }

    #[test]
    fn one_process_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let _first = Journal::create(dir.path(), &sample(), &Failure::default()).unwrap();
        let e = Found::read(dir.path(), true).err().unwrap();
        assert!(e.message.contains("another process"), "{e}");
        assert!(Found::read(dir.path(), false).is_ok());
    }
}
