//! `everypath test --merge`: states that come together again become one where a
//! cost estimate says that it pays.
//!
//! The states that stand furthest back in the program go first, and those that
//! wait at one join are merged in pairs, the pair that forked last first, as
//! [`crate::bmc`] does. Unlike there every branch and every error check is asked
//! of the solver at once, so that findings and verdict are those of a run
//! without merging; a path that ends stands for all that were merged into it.
//!
//! The estimate: merging saves the second exploration of everything behind the
//! join, and costs a multiplexer for each value in which the two differ. A
//! value that was a symbol costs little, one that was concrete in both becomes
//! a symbol on which what follows may fork, and an address that differs is a
//! fork at each use. Source: V. Kuznetsov et al., "Efficient State Merging in
//! Symbolic Execution", PLDI 2012 (query count estimation), without their count
//! of later uses. Cost: linear in what differs.

use crate::forking::driver::{Forking, Frame, State};
use crate::forking::engine::Engine;
use crate::forking::places::NOWHERE;
use crate::forking::search::Waiting;
use crate::merge::{arrive, place, Bounds, Live, Merge, Queue};
use crate::merge::{Fork, HasWay};
use crate::outcome::process::panic_text;
use crate::view::tree::AtNode;
use ep_base::outcome::PathEnd;
use ep_base::Diagnostic;
use ep_machine::code::Op;
use ep_machine::machine::Stop;
use ep_machine::memory::object::ByteKind;
use ep_machine::memory::{piece, Entry};
use ep_machine::step::choose::is_address;
use ep_machine::value::{ObjectId, Value};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

/// LLVM instructions between two looks at the clock.
const SLICE: u64 = 200_000;
/// What a merge may cost.
const WORTH: u32 = 32;
/// A value that is a symbol in one of the two.
const SYMBOL: u32 = 1;
/// A value that is a number in both.
const NUMBER: u32 = 4;
/// An address.
const ADDRESS: u32 = 12;

/// States at one place.
type States = Vec<Box<State>>;

impl Engine<'_> {
    /// Runs until nothing waits or the run is to end.
    pub(crate) fn run_merging(&mut self) -> Result<(), Diagnostic> {
        let mut queue = Queue::<Forking>::default();
        let mut first = Box::new(self.machine.initial()?);
        first.extra.way_mut().merging = true;
        self.line_up(&mut queue, first);
        while let Some(states) = queue.pop() {
            let mut states = self.merge_waiting(states);
            while let Some(st) = states.pop() {
                self.queued = (queue.len() + states.len()) as u64;
                if !self.advance(st, &mut queue)? {
                    while let Some(more) = queue.pop() {
                        states.extend(more);
                    }
                    for st in states {
                        self.waiting.add(Waiting::Ready(st), NOWHERE);
                    }
                    self.queued = 0;
                    return Ok(());
                }
            }
        }
        self.queued = 0;
        Ok(())
    }

    /// The side of the branch that it came out of is covered.
    fn cover_side(&mut self, st: &mut State) {
        if let Some((side, bit)) = st.side.take() {
            st.new_coverage |= self.machine.coverage.side(side, bit);
        }
    }

    fn at_join(&self, st: &State) -> bool {
        let code = &self.machine.program.code[st.top.func.0 as usize];
        matches!(code.ops.get(st.top.ip as usize), Some(Op::Join { .. }))
    }

    /// Puts a state where it waits: at a join with its loops up to date.
    fn line_up(&mut self, queue: &mut Queue<Forking>, mut st: Box<State>) {
        // It may be merged before it runs.
        self.cover_side(&mut st);
        if self.at_join(&st) {
            self.arrive(&mut st);
        }
        let p = place(&self.machine.program, &self.machine.driver.orders, &mut st);
        queue.push(p, st);
    }

    fn arrive(&mut self, st: &mut State) {
        let block = self.machine.program.block_at(st.top.func, st.top.ip);
        // Nothing is cut here: the limits of the run end it.
        let all = Bounds {
            all: u32::MAX,
            ..Bounds::default()
        };
        arrive(&mut self.machine, st, block, &all);
    }

    /// Runs a state until it waits at a join, or ends. False when the run is to
    /// end.
    fn advance(
        &mut self,
        mut st: Box<State>,
        queue: &mut Queue<Forking>,
    ) -> Result<bool, Diagnostic> {
        if self.at_join(&st) {
            st.top.ip += 1;
        }
        loop {
            if self.stop()? {
                self.waiting.add(Waiting::Ready(st), NOWHERE);
                return Ok(false);
            }
            let before = st.instructions;
            let machine = &mut self.machine;
            let stop = catch_unwind(AssertUnwindSafe(|| machine.run(&mut st, SLICE)));
            self.ran(st.instructions - before);
            self.take_violations()?;
            for s in std::mem::take(&mut self.machine.found.spawned) {
                self.line_up(queue, s);
            }
            let waiting = queue.len() as u64 + 1;
            let s = &mut self.totals.statistics;
            s.max_states = s.max_states.max(waiting);
            match stop {
                Ok(Stop::Yield) => {}
                Ok(Stop::Join) => {
                    self.arrive(&mut st);
                    let p = place(&self.machine.program, &self.machine.driver.orders, &mut st);
                    if !queue.precedes(&p) {
                        queue.push(p, st);
                        return Ok(true);
                    }
                    // Nothing else can get here any more: it need not wait.
                    st.top.ip += 1;
                }
                Ok(Stop::End(end)) => {
                    self.end(&mut st, *end)?;
                    return Ok(true);
                }
                Err(panic) => {
                    let what = panic_text(panic);
                    self.machine
                        .gap(&st, format!("defect of Everypath on this path: {what}"));
                    self.end(&mut st, PathEnd::Defect { what })?;
                    return Ok(true);
                }
            }
        }
    }

    /// States at one place become as few as pays.
    fn merge_waiting(&mut self, mut states: States) -> States {
        if states.len() < 2 || !self.at_join(&states[0]) {
            return states;
        }
        let block = self
            .machine
            .program
            .block_at(states[0].top.func, states[0].top.ip);
        let orders = self.machine.driver.orders.clone();
        let live = Some(&orders[states[0].top.func.0 as usize].live[block.0 as usize][..]);
        let depth = |s: &State| s.extra.way().forks.as_ref().map_or(0, |f| f.depth() + 1);
        let mut done: Vec<Box<State>> = Vec::new();
        while let Some(last) = (0..states.len()).max_by_key(|i| depth(&states[*i])) {
            let a = states.swap_remove(last);
            let shared = |b: &State| {
                Fork::common_depth(a.extra.way().forks.as_ref(), b.extra.way().forks.as_ref())
            };
            let pays = |i: &usize| merge_cost(&a, &states[*i], live) <= WORTH;
            let Some(i) = (0..states.len())
                .filter(pays)
                .max_by_key(|i| shared(&states[*i]))
            else {
                done.push(a);
                continue;
            };
            let b = states.swap_remove(i);
            let nodes = (a.extra.node(), b.extra.node());
            match self.machine.merge(a, b, live) {
                Ok(mut m) => {
                    self.totals.statistics.merges += 1;
                    if let Some(tree) = &mut self.machine.driver.tree {
                        tree.merge(&mut m, nodes);
                    }
                    states.push(m);
                }
                Err((a, b)) => {
                    done.push(a);
                    states.push(b);
                }
            }
        }
        done
    }
}

/// What it costs to have one state for both.
fn merge_cost(a: &State, b: &State, live: Live<'_>) -> u32 {
    let mut cost = 0u32;
    let (mut x, mut y): (&Frame, &Frame) = (&a.top, &b.top);
    let mut live = live;
    loop {
        for (i, (p, q)) in x.regs.iter().zip(&y.regs).enumerate() {
            if p != q && live.is_none_or(|l| l.get(i) != Some(&false)) {
                cost = cost.saturating_add(difference(*p, *q));
            }
        }
        match (&x.caller, &y.caller) {
            (Some(p), Some(q)) if !Rc::ptr_eq(p, q) => (x, y, live) = (p, q, None),
            _ => break,
        }
    }
    for i in a.heap.differing(&b.heap) {
        let id = ObjectId(i);
        let (Entry::Live(x), Entry::Live(y)) = (a.heap.entry(id), b.heap.entry(id)) else {
            continue;
        };
        if Rc::ptr_eq(x, y) {
            continue;
        }
        let len = x.present().max(y.present());
        let mut at = 0;
        while at < len && cost <= WORTH {
            if x.raw(at) == y.raw(at) {
                at += 1;
                continue;
            }
            let (start, n) = piece(x, y, at);
            let has = |f: fn(ByteKind) -> bool| f(x.byte(at).0) || f(y.byte(at).0);
            cost += if has(|k| matches!(k, ByteKind::Address(..))) {
                ADDRESS
            } else if has(|k| matches!(k, ByteKind::Term(..))) {
                SYMBOL
            } else {
                NUMBER
            };
            at = start + n;
        }
    }
    cost
}

fn difference(a: Value, b: Value) -> u32 {
    if is_address(a) || is_address(b) {
        ADDRESS
    } else if matches!((a, b), (Value::Int(_), Value::Int(_))) {
        NUMBER
    } else {
        SYMBOL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::TermId;

    #[test]
    fn numbers_that_become_symbols_cost_more_than_symbols() {
        let (n, t) = (Value::Int(3), Value::Term(TermId(7)));
        assert!(difference(n, t) < difference(n, Value::Int(4)));
        assert!(difference(n, Value::Int(4)) < difference(n, Value::Ptr(ObjectId(1), 0)));
    }
}
