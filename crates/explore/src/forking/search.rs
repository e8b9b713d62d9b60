//! Waiting states and the order in which they are taken.
//!
//! States live in a slab; each order is an index over it whose stale entries
//! are skipped when met. Selection is O(log n) or better: depth first and
//! breadth first O(1), random path and coverage O(log n). Coverage orders the
//! places at which states wait ([`crate::forking::places`]); in the interleaved order it
//! has half of the turns for as long as that covers anything
//! ([`crate::forking::patience`]).
//!
//! Random path: a walk from the root that takes each side with probability 1/2
//! reaches a state at depth d with probability 2^-d. So a depth is drawn with
//! weight count * 2^-depth and then a state of that depth uniformly, which
//! needs no tree. Source: KLEE (OSDI 2008), section 3.4.

use crate::forking::driver::State;
use crate::forking::patience::Patience;
use crate::forking::places::{Guide, Places};
use crate::forking::portable::Portable;
use ep_base::random::Random;
use ep_machine::options::SearchKind;
use std::collections::{BTreeMap, VecDeque};

/// Choices in one turn of the coverage order: each fork is one, so that a
/// state is followed to where it leads. Longer turns dwell on code that cannot
/// be reached.
const GUIDED: u32 = 8;

/// A slot of the slab and its generation.
pub type Entry = (u32, u32);

/// A waiting state: ready to run, or only its decisions.
pub enum Waiting {
    Ready(Box<State>),
    Spilled(Portable),
}

impl Waiting {
    /// Forks on the way to it.
    fn depth(&self) -> u32 {
        match self {
            Waiting::Ready(s) => s.depth,
            Waiting::Spilled(s) => s.depth,
        }
    }

    /// What the decisions on the way to it have cost.
    fn spent(&self) -> u32 {
        match self {
            Waiting::Ready(s) => s.extra.share.spent(),
            Waiting::Spilled(s) => s.spent,
        }
    }
}

/// The waiting states of one worker.
pub struct Waitlist {
    kind: SearchKind,
    slab: Vec<Option<Waiting>>,
    /// Changes when a slot is used again, so that stale entries are known.
    generation: Vec<u32>,
    free: Vec<u32>,
    len: usize,
    ready: usize,
    queue: VecDeque<Entry>,
    by_depth: BTreeMap<u32, Vec<Entry>>,
    by_place: Places,
    random: Random,
    turn: u32,
    /// Choices that are left of a turn of the coverage order.
    guided: u32,
    patience: Patience,
    /// Turns of depth first search that are left before another order has one.
    deep: u32,
    /// Where the state waited that was taken last, if it was for its place.
    chosen: Option<u32>,
    turns_since_compaction: usize,
}

impl Waitlist {
    /// An empty list.
    pub fn new(kind: SearchKind, seed: u64) -> Self {
        Waitlist {
            kind,
            slab: Vec::new(),
            generation: Vec::new(),
            free: Vec::new(),
            len: 0,
            ready: 0,
            queue: VecDeque::new(),
            by_depth: BTreeMap::new(),
            by_place: Places::default(),
            random: Random::new(seed),
            turn: 0,
            guided: 0,
            patience: Patience::default(),
            deep: 0,
            chosen: None,
            turns_since_compaction: 0,
        }
    }

    /// Waiting states that are ready to run.
    pub fn ready(&self) -> usize {
        self.ready
    }

    /// Waiting states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True when nothing waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a state that has just forked goes on before others.
    pub fn keeps_current(&self) -> bool {
        match self.kind {
            SearchKind::Dfs => true,
            SearchKind::Interleaved => self.guided == 0,
            _ => false,
        }
    }

    /// States run on and on without an end: half of the turns that
    /// depth first search has left are given up.
    pub fn tired(&mut self) {
        self.deep /= 2;
    }

    /// Whether the order asks how near states are to uncovered code.
    pub fn asks_for_places(&self) -> bool {
        matches!(self.kind, SearchKind::Coverage | SearchKind::Interleaved)
    }

    /// The place of the state that was taken last, if that is why it was.
    pub fn chosen(&self) -> Option<u32> {
        self.chosen
    }

    /// Adds a state that waits at `place`.
    pub fn add(&mut self, w: Waiting, place: u32) {
        let depth = w.depth();
        let ready = matches!(w, Waiting::Ready(_));
        let slot = match self.free.pop() {
            Some(i) => {
                self.slab[i as usize] = Some(w);
                i
            }
            None => {
                self.slab.push(Some(w));
                self.generation.push(0);
                self.slab.len() as u32 - 1
            }
        };
        let entry = (slot, self.generation[slot as usize]);
        self.len += 1;
        self.ready += usize::from(ready);
        self.compact();
        let k = self.kind;
        if matches!(
            k,
            SearchKind::Dfs | SearchKind::Bfs | SearchKind::Interleaved
        ) {
            self.queue.push_back(entry);
        }
        if matches!(k, SearchKind::RandomPath | SearchKind::Interleaved) {
            self.by_depth.entry(depth).or_default().push(entry);
        }
        if self.asks_for_places() {
            self.by_place.add(place, entry);
        }
    }

    /// Drops stale entries once they outnumber the live ones.
    fn compact(&mut self) {
        let limit = 4 * self.len + 4096;
        let (slab, generation) = (&self.slab, &self.generation);
        let alive = |e: &Entry| generation[e.0 as usize] == e.1 && slab[e.0 as usize].is_some();
        if self.queue.len() > limit {
            self.queue.retain(alive);
        }
        if self.by_place.entries() > limit {
            self.by_place.retain(alive);
        }
        self.turns_since_compaction += 1;
        if self.turns_since_compaction > limit {
            self.turns_since_compaction = 0;
            self.by_depth.retain(|_, v| {
                v.retain(alive);
                !v.is_empty()
            });
        }
    }

    /// Takes the next state. `guide` knows how near the places are.
    pub fn take(&mut self, guide: &impl Guide) -> Option<Waiting> {
        if self.len == 0 {
            return None;
        }
        self.chosen = None;
        let entry = match self.kind {
            SearchKind::Dfs => self.last(),
            SearchKind::Bfs => self.first(),
            SearchKind::RandomPath => self.random_path(),
            SearchKind::Coverage => self.best(guide),
            SearchKind::Interleaved => self.in_turn(guide),
        }?;
        self.remove(entry.0)
    }

    fn alive(&self, e: Entry) -> bool {
        self.generation[e.0 as usize] == e.1 && self.slab[e.0 as usize].is_some()
    }

    fn last(&mut self) -> Option<Entry> {
        while let Some(e) = self.queue.pop_back() {
            if self.alive(e) {
                return Some(e);
            }
        }
        None
    }

    fn first(&mut self) -> Option<Entry> {
        while let Some(e) = self.queue.pop_front() {
            if self.alive(e) {
                return Some(e);
            }
        }
        None
    }

    /// The state at the place nearest to uncovered code.
    fn best(&mut self, guide: &impl Guide) -> Option<Entry> {
        let (slab, generation) = (&self.slab, &self.generation);
        let spent = |e: Entry| {
            let waits = (generation[e.0 as usize] == e.1).then_some(&slab[e.0 as usize])?;
            waits.as_ref().map(Waiting::spent)
        };
        let (entry, place) = self.by_place.best(guide, &mut self.random, spent)?;
        self.chosen = Some(place);
        self.patience.choice(guide.found(), guide.goals());
        Some(entry)
    }

    /// Depth first, random path and coverage take turns: one, one and two, and
    /// depth first more of them where coverage brings nothing.
    fn in_turn(&mut self, guide: &impl Guide) -> Option<Entry> {
        if self.guided > 1 {
            self.guided -= 1;
            return self.best(guide);
        }
        self.guided = 0;
        if self.deep > 0 {
            self.deep -= 1;
            return self.last();
        }
        self.turn = (self.turn + 1) % 4;
        match self.turn {
            0 => {
                let turns = self.patience.depth_first(guide.found(), guide.goals());
                self.deep = turns - 1;
                self.last()
            }
            1 => self.random_path(),
            _ => {
                self.guided = GUIDED;
                self.best(guide)
            }
        }
    }

    fn random_path(&mut self) -> Option<Entry> {
        loop {
            let (&lowest, _) = self.by_depth.iter().next()?;
            // Depths 32 below the lowest have no weight worth a draw.
            let window: Vec<(u32, usize)> = self
                .by_depth
                .range(lowest..lowest + 32)
                .map(|(d, v)| (*d, v.len()))
                .collect();
            let weight = |d: u32, n: usize| (n as u128) << (32 - (d - lowest));
            let total: u128 = window.iter().map(|(d, n)| weight(*d, *n)).sum();
            let mut at = (u128::from(self.random.bits()) * total) >> 64;
            let mut chosen = lowest;
            for (d, n) in &window {
                let w = weight(*d, *n);
                if at < w {
                    chosen = *d;
                    break;
                }
                at -= w;
            }
            let entry = {
                let i = self.by_depth.get(&chosen).map_or(0, Vec::len);
                if i == 0 {
                    self.by_depth.remove(&chosen);
                    continue;
                }
                let k = self.random.below(i);
                self.by_depth.get_mut(&chosen).map(|v| v.swap_remove(k))
            };
            if self.by_depth.get(&chosen).is_some_and(Vec::is_empty) {
                self.by_depth.remove(&chosen);
            }
            match entry {
                Some(e) if self.alive(e) => return Some(e),
                _ => {}
            }
        }
    }

    /// Takes the `n` states with the fewest forks.
    pub fn take_shallow(&mut self, n: usize) -> Vec<Waiting> {
        let mut all: Vec<(u32, u32)> = Vec::with_capacity(self.len);
        for (slot, w) in self.slab.iter().enumerate() {
            if let Some(w) = w {
                all.push((w.depth(), slot as u32));
            }
        }
        let n = n.min(all.len());
        if n == 0 {
            return Vec::new();
        }
        all.select_nth_unstable(n - 1);
        all.truncate(n);
        let slots = all.into_iter();
        slots.filter_map(|(_, slot)| self.remove(slot)).collect()
    }

    /// All waiting states, in no particular order.
    pub fn each(&mut self, mut f: impl FnMut(&mut Waiting)) {
        self.slab.iter_mut().flatten().for_each(&mut f);
    }

    fn remove(&mut self, slot: u32) -> Option<Waiting> {
        let at = slot as usize;
        let w = self.slab[at].take()?;
        self.generation[at] = self.generation[at].wrapping_add(1);
        self.free.push(slot);
        self.len -= 1;
        if self.len == 0 {
            self.queue.clear();
            self.by_depth.clear();
            self.by_place.clear();
        }
        self.ready -= usize::from(matches!(w, Waiting::Ready(_)));
        Some(w)
    }

    /// Replaces ready states by what `spill` makes of them; returns how many.
    /// The states that wait longest come first.
    pub fn spill(&mut self, mut most: usize, mut spill: impl FnMut(&State) -> Portable) -> usize {
        let mut done = 0;
        for w in self.slab.iter_mut() {
            if most == 0 {
                break;
            }
            if let Some(Waiting::Ready(s)) = w {
                let s = spill(s);
                *w = Some(Waiting::Spilled(s));
                done += 1;
                most -= 1;
            }
        }
        self.ready -= done;
        done
    }
}

#[cfg(test)]
mod tests;
