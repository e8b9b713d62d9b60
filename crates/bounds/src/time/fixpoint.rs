//! The order in which states are joined at cuts until nothing changes.
//!
//! Idea: what arrives at a cut waits there, and the cuts take their turns from
//! the inside to the outside and from the front to the back: an inner loop is
//! stable before the one around it goes on, and a loop before the next one sees
//! what it leaves. A way that is gone over again replaces what it brought
//! before, if that still waits. So a later loop does not see (and widen over)
//! values that an earlier one had on its way to its fixed point; no narrowing
//! gets rid of those, since each round of the later loop brings them again.
//! Source: F. Bourdoncle, "Efficient chaotic iteration strategies with
//! widenings" (FMPA 1993), with the ranks of the ends of loops for the weak
//! topological order. The order changes what is found and not what is true:
//! the finished graph is checked edge by edge. Cost: one tree per change.

use super::arrival::{Arrival, CutKey};
use super::cuts::Cut;
use super::explore::{Builder, CutId, Failed, Leaf};
use super::state::State;
use std::collections::BTreeMap;

/// Trees of one graph.
const TREES: u32 = 600;
/// Cuts of one graph. Phases multiply them; a graph with joins everywhere, which
/// is made next, has one per place, so that many mean a long program.
const CUTS: usize = 60;
/// So many times more where states are joined everywhere: the clock stands behind.
const COARSE: u32 = 8;

/// Place in the order, and the number of the cut among all that were seen.
type Turn = (Vec<usize>, usize);

/// What arrives at one cut, by the cut where the way begins.
type Arrivals = BTreeMap<Option<CutId>, Vec<Arrival>>;

/// What waits at the cuts.
#[derive(Default)]
struct Waiting {
    seen: BTreeMap<CutKey, Turn>,
    at: BTreeMap<Turn, (CutKey, Arrivals)>,
}

impl Builder<'_, '_> {
    /// Joins what arrives until every cut stands for all of it.
    pub(super) fn stabilise(
        &mut self,
        start: &State,
        observe: &mut dyn FnMut(u64),
    ) -> Result<(), Failed> {
        let mut waiting = Waiting::default();
        let mut trees = 0;
        self.spread(start, None, &mut waiting)?;
        while let Some((_, (key, from))) = waiting.at.pop_first() {
            if self.engine.options.budget.stop_now().is_some() {
                return Err(Failed::Stopped);
            }
            let arrivals = from.into_values().flatten();
            let Some(id) = self.joined(key, arrivals)? else {
                continue;
            };
            trees += 1;
            if trees > TREES * self.room() {
                return Err(Failed::TooLarge);
            }
            observe(self.steps);
            self.spread(start, Some(id), &mut waiting)?;
        }
        Ok(())
    }

    /// Goes from a cut to the next ones.
    fn spread(
        &mut self,
        start: &State,
        at: Option<CutId>,
        waiting: &mut Waiting,
    ) -> Result<(), Failed> {
        let leaves = self.tree(start, at)?;
        for (_, from) in waiting.at.values_mut() {
            from.remove(&at);
        }
        for leaf in leaves {
            let (Leaf::Arrives(arrival) | Leaf::Calls(arrival)) = leaf else {
                continue;
            };
            let turn = match waiting.seen.get(&arrival.key) {
                Some(turn) => turn.clone(),
                None => {
                    let turn = (self.order(&arrival.key), waiting.seen.len());
                    waiting.seen.insert(arrival.key.clone(), turn.clone());
                    turn
                }
            };
            let key = arrival.key.clone();
            let slot = waiting.at.entry(turn);
            let (_, from) = slot.or_insert_with(|| (key, BTreeMap::new()));
            from.entry(at).or_default().push(*arrival);
        }
        Ok(())
    }

    /// How many times the limits hold.
    fn room(&self) -> u32 {
        match self.engine.coarse {
            true => COARSE,
            false => 1,
        }
    }

    /// The cut with all of these, if it stands for more than before.
    fn joined(
        &mut self,
        key: CutKey,
        arrivals: impl Iterator<Item = Arrival>,
    ) -> Result<Option<CutId>, Failed> {
        let mut changed = None;
        for arrival in arrivals {
            let known = self.by_key.get(&key).copied();
            let Some(id) = known else {
                if self.cuts.len() >= CUTS * self.room() as usize {
                    return Err(Failed::TooLarge);
                }
                let cut = Cut::new(self.engine, arrival);
                let id = self.cuts.push(cut);
                self.by_key.insert(key.clone(), id);
                changed = Some(id);
                continue;
            };
            let engine = &mut *self.engine;
            let limits = &self.limits;
            let cut = self.cuts.iter_mut().find(|(i, _)| *i == id);
            if cut.is_some_and(|(_, c)| c.join(engine, &arrival, limits)) {
                changed = Some(id);
            }
        }
        Ok(changed)
    }

    /// Calls by their places, then the end of the loop: what is inside comes
    /// before what is around it, and that before what comes later.
    fn order(&mut self, key: &CutKey) -> Vec<usize> {
        let mut out = Vec::new();
        for (f, b, _) in &key.path {
            let shape = self.engine.shape(*f);
            out.push(2 * shape.map_or(0, |s| s.rank(*b)));
        }
        let shape = self.engine.shape(key.func);
        out.push(2 * shape.map_or(0, |s| s.last_rank(key.block)) + 1);
        out
    }
}
