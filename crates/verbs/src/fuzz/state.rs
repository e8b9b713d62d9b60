//! What the workers share: the inputs, the coverage of all of them, and the
//! list of those that wait. Document 003, page 79: only these need sharing.

use super::quick::Paths;
use ep_base::outcome::Place;
use ep_base::{Cancel, Diagnostic};
use ep_explore::concolic::{Item, Worklist};
use ep_native::fuzz::{Corpus, Coverage, Crash, Kind, Triage};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// An input of the run.
pub struct Known {
    pub id: usize,
    pub kind: Kind,
    pub input: Arc<[u8]>,
    pub parent: Option<usize>,
    /// Edges that no earlier input covered.
    pub score: u64,
    /// The bug that it shows.
    pub bug: Option<usize>,
    pub how: &'static str,
    /// The condition that was negated to get it.
    pub place: Option<Place>,
    /// Conditions on the input that came out true, when it was followed.
    pub held: Option<(u64, u64)>,
}

/// A bug with its inputs.
pub struct Found {
    pub crash: Crash,
    pub smallest: Vec<u8>,
    pub inputs: u64,
    /// Where the smallest input lies.
    pub file: String,
}

/// Counts of the run.
#[derive(Default, Clone)]
pub struct Counts {
    pub expansions: u64,
    pub conditions: u64,
    pub negated: u64,
    pub satisfiable: u64,
    pub unsatisfiable: u64,
    pub unknown: u64,
    pub skipped: u64,
    /// The run along an input left the path that was predicted for it.
    pub diverged: u64,
    /// The native run did not pass where the followed run did.
    pub diverged_natively: u64,
    pub left_out: u64,
    pub hangs: u64,
    pub repeated_inputs: u64,
    /// Mutated inputs that ran without sanitizers only, and those of them
    /// with a path of their own.
    pub unsanitised: u64,
    pub paths_left: u64,
    pub imported: u64,
    /// Inputs that a comparison suggested and that cover something new.
    pub hints: u64,
    pub instructions: u64,
    pub time_trace: Duration,
    pub time_expand: Duration,
    pub time_mutate: Duration,
}

impl Counts {
    /// Inputs without new coverage that are kept as hanging.
    pub const KEPT_HANGS: u64 = 64;
}

/// A place with what happened there.
pub type Tally = BTreeMap<(String, Place), u64>;

/// Behind one lock.
pub struct Shared {
    pub corpus: Corpus,
    pub coverage: Coverage,
    pub known: Vec<Known>,
    /// Those that cover something new, for mutation.
    pub queue: Vec<Arc<[u8]>>,
    pub worklist: Worklist,
    pub triage: Triage,
    pub bugs: Vec<Found>,
    pub counts: Counts,
    /// Inputs by their content.
    pub contents: HashSet<u64>,
    /// What runs without sanitizers covered.
    pub paths_lean: Paths,
    /// Whole paths that were expanded.
    pub paths: HashSet<u64>,
    /// Conditions replaced by values, and what was not followed as it is.
    pub fixed: Tally,
    pub gaps: Tally,
    /// How the runs along inputs ended.
    pub ends: BTreeMap<String, u64>,
    /// Where native runs left the followed path.
    pub divergences: Tally,
    /// What only one side says about content that nobody wrote.
    pub unset: Tally,
    /// Workers that may still add to the list.
    pub busy: usize,
    pub failure: Option<Diagnostic>,
    pub blocks: (u64, u64),
}

/// Inputs that cover nothing new and wait, at most.
const MOST_WAITING: usize = 60_000;
/// Crashing inputs that are kept of one bug.
const MOST_CRASHES: u64 = 256;

/// Without the lock.
pub struct Clock {
    pub begin: Instant,
    pub deadline: Option<Instant>,
    pub max_runs: Option<u64>,
    pub cancel: Cancel,
    pub runs: AtomicU64,
    pub first_bug: bool,
}

impl Clock {
    /// Whether the run ends now.
    pub fn over(&self) -> bool {
        self.cancel.is_cancelled()
            || self.deadline.is_some_and(|d| Instant::now() >= d)
            || self
                .max_runs
                .is_some_and(|m| self.runs.load(Ordering::Relaxed) >= m)
    }
}

/// The hash of an input.
pub fn content(input: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut h = DefaultHasher::new();
    input.hash(&mut h);
    h.finish()
}

/// A run's input on its way into the corpus.
pub struct New<'b> {
    pub input: &'b [u8],
    pub parent: Option<usize>,
    pub how: &'static str,
    pub bound: usize,
    pub fingerprint: Option<u64>,
    /// Keep it although it covers nothing new: its path is to be expanded.
    pub expand: bool,
}

impl<'b> New<'b> {
    /// An input that is kept only for what it covers.
    pub fn of(input: &'b [u8], how: &'static str) -> Self {
        New {
            input,
            parent: None,
            how,
            bound: 0,
            fingerprint: None,
            expand: false,
        }
    }
}

/// The lock, also after a panic elsewhere: what it guards is whole between
/// two statements.
pub fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Stores an input that was run, if it is worth it; its number.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn store(
        &mut self,
        new: New<'_>,
        kind: Kind,
        score: u64,
        bug: Option<usize>,
    ) -> Result<Option<usize>, Diagnostic> {
        if kind == Kind::Waiting && (!new.expand || self.worklist.len() >= MOST_WAITING) {
            self.counts.left_out += u64::from(new.expand);
            return Ok(None);
        }
        if let Some(b) = bug {
            self.bugs[b].inputs += 1;
            if self.bugs[b].inputs > MOST_CRASHES {
                return Ok(None);
            }
        }
        let at = self.remember(&new, kind, score, bug)?;
        if kind == Kind::Queue {
            self.queue.push(new.input.into());
        }
        if kind != Kind::Hang {
            self.worklist.add(Item {
                id: at,
                bound: new.bound,
                score,
                fingerprint: new.fingerprint,
            });
        }
        Ok(Some(at))
    }

    /// An input that was followed already turns out to show a bug: it is kept
    /// among the crashing ones, too, and not followed again.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn shows(&mut self, at: usize, bug: usize) -> Result<(), Diagnostic> {
        self.bugs[bug].inputs += 1;
        let k = &mut self.known[at];
        k.bug = Some(bug);
        if k.kind == Kind::Crash || self.bugs[bug].inputs > MOST_CRASHES {
            return Ok(());
        }
        let (input, parent, how) = (k.input.clone(), k.id, k.how);
        self.corpus.add(Kind::Crash, &input, Some(parent), how, 0)?;
        Ok(())
    }

    /// Writes an input and gives it a number.
    fn remember(
        &mut self,
        new: &New<'_>,
        kind: Kind,
        score: u64,
        bug: Option<usize>,
    ) -> Result<usize, Diagnostic> {
        let id = self
            .corpus
            .add(kind, new.input, new.parent, new.how, new.bound)?;
        self.known.push(Known {
            id,
            kind,
            input: new.input.into(),
            parent: new.parent,
            score,
            bug,
            how: new.how,
            place: None,
            held: None,
        });
        Ok(self.known.len() - 1)
    }
}
