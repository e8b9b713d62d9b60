//! A program of steps and repetitions at a point, as a list of steps.
//!
//! Idea: what a trail stands for is gone through with numbers, round by round,
//! and each step is made in the system of the file; so what acceleration only
//! hopes (that its condition is enough, that a fraction is whole) is seen here.
//! Source: own. Cost: an evaluation per step.
//! What must never happen: a step that was not made.

use crate::lower::macros::{COUNTERS, UNKNOWN};
use crate::lower::program::Item;
use crate::lower::ratpoly::RatPoly;
use crate::num::Int;
use crate::outcome::Step;
use crate::poly::Var;
use crate::system::System;
use crate::walk::{run, State};
use num_traits::Zero;
use std::collections::BTreeMap;

/// Bits of a value at which a run is given up.
const MAX_BITS: u64 = 1 << 12;

/// Why there are no steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Untold {
    /// There are too many; other numbers of rounds may do.
    Long,
    /// The point is none of a run.
    Wrong,
}

/// Tells a program at a point.
pub(super) struct Teller<'a> {
    system: &'a System,
    point: &'a BTreeMap<Var, Int>,
    /// The numbers of the rounds around, the innermost last.
    counters: Vec<(Var, Int)>,
    /// Where the run is.
    pub state: State,
    /// The steps so far.
    pub steps: Vec<Step>,
    most: usize,
}

impl<'a> Teller<'a> {
    /// At the start, with the input that the point says; variables that are not in
    /// it are 0.
    pub fn new(system: &'a System, point: &'a BTreeMap<Var, Int>, most: usize) -> Self {
        let value = |v: Var| point.get(&v).cloned().unwrap_or_default();
        Teller {
            system,
            point,
            counters: Vec::new(),
            state: State {
                at: system.start,
                values: system.vars().map(value).collect(),
            },
            steps: Vec::new(),
            most,
        }
    }

    fn value(&self, p: &RatPoly) -> Result<Int, Untold> {
        let of = |v: Var| {
            if v == UNKNOWN {
                return None;
            }
            if v.0 < COUNTERS {
                return Some(self.point.get(&v).cloned().unwrap_or_default());
            }
            let around = self.counters.iter().rev().find(|c| c.0 == v);
            around.map(|c| c.1.clone())
        };
        match p.evaluate(&of) {
            Some(x) if x.is_integer() => Ok(x.to_integer()),
            _ => Err(Untold::Wrong),
        }
    }

    /// Goes on with these.
    pub fn items(&mut self, items: &[Item]) -> Result<(), Untold> {
        items.iter().try_for_each(|i| self.item(i))
    }

    fn item(&mut self, item: &Item) -> Result<(), Untold> {
        match item {
            Item::Step {
                transition,
                arm,
                temporaries,
            } => {
                if self.steps.len() >= self.most {
                    return Err(Untold::Long);
                }
                let temporaries: Vec<Int> = (temporaries.iter())
                    .map(|p| self.value(p))
                    .collect::<Result<_, _>>()?;
                let next = run(self.system, &self.state, *transition, *arm, &temporaries);
                self.state = next.ok_or(Untold::Wrong)?;
                if self.state.values.iter().any(|x| x.bits() > MAX_BITS) {
                    return Err(Untold::Long);
                }
                self.steps.push(Step {
                    transition: *transition,
                    arm: *arm,
                    temporaries,
                });
                Ok(())
            }
            Item::Repeat {
                counter,
                count,
                body,
                ..
            } => {
                let count = self.value(count)?;
                if count < Int::zero() {
                    return Err(Untold::Wrong);
                }
                let mut round = Int::zero();
                while round < count {
                    self.counters.push((*counter, round.clone()));
                    let done = self.items(body);
                    self.counters.pop();
                    done?;
                    round += 1;
                }
                Ok(())
            }
        }
    }
}
