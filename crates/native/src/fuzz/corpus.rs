//! The folder of inputs, in AFL's layout: `queue/`, `crashes/`, `hangs/`, and
//! `waiting/` for inputs that cover nothing new and are still to be expanded.
//!
//! Every input is a file under its final name before it counts, written beside
//! and renamed, so that a kill at any moment leaves whole files and loses none.
//! What an expansion still has to do is in the name (`bound`) and in the
//! append-only file `expanded`. Cost: one small file per input.

use crate::lock;
use ep_base::Diagnostic;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What an input is kept for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// It covers something new.
    Queue,
    Crash,
    Hang,
    /// It covers nothing new, and its path is to be expanded.
    Waiting,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Queue, Kind::Crash, Kind::Hang, Kind::Waiting];

    fn folder(self) -> &'static str {
        match self {
            Kind::Queue => "queue",
            Kind::Crash => "crashes",
            Kind::Hang => "hangs",
            Kind::Waiting => "waiting",
        }
    }
}

/// A stored input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    pub id: usize,
    pub kind: Kind,
    pub path: PathBuf,
    pub input: Vec<u8>,
    /// The first condition that its expansion negates.
    pub bound: usize,
    /// Its expansion is done.
    pub expanded: bool,
}

/// Why a folder cannot be used, or an input not be stored.
#[derive(Debug)]
pub enum CorpusError {
    /// Another run writes there: both would give the same numbers, and one
    /// input would take the place of another.
    Busy(Diagnostic),
    /// No room, or no permission: the run ends with what it has.
    Cannot(PathBuf, io::Error),
}

impl From<CorpusError> for Diagnostic {
    fn from(e: CorpusError) -> Diagnostic {
        let (path, e) = match e {
            CorpusError::Busy(message) => return message,
            CorpusError::Cannot(path, e) => (path, e),
        };
        Diagnostic::surroundings(format!("cannot write an input: {e}"))
            .at(path.display().to_string())
            .help(
                "everything stored so far is whole; make room and start again with the same --out",
            )
    }
}

/// The folder of one run.
pub struct Corpus {
    folder: PathBuf,
    next: usize,
    log: File,
    paths: HashMap<usize, PathBuf>,
}

impl Corpus {
    /// Opens a folder: a new one, or one that an earlier run left, whose
    /// inputs are returned in their order. It is this process's until the
    /// corpus is dropped.
    ///
    /// # Errors
    /// It cannot be written, or another process is at work in it.
    pub fn open(folder: &Path) -> Result<(Corpus, Vec<Seed>), CorpusError> {
        // First of all, so that a folder with any part of a corpus is known as
        // one, whenever its run was killed.
        fs::create_dir_all(folder).map_err(|e| CorpusError::Cannot(folder.to_path_buf(), e))?;
        let log_path = folder.join("expanded");
        let cannot = |e| CorpusError::Cannot(log_path.clone(), e);
        let mut log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&log_path)
            .map_err(cannot)?;
        // Nothing of the folder is read before: a run that is being killed may
        // still store an input.
        lock::alone(&log, folder).map_err(CorpusError::Busy)?;
        for kind in Kind::ALL {
            let sub = folder.join(kind.folder());
            fs::create_dir_all(&sub).map_err(|e| CorpusError::Cannot(sub, e))?;
        }
        let text = fs::read_to_string(&log_path).unwrap_or_default();
        let done: Vec<(usize, Option<usize>)> = text
            .lines()
            .filter_map(|l| {
                let (id, next) = l.split_once(' ')?;
                Some((id.parse().ok()?, next.parse().ok()))
            })
            .collect();
        if !text.is_empty() && !text.ends_with('\n') {
            // A full disk left half a line.
            log.write_all(b"\n").map_err(cannot)?;
        }
        let mut seeds = Vec::new();
        for kind in Kind::ALL {
            for (name, path) in files(&folder.join(kind.folder())) {
                let Some((id, bound)) = parse(&name) else {
                    continue;
                };
                let Ok(input) = fs::read(&path) else { continue };
                seeds.push(Seed {
                    id,
                    kind,
                    path,
                    input,
                    bound,
                    expanded: false,
                });
            }
        }
        seeds.sort_by_key(|s| s.id);
        let mut at: HashMap<usize, usize> = HashMap::new();
        for (i, s) in seeds.iter().enumerate() {
            at.insert(s.id, i);
        }
        // The number of an input that is done and gone is not given again: the
        // log would say that the new one is done.
        let last = seeds.last().map(|s| s.id);
        let next = last
            .max(done.iter().map(|d| d.0).max())
            .map_or(0, |n| n + 1);
        for (id, next) in done {
            if let Some(&i) = at.get(&id) {
                match next {
                    Some(bound) => seeds[i].bound = bound,
                    None => seeds[i].expanded = true,
                }
            }
        }
        let corpus = Corpus {
            folder: folder.to_path_buf(),
            next,
            log,
            paths: seeds.iter().map(|s| (s.id, s.path.clone())).collect(),
        };
        Ok((corpus, seeds))
    }

    /// Stores an input; returns its number.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(
        &mut self,
        kind: Kind,
        input: &[u8],
        parent: Option<usize>,
        how: &str,
        bound: usize,
    ) -> Result<usize, CorpusError> {
        let id = self.next;
        let source = match parent {
            Some(p) => format!("src:{p:06},"),
            None => String::new(),
        };
        let name = format!("id:{id:06},{source}op:{how},bound:{bound}");
        let path = self.folder.join(kind.folder()).join(name);
        write(&path, input)?;
        self.next += 1;
        self.paths.insert(id, path);
        Ok(id)
    }

    /// Where an input is.
    pub fn path(&self, id: usize) -> Option<&Path> {
        self.paths.get(&id).map(PathBuf::as_path)
    }

    /// Notes how far the expansion of an input is.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn expanded(&mut self, id: usize, next: Option<usize>) -> Result<(), CorpusError> {
        let line = match next {
            Some(n) => format!("{id} {n}\n"),
            None => format!("{id} -\n"),
        };
        self.log
            .write_all(line.as_bytes())
            .map_err(|e| CorpusError::Cannot(self.folder.join("expanded"), e))?;
        let waits = |p: &PathBuf| {
            p.parent()
                .is_some_and(|d| d.file_name().is_some_and(|n| n == Kind::Waiting.folder()))
        };
        if next.is_none() && self.paths.get(&id).is_some_and(waits) {
            if let Some(p) = self.paths.remove(&id) {
                let _ = fs::remove_file(p);
            }
        }
        Ok(())
    }

    /// Writes a file of results beside the inputs.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, CorpusError> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|e| CorpusError::Cannot(path.clone(), e))?;
        }
        write(&path, bytes)?;
        Ok(path)
    }
}

/// Under its final name only when it is whole.
fn write(path: &Path, bytes: &[u8]) -> Result<(), CorpusError> {
    let cannot = |e| CorpusError::Cannot(path.to_path_buf(), e);
    let beside = path.with_file_name(format!(
        ".part-{}",
        path.file_name().unwrap_or_default().to_string_lossy()
    ));
    let result = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if result.is_err() {
        let _ = fs::remove_file(&beside);
    }
    result.map_err(cannot)
}

/// `id:000007,src:000003,op:concolic,bound:4`.
fn parse(name: &str) -> Option<(usize, usize)> {
    let mut id = None;
    let mut bound = 0;
    for part in name.split(',') {
        match part.split_once(':') {
            Some(("id", n)) => id = n.parse().ok(),
            Some(("bound", n)) => bound = n.parse().ok()?,
            _ => {}
        }
    }
    Some((id?, bound))
}

/// The files of a folder that are inputs, by name.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut out: Vec<(String, PathBuf)> = entries
        .flatten()
        .filter(|e| e.path().is_file())
        .map(|e| (e.file_name().to_string_lossy().into_owned(), e.path()))
        .filter(|(name, _)| !name.starts_with('.') && name != "README.txt")
        .collect();
    out.sort();
    out
}

/// The inputs of a file, of a folder of files (libFuzzer's corpus), or of an
/// output folder of AFL (its queues).
///
/// # Errors
/// It cannot be read.
pub fn read_folder(path: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, Diagnostic> {
    let cannot = |p: &Path, e: io::Error| {
        Diagnostic::bad_input(format!("cannot read the seeds: {e}")).at(p.display().to_string())
    };
    let meta = fs::metadata(path).map_err(|e| cannot(path, e))?;
    let mut names: Vec<PathBuf> = Vec::new();
    if meta.is_file() {
        names.push(path.to_path_buf());
    } else if !meta.is_dir() {
        return Err(
            cannot(path, io::Error::other("neither a file nor a folder"))
                .help("save what the pipe or device gives, and name the file"),
        );
    } else {
        fs::read_dir(path).map_err(|e| cannot(path, e))?;
        let mut queues = vec![path.join("queue")];
        if let Ok(entries) = fs::read_dir(path) {
            queues.extend(entries.flatten().map(|e| e.path().join("queue")));
        }
        queues.sort();
        queues.dedup();
        queues.retain(|q| q.is_dir());
        if queues.is_empty() {
            queues.push(path.to_path_buf());
        }
        for q in queues {
            names.extend(files(&q).into_iter().map(|f| f.1));
        }
    }
    names
        .into_iter()
        .map(|p| match fs::read(&p) {
            Ok(bytes) => Ok((p, bytes)),
            Err(e) => Err(cannot(&p, e)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_killed_run_goes_on_where_it_was() {
        let dir = tempfile::tempdir().expect("a folder");
        let (mut c, before) = Corpus::open(dir.path()).expect("opens");
        assert!(before.is_empty());
        let a = c
            .add(Kind::Queue, b"seed", None, "seed", 0)
            .expect("writes");
        let b = c
            .add(Kind::Waiting, b"child", Some(a), "concolic", 3)
            .expect("writes");
        let w = c
            .add(Kind::Waiting, b"done", Some(a), "concolic", 4)
            .expect("writes");
        let x = c
            .add(Kind::Crash, b"bad!", Some(b), "concolic", 4)
            .expect("writes");
        c.expanded(a, Some(2)).expect("writes");
        c.expanded(w, None).expect("writes");
        c.expanded(x, None).expect("writes");
        // Half a file, as a kill leaves it.
        fs::write(dir.path().join("queue/.part-id:000009"), b"xx").expect("writes");
        drop(c);
        let (mut c, seeds) = Corpus::open(dir.path()).expect("opens");
        let known: Vec<_> = seeds
            .iter()
            .map(|s| (s.id, s.kind, &s.input[..], s.bound, s.expanded))
            .collect();
        assert_eq!(
            known,
            [
                (a, Kind::Queue, &b"seed"[..], 2, false),
                (b, Kind::Waiting, &b"child"[..], 3, false),
                (x, Kind::Crash, &b"bad!"[..], 4, true),
            ]
        );
        assert_eq!(
            c.add(Kind::Queue, b"n", None, "havoc", 0).expect("writes"),
            4
        );
    }

    #[test]
    fn the_number_of_a_finished_input_is_not_given_again() {
        let dir = tempfile::tempdir().expect("a folder");
        let (mut c, _) = Corpus::open(dir.path()).expect("opens");
        let a = c
            .add(Kind::Waiting, b"a", None, "concolic", 0)
            .expect("writes");
        c.expanded(a, None).expect("writes");
        drop(c);
        // Half a line, as a full disk leaves it.
        let log = dir.path().join("expanded");
        let mut text = fs::read_to_string(&log).expect("reads");
        text.push('7');
        fs::write(&log, text).expect("writes");
        let (mut c, _) = Corpus::open(dir.path()).expect("opens");
        let b = c
            .add(Kind::Waiting, b"b", None, "concolic", 0)
            .expect("writes");
        assert_eq!(b, a + 1);
        c.expanded(b, Some(3)).expect("writes");
        drop(c);
        let (_, seeds) = Corpus::open(dir.path()).expect("opens");
        let known: Vec<_> = seeds.iter().map(|s| (s.id, s.bound, s.expanded)).collect();
        assert_eq!(known, [(b, 3, false)]);
    }

    #[test]
    fn corpora_of_other_fuzzers_are_read() {
        let dir = tempfile::tempdir().expect("a folder");
        let afl = dir.path().join("afl/default/queue");
        fs::create_dir_all(&afl).expect("a folder");
        fs::write(afl.join("id:000000,time:0,orig:x"), b"1").expect("writes");
        fs::create_dir_all(dir.path().join("afl/default/queue/.state")).expect("a folder");
        fs::write(dir.path().join("plain"), b"2").expect("writes");
        let seeds = read_folder(&dir.path().join("afl")).expect("reads");
        assert_eq!(seeds.len(), 1);
        assert_eq!(
            read_folder(&dir.path().join("plain")).expect("reads").len(),
            1
        );
        assert!(read_folder(&dir.path().join("none")).is_err());
    }
}
