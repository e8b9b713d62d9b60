//! What a run leaves behind so that it can go on after it was killed, and be
//! looked at when it is over.
//!
//! The journal is a sequence of frames. A frame is the difference between two
//! consistent cuts of the run: states that began to wait, states that no
//! longer do, paths that ended, what was covered first, tests, and the counts
//! and findings so far. A state that comes and goes between two cuts is never
//! written. What happened after the last whole frame is forgotten and done
//! again, so that the results of a resumed run are those of one that was not
//! interrupted. Framing, check sums and the file belong to the [`Keeper`].
//!
//! Source: decision logs as in [`crate::forking::portable`]; the frames are a
//! write-ahead log of differences.
//! Cost: a cut a second at most, and at most a twentieth of the time.

use crate::forking::exchange::{BugTable, Site};
use crate::forking::portable::Portable;
use crate::outcome::totals::Totals;
use ep_base::outcome::{Bug, ErrorKind, Exactness, Incomplete, PathEnd, Statistics};
use ep_base::Diagnostic;
use ep_ir::{FuncId, LocId};
use ep_machine::decision::{Reader, Writer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Takes frames to a safe place.
pub trait Keeper: Send + Sync {
    /// Writes one frame as a whole.
    ///
    /// # Errors
    /// It cannot be written.
    fn keep(&self, frame: &[u8]) -> Result<(), Diagnostic>;
}

/// What one worker hands in at a cut: first what is new since the last one,
/// then its counts since the beginning.
#[derive(Default)]
pub struct Part {
    pub adds: Vec<Portable>,
    pub removes: Vec<u64>,
    /// Encoded records of paths that ended.
    pub paths: Vec<u8>,
    pub tests: Vec<u64>,
    pub covered: Vec<u32>,
    /// Counters that tests made grow.
    pub counted: Vec<(u32, u64)>,
    pub totals: Totals,
}

/// A cut that is being put together.
#[derive(Default)]
pub struct Cut {
    pub adds: Vec<Portable>,
    /// The latest part of each worker; what is new in it has been taken out.
    pub parts: Vec<Part>,
    removes: Vec<u64>,
    paths: Vec<u8>,
    tests: Vec<u64>,
    covered: Vec<u32>,
    counted: Vec<(u32, u64)>,
    /// How long to wait before the next cut.
    pub pause: Duration,
}

impl Cut {
    /// Of so many workers.
    pub fn new(jobs: usize) -> Cut {
        Cut {
            parts: (0..jobs).map(|_| Part::default()).collect(),
            ..Cut::default()
        }
    }

    /// Takes a part.
    pub fn hand_in(&mut self, worker: usize, mut part: Part) {
        self.adds.append(&mut part.adds);
        self.removes.append(&mut part.removes);
        self.paths.append(&mut part.paths);
        self.tests.append(&mut part.tests);
        self.covered.append(&mut part.covered);
        self.counted.append(&mut part.counted);
        self.parts[worker] = part;
    }

    /// The frame; the next one starts empty.
    pub fn encode(
        &mut self,
        base: &Restored,
        bugs: &BugTable,
        (next_test, next_ticket): (u64, u64),
        end: Option<&str>,
    ) -> Vec<u8> {
        let mut totals = base.totals();
        for p in &self.parts {
            totals.add(&p.totals);
        }
        let mut sites = vec![None; bugs.bugs.len()];
        for (site, i) in &bugs.index {
            sites[*i] = Some((site.0, site.1 .0, site.2 .0));
        }
        let head = Head {
            bugs: bugs.bugs.clone(),
            sites: sites.into_iter().flatten().collect(),
            bug_paths: totals.bug_paths,
            statistics: totals.statistics,
            gaps: totals.gaps.into_iter().collect(),
            over: totals.over,
            under: totals.under,
            assumptions: totals.assumptions,
            paths_not_kept: totals.paths_not_kept,
            next_test,
            next_ticket,
            end: end.map(str::to_string),
        };
        let mut w = Writer::default();
        // The structs are plain data: this cannot fail.
        w.bytes(&serde_json::to_vec(&head).unwrap_or_default());
        w.number(self.adds.len() as u128);
        for s in self.adds.drain(..) {
            w.number(u128::from(s.ticket));
            w.bytes(s.bytes());
        }
        w.number(self.removes.len() as u128);
        for t in self.removes.drain(..) {
            w.number(u128::from(t));
        }
        w.number(self.tests.len() as u128);
        for t in self.tests.drain(..) {
            w.number(u128::from(t));
        }
        w.number(self.covered.len() as u128);
        for c in self.covered.drain(..) {
            w.number(u128::from(c));
        }
        w.number(self.counted.len() as u128);
        for (counter, n) in self.counted.drain(..) {
            w.number(u128::from(counter));
            w.number(u128::from(n));
        }
        w.bytes(&self.paths);
        self.paths.clear();
        w.0
    }
}

/// The part of a frame that replaces the one before.
#[derive(Serialize, Deserialize)]
struct Head {
    bugs: Vec<Bug>,
    sites: Vec<(ErrorKind, u32, u32)>,
    bug_paths: Vec<u64>,
    statistics: Statistics,
    gaps: Vec<(Incomplete, u64)>,
    over: bool,
    under: bool,
    assumptions: u32,
    paths_not_kept: u64,
    next_test: u64,
    next_ticket: u64,
    end: Option<String>,
}

/// A run as its journal tells it.
#[derive(Default)]
pub struct Restored {
    pub statistics: Statistics,
    pub gaps: BTreeMap<Incomplete, u64>,
    pub over: bool,
    pub under: bool,
    pub assumptions: u32,
    pub bugs: Vec<Bug>,
    pub sites: Vec<Site>,
    pub bug_paths: Vec<u64>,
    pub paths_not_kept: u64,
    pub next_test: u64,
    pub next_ticket: u64,
    /// The states that wait.
    pub states: Vec<Portable>,
    pub tests: Vec<u64>,
    pub covered: Vec<u32>,
    pub counted: Vec<(u32, u64)>,
    /// Encoded records of paths, for [`records`].
    pub paths: Vec<u8>,
    /// How the run ended, if it did. `complete` when nothing was left to do.
    pub end: Option<String>,
    /// Something was read: the run had begun.
    pub begun: bool,
}

/// The word for a run that has nothing left to do.
pub const COMPLETE: &str = "complete";

impl Restored {
    /// Reads frames in order. `None` when one of them is not of this format.
    pub fn read<'a>(frames: impl Iterator<Item = &'a [u8]>) -> Option<Restored> {
        let mut out = Restored::default();
        let mut states: BTreeMap<u64, &[u8]> = BTreeMap::new();
        let mut head = None;
        for f in frames {
            let mut r = Reader(f);
            head = Some(serde_json::from_slice::<Head>(r.bytes()?).ok()?);
            for _ in 0..r.word()? {
                let ticket = r.word()?;
                states.insert(ticket, r.bytes()?);
            }
            for _ in 0..r.word()? {
                states.remove(&r.word()?);
            }
            for _ in 0..r.word()? {
                out.tests.push(r.word()?);
            }
            for _ in 0..r.word()? {
                out.covered.push(u32::try_from(r.word()?).ok()?);
            }
            for _ in 0..r.word()? {
                let counter = u32::try_from(r.word()?).ok()?;
                out.counted.push((counter, r.word()?));
            }
            out.paths.extend_from_slice(r.bytes()?);
        }
        for (ticket, bytes) in states {
            out.states.push(Portable::from_bytes(bytes, ticket)?);
        }
        let Some(h) = head else { return Some(out) };
        out.begun = true;
        out.statistics = h.statistics;
        out.statistics.states_waiting = 0;
        out.gaps = h.gaps.into_iter().collect();
        (out.over, out.under, out.assumptions) = (h.over, h.under, h.assumptions);
        // A bug that was found after the cut is found again.
        let n = h.bugs.len().min(h.sites.len());
        let mut counts = h.bug_paths;
        counts.resize(n, 0);
        for ((bug, site), paths) in h.bugs.into_iter().zip(h.sites).zip(counts) {
            if paths > 0 {
                out.bugs.push(bug);
                out.sites.push((site.0, LocId(site.1), FuncId(site.2)));
                out.bug_paths.push(paths);
            }
        }
        out.paths_not_kept = h.paths_not_kept;
        out.next_test = h.next_test;
        out.next_ticket = h.next_ticket;
        out.end = h.end;
        Some(out)
    }

    /// The counts that the workers of this run add to.
    pub fn totals(&self) -> Totals {
        Totals {
            statistics: self.statistics.clone(),
            gaps: self.gaps.clone(),
            over: self.over,
            under: self.under,
            assumptions: self.assumptions,
            bug_paths: self.bug_paths.clone(),
            paths_not_kept: self.paths_not_kept,
        }
    }
}

/// A path that ended.
pub struct PathRecord {
    pub end: PathEnd,
    pub func: FuncId,
    pub loc: LocId,
    /// The number of its test, 0 without one.
    pub test: u64,
    pub instructions: u64,
    pub exactness: Exactness,
    pub replay: ep_machine::decision::Replay,
    pub trace: u64,
}

/// Appends the record of a path, without its trail.
pub fn put_path(
    w: &mut Writer,
    end: &PathEnd,
    place: (FuncId, LocId),
    test: u64,
    instructions: u64,
    exactness: Exactness,
) {
    let text = |w: &mut Writer, tag, s: &str| {
        w.0.push(tag);
        w.bytes(s.as_bytes());
    };
    match end {
        PathEnd::Exit { status: None } => w.0.push(0),
        PathEnd::Exit { status: Some(s) } => {
            w.0.push(1);
            w.number(u128::from(*s));
        }
        PathEnd::Error { error } => {
            w.0.push(2);
            let k = ErrorKind::ALL.iter().position(|k| k == error);
            w.0.push(k.unwrap_or(usize::from(u8::MAX)) as u8);
        }
        PathEnd::Silent => w.0.push(3),
        PathEnd::Infeasible => w.0.push(4),
        PathEnd::Depth => w.0.push(5),
        PathEnd::Repeated => w.0.push(9),
        PathEnd::Unsupported { what } => text(w, 6, what),
        PathEnd::SolverUnknown { reason } => text(w, 7, reason),
        PathEnd::Defect { what } => text(w, 8, what),
    }
    w.number(u128::from(place.0 .0));
    w.number(u128::from(place.1 .0));
    w.number(u128::from(test));
    w.number(u128::from(instructions));
    w.0.push(u8::from(exactness.over) | u8::from(exactness.under) << 1);
}

/// The records of paths. `None` when the bytes are not of this format.
pub fn records(bytes: &[u8]) -> Option<Vec<PathRecord>> {
    let mut r = Reader(bytes);
    let mut out = Vec::new();
    while !r.0.is_empty() {
        let text = |r: &mut Reader| Some(String::from_utf8_lossy(r.bytes()?).into_owned());
        let end = match r.byte()? {
            0 => PathEnd::Exit { status: None },
            1 => PathEnd::Exit {
                status: Some(r.word()?),
            },
            2 => PathEnd::Error {
                error: *ErrorKind::ALL.get(usize::from(r.byte()?))?,
            },
            3 => PathEnd::Silent,
            4 => PathEnd::Infeasible,
            5 => PathEnd::Depth,
            9 => PathEnd::Repeated,
            6 => PathEnd::Unsupported {
                what: text(&mut r)?,
            },
            7 => PathEnd::SolverUnknown {
                reason: text(&mut r)?,
            },
            8 => PathEnd::Defect {
                what: text(&mut r)?,
            },
            _ => return None,
        };
        let func = FuncId(u32::try_from(r.number()?).ok()?);
        let loc = LocId(u32::try_from(r.number()?).ok()?);
        let (test, instructions) = (r.word()?, r.word()?);
        let flags = r.byte()?;
        let (replay, trace) = r.trail()?;
        out.push(PathRecord {
            end,
            func,
            loc,
            test,
            instructions,
            exactness: Exactness {
                over: flags & 1 != 0,
                under: flags & 2 != 0,
            },
            replay,
            trace,
        });
    }
    Some(out)
}
