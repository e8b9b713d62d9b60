//! What runs with numbers repeat, with other values each time.
//!
//! Idea: the walks through a component that are composed in advance are short, and
//! where they are entered must be behind a short stem. A run takes a cycle of any
//! length again and again by itself, and it has left behind what happens in the first
//! rounds only (`x := x + y, y := y + 1` from `y = -3`). So the steps at the end of
//! a run that were taken twice are a cycle, and the state before them is an entry:
//! a set that the cycle keeps ([`super::closed`]) may hold there, or it may be the
//! point of a geometric argument ([`super::geometric`]). Nothing here is believed: the
//! caller proves every lasso and runs it. Source: none that we know of; dynamic
//! detection of recurrent sets is close (Le, Antonopoulos, Fathololumi, Koskinen and
//! Nguyen, "DynamiTe", OOPSLA 2020). Cost: a few compositions and linear programs for
//! each cycle that was repeated.

use super::concrete::Period;
use super::{closed, relevant, rounds, Search};
use crate::num::Int;
use crate::outcome::{Lasso, Step};
use crate::poly::Var;
use crate::walk::{State, Walk};
use ep_base::entity::EntityId;

/// Ways to choose the temporaries of a cycle.
const MAX_WAYS: usize = 4;

impl Search<'_> {
    /// A lasso with the repeated cycle, entered where it was.
    pub(super) fn repeated(&mut self, input: &[Int], stem: &[Step], p: &Period) -> Option<Lasso> {
        let mut cycle = Walk::at(self.system, p.first.1.at);
        for (transition, arm) in &p.cycle {
            cycle = cycle.step(self.system, *transition, *arm)?;
        }
        [&p.first, &p.last].into_iter().find_map(|(steps, state)| {
            let steps = [stem, steps.as_slice()].concat();
            self.entered(input, &steps, state, &cycle)
        })
    }

    /// A lasso with the cycle, entered in this state.
    fn entered(
        &mut self,
        input: &[Int],
        steps: &[Step],
        state: &State,
        cycle: &Walk,
    ) -> Option<Lasso> {
        let n = self.system.dimension();
        if let Some(lasso) = self.geometric_at(cycle, input, steps, &state.values) {
            return Some(lasso);
        }
        let value = |v: Var| state.values.get(v.index()).cloned();
        let ways = closed::choices(&self.stop, cycle, n, &relevant(cycle, n));
        for choice in ways.into_iter().take(MAX_WAYS) {
            for set in closed::sets(&self.stop, &choice) {
                if self.late() {
                    return None;
                }
                if !set.iter().all(|a| a.holds(&value) == Some(true)) {
                    continue;
                }
                let lasso = self.checked(Lasso {
                    head: state.at,
                    input: input.to_vec(),
                    stem: steps.to_vec(),
                    entry: Vec::new(),
                    rays: Vec::new(),
                    set,
                    branches: Vec::new(),
                    cycle: rounds(cycle, &choice.temporaries),
                    replayed: 0,
                });
                if lasso.is_some() {
                    return lasso;
                }
            }
        }
        None
    }
}
