//! Where a trail meets a set that some cycle keeps, and its run with numbers.
//!
//! Idea: the guards of the trail and the set over the values at its end are one
//! question; its point is an input, with the temporaries and the numbers of rounds
//! that lead into the set. What needs too many steps is asked for again with fewer
//! rounds of each loop. Source: own, in place of the reachability of "endless" clauses in
//! Frohn and Giesl, CADE 2023. Cost: a question per set and place of the trail.

use super::tell::{Teller, Untold};
use super::{atoms, Trail};
use crate::ask::Point;
use crate::lower::macros::UNKNOWN;
use crate::lower::program::Item;
use crate::lower::ratpoly::{Fuel, RatPoly};
use crate::num::Int;
use crate::outcome::{Lasso, Step};
use crate::poly::Var;
use crate::system::Atom;
use crate::walk::State;
use ep_base::entity::EntityId;

/// Steps of a stem.
const MAX_STEPS: usize = 20_000;
/// The most rounds of one loop, where a point had too many.
const FEW_ROUNDS: [i64; 2] = [2_000, 60];

/// A program with numbers.
pub(super) struct Told {
    /// The values at the start.
    pub input: Vec<Int>,
    /// All steps.
    pub steps: Vec<Step>,
    /// How many belong to its first part, and where that ends.
    pub split: usize,
    /// The state there.
    pub entry: State,
}

impl Trail<'_, '_> {
    /// A kept set that the trail meets, at any of its places.
    pub(super) fn met(&mut self) -> Option<Lasso> {
        let stop = self.search.stop.clone();
        for place in (0..self.frames.len()).rev() {
            while let Some(frame) = self.frames.get_mut(place) {
                let i = frame.met;
                let Some(kept) = self.search.kept.get(i) else {
                    break;
                };
                frame.met += 1;
                if kept.head != frame.whole.target {
                    continue;
                }
                if self.tired() {
                    return None;
                }
                let Some(frame) = self.frames.get(place) else {
                    break;
                };
                let Some(kept) = self.search.kept.get(i) else {
                    break;
                };
                let fuel = Fuel::new(&stop);
                let update = &frame.whole.update;
                let inside = kept.set.iter().map(|a| behind(&fuel, update, a));
                let Some(inside) = inside.collect::<Option<Vec<Atom>>>() else {
                    continue;
                };
                let mut all = atoms(&frame.whole);
                all.extend(inside);
                let items = frame.whole.program.told(&fuel);
                let Some(run) = self.told(&all, &items, items.len()) else {
                    continue;
                };
                let kept = self.search.kept.get(i)?;
                let lasso = kept.behind(run.input, run.steps);
                if let Some(lasso) = self.search.checked(lasso) {
                    return Some(lasso);
                }
            }
        }
        None
    }

    /// The input and the steps of a program at a point of some atoms, and where
    /// these are after so many of its items.
    pub(super) fn told(&mut self, all: &[Atom], items: &[Item], first: usize) -> Option<Told> {
        let system = self.search.system;
        let (before, behind) = items.split_at_checked(first)?;
        let counts: Vec<&RatPoly> = (items.iter())
            .filter_map(|i| match i {
                Item::Repeat { count, .. } => Some(count),
                Item::Step { .. } => None,
            })
            .collect();
        let few = |most: i64| {
            let short = |count: &&RatPoly| Atom::ge0(RatPoly::integer(most).minus(count).cleared());
            let mut more = all.to_vec();
            more.extend(counts.iter().map(short));
            more
        };
        let attempts = [None].into_iter().chain(FEW_ROUNDS.map(Some));
        for most in attempts {
            let asked = most.map_or_else(|| all.to_vec(), few);
            let Point::Found(point) = self.search.ask.point(&asked) else {
                return None;
            };
            let mut teller = Teller::new(system, &point, MAX_STEPS);
            let input = teller.state.values.clone();
            let told = teller.items(before).and_then(|()| {
                let place = (teller.steps.len(), teller.state.clone());
                teller.items(behind).map(|()| place)
            });
            match told {
                Ok((split, entry)) => {
                    return Some(Told {
                        input,
                        steps: teller.steps,
                        split,
                        entry,
                    })
                }
                Err(Untold::Wrong) => return None,
                Err(Untold::Long) if counts.is_empty() => return None,
                Err(Untold::Long) => {}
            }
        }
        None
    }
}

/// An atom over the values at the end of a trail, if these are known.
fn behind(fuel: &Fuel, update: &[RatPoly], a: &Atom) -> Option<Atom> {
    let with = |v: Var| update.get(v.index()).cloned();
    let p = RatPoly::from(&a.poly).substitute_for(fuel, &with);
    (!p.mentions(UNKNOWN)).then(|| Atom {
        poly: p.cleared(),
        rel: a.rel,
    })
}
