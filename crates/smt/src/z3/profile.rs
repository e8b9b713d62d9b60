//! Which quantifiers Z3 instantiates, how often, and whose terms made it do so.
//!
//! Idea: Z3 can write a log of its instantiations, which is what axiom profilers read
//! (Becker, Müller and Summers, "The Axiom Profiler", TACAS 2019). Here it goes through a
//! named pipe to a thread that counts while it is written, since the log of a loop of
//! matches fills any disk. Quantifiers have the numbers of their terms as names. A term
//! that was made while a quantifier was instantiated belongs to that quantifier; a match
//! over it is caused by its owner, a match over other terms by the program. Z3 writes no
//! times: the time between two arrivals of text is shared among the matches in it.
//! Cost: Z3 takes two to five times as long, so that this is for looking at a proof only.

use ep_term::TermId;
use rustc_hash::FxHashMap;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Pipes of this process, for their names.
static PIPES: AtomicU64 = AtomicU64::new(0);

/// Terms whose owner is remembered.
const OWNERS: usize = 4_000_000;

/// What is known of one quantifier.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    /// How often it was instantiated.
    pub number: u64,
    /// The longest chain of instantiations that one of these is the end of.
    pub deepest: u32,
    /// While Z3 wrote about it, as far as arrivals of text tell.
    pub time: Duration,
    /// Whose terms were matched, the program's own under `None`.
    pub causes: FxHashMap<Option<TermId>, u64>,
}

/// Counts of all solvers that it was given to. Clones are the same counts.
#[derive(Clone, Default)]
pub struct Profile(Arc<Mutex<FxHashMap<TermId, Instances>>>);

impl Profile {
    /// What was counted since the last call.
    pub fn take(&self) -> FxHashMap<TermId, Instances> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn add(&self, found: FxHashMap<TermId, Instances>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (q, new) in found {
            let known = all.entry(q).or_default();
            known.number += new.number;
            known.deepest = known.deepest.max(new.deepest);
            known.time += new.time;
            for (cause, n) in new.causes {
                *known.causes.entry(cause).or_default() += n;
            }
        }
    }
}

/// The pipe of one solver and the thread that reads it.
pub(super) struct Reading {
    folder: PathBuf,
    reader: Option<JoinHandle<()>>,
}

impl Reading {
    /// Makes the pipe; `None` where the system has none.
    pub fn start(profile: &Profile) -> Option<Reading> {
        let number = PIPES.fetch_add(1, Ordering::Relaxed);
        let name = format!("everypath-profile-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder).ok()?;
        let pipe = folder.join("log");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if !made.is_ok_and(|s| s.success()) {
            let _ = std::fs::remove_dir_all(&folder);
            return None;
        }
        let (profile, from) = (profile.clone(), pipe);
        let reader = std::thread::Builder::new()
            .name("profile".into())
            .spawn(move || {
                if let Ok(file) = File::open(from) {
                    profile.add(read(file));
                }
            });
        let Ok(reader) = reader else {
            let _ = std::fs::remove_dir_all(&folder);
            return None;
        };
        Some(Reading {
            folder,
            reader: Some(reader),
        })
    }

    /// Where Z3 is to write.
    pub fn pipe(&self) -> PathBuf {
        Path::new(&self.folder).join("log")
    }
}

impl Drop for Reading {
    /// The writer is gone: the thread comes to the end of the text.
    fn drop(&mut self) {
        if let Some(reader) = self.reader.take() {
            // A thread that still waits for a writer would wait for ever.
            const NONBLOCK: i32 = 0o4000;
            let mut writer = std::fs::OpenOptions::new();
            let _ = writer.write(true).custom_flags(NONBLOCK).open(self.pipe());
            let _ = reader.join();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The name of a quantifier for Z3.
pub(super) fn name(t: TermId) -> String {
    format!("q!{}", t.0)
}

/// What is known on the way through a log.
#[derive(Default)]
struct Log {
    /// Z3's numbers of quantifiers.
    quantifiers: FxHashMap<u64, TermId>,
    /// What a match is about and who caused it, by its address.
    matches: FxHashMap<String, (TermId, Vec<Option<TermId>>)>,
    owners: FxHashMap<u64, TermId>,
    /// The instance that is being made.
    current: Option<TermId>,
    found: FxHashMap<TermId, Instances>,
}

fn number(word: &str) -> Option<u64> {
    let digits = word.trim_matches(['(', ')', ';', '#']);
    digits.parse().ok()
}

impl Log {
    /// One line; the quantifier that it is about.
    fn line(&mut self, line: &str) -> Option<TermId> {
        let mut words = line.split(' ');
        match words.next()? {
            "[mk-quant]" => {
                let id = number(words.next()?)?;
                let name = words.next()?.trim_matches('|');
                let term = name.strip_prefix("q!")?.split('!').next()?.parse().ok()?;
                self.quantifiers.insert(id, TermId(term));
                None
            }
            "[new-match]" => {
                let address = words.next()?.to_owned();
                let q = *self.quantifiers.get(&number(words.next()?)?)?;
                let mut causes = Vec::new();
                for word in words.skip_while(|w| *w != ";").skip(1) {
                    if let Some(id) = number(word) {
                        let owner = self.owners.get(&id).copied();
                        if !causes.contains(&owner) {
                            causes.push(owner);
                        }
                    }
                }
                self.matches.insert(address, (q, causes));
                Some(q)
            }
            "[instance]" => {
                let address = words.next()?;
                let (q, causes) = self.matches.remove(address)?;
                let generation = words.skip_while(|w| *w != ";").nth(1).and_then(number);
                let known = self.found.entry(q).or_default();
                known.number += 1;
                known.deepest = known.deepest.max(generation.unwrap_or(0) as u32);
                for cause in causes {
                    *known.causes.entry(cause).or_default() += 1;
                }
                self.current = Some(q);
                Some(q)
            }
            "[end-of-instance]" => {
                self.current.take();
                None
            }
            "[attach-enode]" => {
                let q = self.current?;
                if self.owners.len() < OWNERS {
                    self.owners.insert(number(words.next()?)?, q);
                }
                Some(q)
            }
            _ => None,
        }
    }
}

/// Counts what a log says until it ends.
fn read(mut from: impl Read) -> FxHashMap<TermId, Instances> {
    let mut log = Log::default();
    let mut buffer = vec![0; 1 << 16];
    let mut rest: Vec<u8> = Vec::new();
    let mut last = Instant::now();
    while let Ok(n @ 1..) = from.read(&mut buffer) {
        rest.extend_from_slice(&buffer[..n]);
        let Some(end) = rest.iter().rposition(|&b| b == b'\n') else {
            continue;
        };
        let text = String::from_utf8_lossy(&rest[..end]).into_owned();
        rest.drain(..=end);
        let about: Vec<TermId> = text.lines().filter_map(|l| log.line(l)).collect();
        let now = Instant::now();
        if let Ok(n @ 1..) = u32::try_from(about.len()) {
            let each = (now - last) / n;
            for q in about {
                log.found.entry(q).or_default().time += each;
            }
        }
        last = now;
    }
    log.found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_counted_with_their_causes() {
        let text = "[mk-quant] #7 q!40 1 #5 #6
[mk-quant] #9 q!41 1 #5 #8
[new-match] 0x1 #7 #5 #2 ; #3
[instance] 0x1 ; 1
[attach-enode] #20 1
[end-of-instance]
[new-match] 0x2 #9 #8 #20 ; #20 (#3 #20)
[instance] 0x2 ; 2
[end-of-instance]
[new-match] 0x3 #9 #8 #3 ; #3
";
        let found = read(text.as_bytes());
        let (a, b) = (TermId(40), TermId(41));
        assert_eq!((found[&a].number, found[&a].deepest), (1, 1));
        assert_eq!((found[&b].number, found[&b].deepest), (1, 2));
        assert_eq!(found[&a].causes[&None], 1);
        assert_eq!(found[&b].causes[&Some(a)], 1);
    }
}
