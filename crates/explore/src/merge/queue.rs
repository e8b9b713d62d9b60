//! Waiting states in the order of the program: the one that stands furthest
//! back goes first, so that a state at a join is taken only when nothing can
//! arrive there any more.
//!
//! A place is the list of the activations, outermost first, each with the
//! rounds of its loops and its block; a callee stands before the place behind
//! its call. Cost: a comparison is linear in the depth of calls and loops.

use super::extra::{HasRounds, Merges};
use super::rounds::leave;
use ep_ir::analysis::Order;
use ep_machine::code::Program;
use ep_machine::driver::Driver;
use ep_machine::state::{Frame, State};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Where a state stands. Ordered.
pub type Place = SmallVec<[u32; 12]>;

/// The states that wait.
pub struct Queue<D: Driver> {
    states: BTreeMap<Place, Vec<Box<State<D>>>>,
    len: usize,
}

impl<D: Driver> Default for Queue<D> {
    fn default() -> Self {
        Queue {
            states: BTreeMap::new(),
            len: 0,
        }
    }
}

impl<D: Driver> Queue<D> {
    /// Adds a state.
    pub fn push(&mut self, place: Place, st: Box<State<D>>) {
        self.len += 1;
        self.states.entry(place).or_default().push(st);
    }

    /// The states that stand furthest back.
    pub fn pop(&mut self) -> Option<Vec<Box<State<D>>>> {
        let (_, states) = self.states.pop_first()?;
        self.len -= states.len();
        Some(states)
    }

    /// Whether a state at this place is further back than all that wait.
    pub fn precedes(&self, place: &Place) -> bool {
        self.states.keys().next().is_none_or(|first| place < first)
    }

    /// No state waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// States that wait.
    pub fn len(&self) -> usize {
        self.len
    }
}

/// The place of a state.
pub fn place<D: Merges>(program: &Program, orders: &[Order], st: &mut State<D>) -> Place {
    let block = program.block_at(st.top.func, st.top.ip);
    let order = &orders[st.top.func.0 as usize];
    leave(order, st, block);
    let mut frames: SmallVec<[&Frame<D>; 8]> = SmallVec::new();
    let mut next = st.top.caller.as_deref();
    while let Some(f) = next {
        frames.push(f);
        next = f.caller.as_deref();
    }
    let mut place = Place::new();
    for f in frames.into_iter().rev() {
        add(&mut place, program, orders, f);
    }
    add(&mut place, program, orders, &st.top);
    place.push(u32::MAX);
    place
}

fn add<D: Merges>(place: &mut Place, program: &Program, orders: &[Order], f: &Frame<D>) {
    let order = &orders[f.func.0 as usize];
    let block = program.block_at(f.func, f.ip);
    // At its clauses again it stands behind its body.
    place.extend(f.contract.as_ref().map(|c| c.role as u32));
    for l in &f.extra.rounds().loops {
        if order.inside(l.id, block) {
            place.push(order.loops[l.id as usize].first);
            place.push(l.round);
            place.push(l.phase as u32);
        }
    }
    place.push(order.position.get(block.0 as usize).copied().unwrap_or(0));
    place.push(f.ip);
}
