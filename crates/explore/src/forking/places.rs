//! The waiting states by the place at which they wait, the place that is
//! nearest to uncovered code first.
//!
//! How near a state is depends on its place alone: the program points on its
//! stack, and how often a state was taken there in vain. Without the latter a
//! place that is always filled anew (behind the letter of an option that was
//! found) comes before those one step farther away (the search for another
//! letter) for ever. The steps that this costs grow with the logarithm: what
//! lies deep is behind such places too, and a share in proportion to the number
//! of places would leave them too early. There are few places and many states,
//! so what is ordered are the places; distances that change are looked up once
//! for each place and not for each state. Places at the same distance take
//! turns. Of the states at one place a few are drawn and the one that stands for
//! the largest share of the inputs is taken ([`crate::forking::share`]): it can
//! still go anywhere, while most states at a place are the many descendants of
//! few. Source: the minimal distance to uncovered of KLEE (OSDI 2008), section
//! 3.4; by place and by tries: ours; the draw: M. Mitzenmacher, "The power of
//! two choices" (2001). Cost: O(log places) for a choice, a heap of the places
//! that are in use whenever the distances are new.

use crate::forking::search::Entry;
use ep_base::random::Random;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// States that are drawn for a choice.
const DRAWN: usize = 16;
/// Steps that a place moves away when the choices of it that covered nothing
/// have doubled.
const STEPS_PER_DOUBLING: u32 = 2;

/// The place of a state of which only the decisions are known.
pub const NOWHERE: u32 = 0;

/// Knows how near places are to what is not covered yet.
pub trait Guide {
    /// Changes when distances do.
    fn version(&self) -> u64;
    /// The distance from a place to the nearest goal.
    fn distance(&self, place: u32) -> u32;
    /// Goals that are not reached.
    fn goals(&self) -> u32;
    /// Grows with all that is covered for the first time.
    fn found(&self) -> u64;
}

/// Entries of waiting states, by place.
#[derive(Default)]
pub struct Places {
    lists: Vec<Vec<Entry>>,
    /// Whether a place is in `order` or in `fresh`.
    listed: Vec<bool>,
    /// Nearest first; among equals the one that was chosen least recently.
    order: BinaryHeap<(Reverse<(u32, u64)>, u32)>,
    /// Places that are not in `order` yet.
    fresh: Vec<u32>,
    /// How often a place was chosen since that covered something.
    tries: Vec<u32>,
    /// The place that was chosen last, and what was covered then.
    last: Option<(u32, u64)>,
    version: u64,
    turn: u64,
    len: usize,
}

impl Places {
    /// Entries, stale ones included.
    pub fn entries(&self) -> usize {
        self.len
    }

    /// Adds the entry of a state that waits at `place`.
    pub fn add(&mut self, place: u32, entry: Entry) {
        let at = place as usize;
        if at >= self.lists.len() {
            self.lists.resize_with(at + 1, Vec::new);
            self.listed.resize(at + 1, false);
            self.tries.resize(at + 1, 0);
        }
        self.lists[at].push(entry);
        self.len += 1;
        if !self.listed[at] {
            self.listed[at] = true;
            self.fresh.push(place);
        }
    }

    /// Takes a state at the nearest place, with the place. `spent` tells
    /// what the decisions of a state cost that still waits.
    pub fn best(
        &mut self,
        guide: &impl Guide,
        random: &mut Random,
        spent: impl Fn(Entry) -> Option<u32>,
    ) -> Option<(Entry, u32)> {
        if self.version != guide.version() {
            self.version = guide.version();
            self.fresh.extend(self.order.drain().map(|e| e.1));
        }
        if let Some((place, found)) = self.last.take() {
            if guide.found() > found {
                self.tries[place as usize] = 0;
            }
        }
        while let Some(place) = self.fresh.pop() {
            self.list(guide.distance(place), place);
        }
        while let Some((_, place)) = self.order.pop() {
            let list = &mut self.lists[place as usize];
            let before = list.len();
            let found = draw(list, random, &spent);
            self.len -= before - list.len();
            self.tries[place as usize] += u32::from(found.is_some());
            if list.is_empty() {
                self.listed[place as usize] = false;
            } else {
                self.list(guide.distance(place), place);
            }
            if let Some(e) = found {
                self.last = Some((place, guide.found()));
                return Some((e, place));
            }
        }
        None
    }

    /// Puts a place behind the others of its distance.
    fn list(&mut self, distance: u32, place: u32) {
        self.turn += 1;
        let distance =
            distance.saturating_add(STEPS_PER_DOUBLING * (self.tries[place as usize] + 1).ilog2());
        self.order.push((Reverse((distance, self.turn)), place));
    }

    /// Drops the entries that are not alive.
    pub fn retain(&mut self, alive: impl Fn(&Entry) -> bool) {
        for list in &mut self.lists {
            list.retain(&alive);
        }
        self.len = self.lists.iter().map(Vec::len).sum();
    }

    /// Drops all entries.
    pub fn clear(&mut self) {
        if self.len > 0 {
            self.lists.iter_mut().for_each(Vec::clear);
            self.len = 0;
        }
    }
}

/// Takes the entry that has spent least of a few that are drawn; stale ones
/// are dropped when met.
fn draw(
    list: &mut Vec<Entry>,
    random: &mut Random,
    spent: impl Fn(Entry) -> Option<u32>,
) -> Option<Entry> {
    let mut best: Option<(u32, usize)> = None;
    let mut drawn = 0;
    while drawn < DRAWN && !list.is_empty() {
        let at = random.below(list.len());
        let Some(d) = spent(list[at]) else {
            list.swap_remove(at);
            // What was last has moved here.
            if best.is_some_and(|(_, b)| b == list.len()) {
                best = best.map(|(d, _)| (d, at));
            }
            continue;
        };
        drawn += 1;
        if best.is_none_or(|(least, _)| d < least) {
            best = Some((d, at));
        }
    }
    best.map(|(_, at)| list.swap_remove(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_shares_come_first_and_nothing_is_lost() {
        let mut random = Random::new(1);
        // Every third has gone; the others have spent their number.
        let alive = |e: Entry| (e.0 % 3 != 0).then_some(e.0);
        let mut list: Vec<Entry> = (0..300).map(|i| (i, 0)).collect();
        let mut taken = Vec::new();
        while let Some(e) = draw(&mut list, &mut random, alive) {
            taken.push(e.0);
        }
        let mut all = taken.clone();
        all.sort_unstable();
        let want: Vec<u32> = (0..300).filter(|i| i % 3 != 0).collect();
        assert_eq!(all, want, "each once");
        let mean = |part: &[u32]| part.iter().sum::<u32>() / part.len() as u32;
        let (early, late) = taken.split_at(taken.len() / 2);
        assert!(mean(early) + 60 < mean(late), "{taken:?}");
    }

    /// Each place has its number as its distance.
    struct Near {
        found: u64,
    }

    impl Guide for Near {
        fn version(&self) -> u64 {
            1
        }
        fn distance(&self, place: u32) -> u32 {
            place
        }
        fn goals(&self) -> u32 {
            1
        }
        fn found(&self) -> u64 {
            self.found
        }
    }

    /// Two places that are always full; how often the first `n` choices took
    /// each. What is taken at the nearer one covers something or not.
    fn choices(n: u32, covers: bool) -> [u32; 2] {
        let mut places = Places::default();
        let (mut random, mut guide) = (Random::new(3), Near { found: 0 });
        let mut taken = [0; 2];
        for i in 0..n {
            (1..3).for_each(|p| places.add(p, (2 * i + p, 0)));
            let (_, place) = places
                .best(&guide, &mut random, |_| Some(1))
                .expect("a state");
            taken[place as usize - 1] += 1;
            guide.found += u64::from(covers && place == 1);
        }
        taken
    }

    #[test]
    fn a_place_that_brings_nothing_does_not_keep_all_turns() {
        let [near, far] = choices(100, false);
        assert!(far >= 20 && near >= far, "{near} {far}");
    }

    #[test]
    fn a_place_that_covers_something_keeps_its_turns() {
        assert_eq!(choices(100, true), [100, 0]);
    }

    #[test]
    fn a_list_of_stale_entries_is_emptied() {
        let mut list: Vec<Entry> = (0..40).map(|i| (i, 0)).collect();
        assert_eq!(draw(&mut list, &mut Random::new(2), |_| None), None);
        assert!(list.is_empty());
    }
}
