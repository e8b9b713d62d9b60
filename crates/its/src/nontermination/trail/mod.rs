//! Endless runs behind and along paths that a search finds which learns.
//!
//! Idea: a trail of clauses from the start, whose guards are possible together.
//! It grows by a clause that is not blocked at its end. Where it comes back to a
//! location, the way back is a cycle: it is asked for a state that it leads back
//! to and for sets that it keeps, and then accelerated; what is learned so stands
//! for at least one round of it, takes its place on the trail, and is a clause
//! from then on. A cycle that is only rounds of what was learned before is
//! covered, and the trail gives it up; where nothing goes on, the last clause is
//! taken back. What is given up or taken back is blocked at the end that it was
//! put to, and nowhere else: behind another prefix it is tried again. Whenever the
//! trail meets a set that some cycle keeps, an integer point of it says how many
//! rounds each accelerated loop makes, and the trail is told as a stem, step by
//! step. So sets are met that are entered only after a number of rounds that
//! nobody would guess. The search is begun anew a few times with another order,
//! and keeps what it learned.
//! Source: Frohn and Giesl, "ADCL: Acceleration Driven Clause Learning for
//! Constrained Horn Clauses", SAS 2023, and "Proving Non-Termination by
//! Acceleration Driven Clause Learning", CADE 2023. Alternative: eliminating
//! locations as the lower bounds do, which puts loops together that no run
//! reaches. Cost: a solver's question per clause that is put to the trail, per
//! cycle and per set that is met; all are counted.
//! What must never happen: a step that was not made (see [`tell`]); a clause that
//! stays blocked behind another prefix.

mod clause;
mod cycles;
mod meet;
mod tell;

use super::Search;
use crate::ask::Point;
use crate::counts;
use crate::lower::macros::Macro;
use crate::lower::ratpoly::RatPoly;
use crate::outcome::Lasso;
use crate::system::{Atom, Loc, TransId};
use clause::Clause;
use cycles::Ending;
use ep_base::Stop;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

/// How much is done.
#[derive(Clone, Copy)]
struct Effort {
    /// Questions of all trails.
    asked: u64,
    /// How often the search is begun.
    trails: usize,
    /// Cycles that sets are looked for.
    cycles: usize,
    /// Clauses that are learned.
    learned: usize,
    /// One part of so many of the time that is left.
    share: u32,
}

const FEW: Effort = Effort {
    asked: 120,
    trails: 1,
    cycles: 12,
    learned: 16,
    share: 4,
};
const MANY: Effort = Effort {
    asked: 1_200,
    trails: 4,
    cycles: 60,
    learned: 80,
    share: 2,
};

/// Those without an answer.
const MAX_UNKNOWN: u64 = 8;
/// Clauses that are put to the trail before the search is begun anew, at first;
/// then twice as many, and so on.
const FIRST_STEPS: usize = 60;
/// Resource units of the solver per question, at most: there are other ways.
const UNITS: u32 = 30_000;
/// Clauses of a trail.
const MAX_LENGTH: usize = 40;
/// Numbers of rounds that are tried where a product would be asked for.
const GUESSED: [i64; 5] = [2, 3, 5, 10, 40];
/// Products that are asked for all the same, when no guess will do.
const MAX_PRODUCTS: u32 = 6;

/// A clause by its number, and what its number of rounds is: [`OPEN`], then a guess,
/// at last open in a product.
type Key = (usize, usize);
/// Any number of rounds.
const OPEN: usize = 0;
/// Any number, where it makes products.
const PRODUCT: usize = GUESSED.len() + 1;

/// A clause on the trail.
struct Frame {
    key: Key,
    /// All of the trail up to here.
    whole: Macro,
    /// What is not to be put behind it again, and clauses of which nothing is left.
    blocked: BTreeSet<Key>,
    spent: BTreeSet<usize>,
    /// What was put behind it and taken back.
    gone: BTreeSet<usize>,
    /// How many of the kept sets were asked for.
    met: usize,
}

struct Trail<'s, 'a> {
    search: &'s mut Search<'a>,
    stop: Stop,
    effort: Effort,
    clauses: Vec<Clause>,
    leaving: HashMap<Loc, Vec<usize>>,
    /// Steps from a location to the nearest open cycle.
    far: HashMap<Loc, usize>,
    /// What was learned of a word.
    by_word: HashMap<Vec<usize>, Vec<usize>>,
    /// Cycles that sets were looked for already.
    tried: HashSet<Vec<(TransId, usize)>>,
    frames: Vec<Frame>,
    fresh: u32,
    learned: usize,
    cycles: usize,
    products: u32,
    asked: u64,
    unknown: u64,
    /// Which trail it is.
    turn: usize,
}

impl Search<'_> {
    /// Endless runs along a trail that is not followed for long.
    pub fn few_trails(&mut self) -> Option<Lasso> {
        self.along(FEW)
    }

    /// Endless runs along trails; see the module.
    pub fn trails(&mut self) -> Option<Lasso> {
        self.along(MANY)
    }

    fn along(&mut self, effort: Effort) -> Option<Lasso> {
        let mut trail = Trail::new(self, effort);
        let units = trail.search.ask.limit(UNITS);
        let found = trail.search();
        trail.search.ask.limit(units);
        counts::ended(&trail.stop);
        tracing::debug!(
            learned = trail.learned,
            asked = trail.search.ask.questions - trail.asked,
            unknown = trail.search.ask.unknown - trail.unknown,
            turn = trail.turn,
            clauses = trail.clauses.len(),
            found = found.is_some(),
            "trails"
        );
        found
    }
}

impl<'s, 'a> Trail<'s, 'a> {
    fn new(search: &'s mut Search<'a>, effort: Effort) -> Self {
        let (system, stop) = (search.system, search.stop.clone());
        let plain = |(path, arm): &(Vec<TransId>, usize)| Clause::plain(&stop, system, path, *arm);
        let clauses: Vec<Clause> = search.ways.iter().filter_map(plain).collect();
        let mut tried = HashSet::new();
        let done = search.cycles.iter().flatten().filter(|_| search.closed);
        for cycle in done {
            let head = super::start_of(system, cycle);
            if head.is_some_and(|l| search.stems.contains_key(&l)) {
                let steps = cycle.steps.iter().map(|t| (t.transition, t.arm));
                tried.insert(steps.collect());
            }
        }
        let heads: BTreeSet<Loc> = search.heads.clone();
        // The clock stands behind what is counted: others are to have most of it.
        let now = Instant::now();
        let within = (search.deadline).map_or_else(
            || stop.clone(),
            |d| stop.sooner(now + d.saturating_duration_since(now) / effort.share),
        );
        let mut trail = Trail {
            asked: search.ask.questions,
            unknown: search.ask.unknown,
            far: clause::far(&clauses, &heads),
            search,
            stop: within,
            effort,
            clauses: Vec::new(),
            leaving: HashMap::new(),
            by_word: HashMap::new(),
            tried,
            frames: Vec::new(),
            fresh: 0,
            learned: 0,
            cycles: 0,
            products: 0,
            turn: 0,
        };
        for c in clauses {
            // What leads away from all that is open says nothing.
            if trail.far.contains_key(&c.whole.target) {
                trail.add(c);
            }
        }
        trail
    }

    fn add(&mut self, c: Clause) -> usize {
        let id = self.clauses.len();
        self.leaving.entry(c.from).or_default().push(id);
        self.clauses.push(c);
        id
    }

    fn tired(&self) -> bool {
        let asked = self.search.ask.questions - self.asked;
        let unknown = self.search.ask.unknown - self.unknown;
        asked > self.effort.asked || unknown > MAX_UNKNOWN || self.stop.now()
    }

    fn search(&mut self) -> Option<Lasso> {
        for turn in 0..self.effort.trails {
            self.turn = turn;
            self.frames = vec![Frame {
                key: (usize::MAX, 0),
                whole: Macro::begin(self.search.system),
                blocked: BTreeSet::new(),
                spent: BTreeSet::new(),
                gone: BTreeSet::new(),
                met: 0,
            }];
            let mut left = FIRST_STEPS << turn;
            let mut cut = false;
            while left > 0 && !self.frames.is_empty() {
                if self.tired() {
                    return None;
                }
                left -= 1;
                cut |= self.frames.len() >= MAX_LENGTH;
                if self.frames.len() >= MAX_LENGTH || !self.step() {
                    self.back();
                    continue;
                }
                if let Some(lasso) = self.met() {
                    return Some(lasso);
                }
                match self.ending() {
                    Ending::Found(lasso) => return Some(*lasso),
                    Ending::Covered => self.back(),
                    Ending::Open | Ending::Changed => {}
                }
            }
            if left > 0 && !cut {
                // All was tried.
                return None;
            }
        }
        None
    }

    /// Takes the last clause back, and does not put it there again.
    fn back(&mut self) {
        if let Some(gone) = self.frames.pop() {
            if let Some(last) = self.frames.last_mut() {
                last.blocked.insert(gone.key);
                last.gone.insert(gone.key.0);
                if gone.key.1 == OPEN {
                    last.spent.insert(gone.key.0);
                }
            }
        }
    }

    /// Clauses that may be put to the end, the best first.
    fn candidates(&self) -> Vec<usize> {
        let Some(last) = self.frames.last() else {
            return Vec::new();
        };
        let used = |id: usize| self.frames.iter().filter(|f| f.key.0 == id).count();
        let price = |id: usize| {
            let Some(c) = self.clauses.get(id) else {
                return (true, 0, 0, 0);
            };
            let far = self.far.get(&c.whole.target).copied().unwrap_or(0);
            let place = match self.turn % 2 {
                0 => id,
                _ => usize::MAX - id,
            };
            match self.turn < 2 {
                true => (!c.is_learned(), used(id), far, place),
                false => (!c.is_learned(), far, used(id), place),
            }
        };
        let mut ids = (self.leaving.get(&last.whole.target))
            .cloned()
            .unwrap_or_default();
        ids.retain(|id| !last.spent.contains(id));
        ids.sort_by_key(|id| price(*id));
        ids
    }

    /// The trail up to a place with a clause more, if that is possible.
    fn longer(&mut self, place: usize, id: usize) -> Option<(Key, Macro)> {
        let frame = self.frames.get(place)?;
        if frame.spent.contains(&id) {
            return None;
        }
        let stop = self.search.stop.clone();
        let (before, c) = (frame.whole.clone(), self.clauses.get(id)?.clone());
        let Some(open) = before.then(&stop, &c.whole) else {
            self.frames.get_mut(place)?.spent.insert(id);
            return None;
        };
        let product = |m: &Macro| m.guard.iter().any(|a| !a.poly.is_linear());
        // Products are asked for with guessed numbers of rounds first.
        let keys = match c.rounds {
            Some(_) if product(&open) => 1..=PRODUCT,
            _ => OPEN..=OPEN,
        };
        for how in keys {
            if self.tired() {
                return None;
            }
            let key = (id, how);
            if self.frames.get(place)?.blocked.contains(&key) {
                continue;
            }
            let whole = match (how.checked_sub(1).and_then(|g| GUESSED.get(g)), c.rounds) {
                (Some(n), Some(v)) => {
                    let with = BTreeMap::from([(v, RatPoly::integer(*n))]);
                    before.then(&stop, &c.whole.put(&stop, with))
                }
                _ if how == PRODUCT && self.products >= MAX_PRODUCTS => None,
                _ => {
                    self.products += u32::from(how == PRODUCT);
                    Some(open.clone())
                }
            };
            if let Some(whole) = whole {
                if let Point::Found(_) = self.search.ask.point(&atoms(&whole)) {
                    return Some((key, whole));
                }
            }
            self.frames.get_mut(place)?.blocked.insert(key);
        }
        self.frames.get_mut(place)?.spent.insert(id);
        None
    }

    /// Puts a clause to the end.
    fn step(&mut self) -> bool {
        let Some(place) = self.frames.len().checked_sub(1) else {
            return false;
        };
        for id in self.candidates() {
            if self.tired() {
                return false;
            }
            if let Some((key, whole)) = self.longer(place, id) {
                self.put(key, whole);
                return true;
            }
        }
        false
    }

    fn put(&mut self, key: Key, whole: Macro) {
        let own = self.clauses.get(key.0).is_some_and(Clause::is_learned);
        self.frames.push(Frame {
            key,
            whole,
            blocked: BTreeSet::new(),
            // Rounds behind rounds are rounds.
            spent: own.then_some(key.0).into_iter().collect(),
            gone: BTreeSet::new(),
            met: 0,
        });
    }
}

fn atoms(m: &Macro) -> Vec<Atom> {
    m.guard.iter().map(|a| Arc::as_ref(a).clone()).collect()
}
