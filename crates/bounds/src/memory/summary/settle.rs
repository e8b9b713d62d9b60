//! Slots that are filled again and again: what they held before is forgotten.
//!
//! Idea: where an input chooses the slot that a round frees and fills, what a
//! slot gives back grows with each round by a part per way it could have come
//! there, and soon no question about the sum can be answered. Then the slot is
//! taken to hold nothing, or a block of the greatest size that it can have:
//! the net grows by what that is more, and what is freed later gives back as
//! much. So at every moment the sum is at least what it was, and n slots need
//! at most n times the largest block. Source: the paper has no such step (its
//! loops merge contexts, document 000, section 4). Alternative: sizes with a
//! range of their own, which is as precise at the end and leaves a question
//! with a variable per slot. Cost: linear in what a round changed.
//!
//! What must never happen: a slot gives back more than was added to the net
//! for it. A null pointer gives back nothing, before and after.

use super::map::Map;
use super::sum::Bytes;
use super::value::{Base, Hold, Object, Ptr, State, Val};
use super::walker::Walker;
use ep_ir::Reg;
use ep_smt::Answer;
use ep_term::Sort;
use std::rc::Rc;
use std::time::Duration;

/// Parts of a sum that a solver is asked about here.
const ASKED: usize = 96;
/// What such a question may cost: conflicts of the solver, and the wall clock
/// behind them. A slot may as well stay as it is.
const EFFORT: (u64, Duration) = (3_000, Duration::from_millis(2_000));

impl Walker<'_> {
    /// A number that a slot never gives back more than: its largest part, since
    /// it holds one block at a time. In every context, or, in the program's own
    /// loops, on this path.
    fn greatest(&mut self, level: usize, st: &State, size: &Bytes) -> Option<i128> {
        let most = size.largest_part(&self.cx.pool);
        let rest = Bytes::number(most).minus(size);
        let more = rest.negative(&mut self.cx.pool, ASKED)?;
        let anywhere = match self.cx.pool.as_bool(more) {
            Some(b) => !b,
            None => self.within_effort(|w| {
                let answer = w.cx.smt.check(&mut w.cx.pool, &[more]);
                matches!(answer, Answer::Unsat { .. })
            }),
        };
        if anywhere {
            return Some(most);
        }
        let here = level == 0
            && self.within_effort(|w| {
                let side = w.cx.smt.feasible(&mut w.cx.pool, &st.pc, more);
                side.is_infeasible()
            });
        here.then_some(most)
    }

    /// Asks what may remain without an answer.
    fn within_effort<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.cx.smt.set_effort(EFFORT.0, EFFORT.1);
        let answer = ask(self);
        self.cx.smt.set_effort(before.0, before.1);
        answer
    }

    /// Settles the slots that changed since `before` and hold too much history.
    pub fn settle(&mut self, level: usize, st: &mut State, before: &Map<Base, Rc<Object>>) {
        let mut changed: Vec<(Base, u64, Rc<Ptr>)> = Vec::new();
        let none = Object::default();
        let most = self.parts.history;
        before.differences(&st.mem, |base, old, new| {
            let Some(new) = new else { return };
            let old = old.map_or(&none, |o| o);
            old.at.differences(&new.at, |at, _, cell| {
                if let Some(Hold::Val(Val::Ptr(p))) = cell.map(|c| &c.hold) {
                    if p.size.len() > most {
                        changed.push((*base, *at, p.clone()));
                    }
                }
            });
        });
        // Two slots that hold the same block, as a variable and its copy do,
        // give it back once, and stay alike.
        let mut done: Vec<(Rc<Ptr>, Rc<Ptr>)> = Vec::new();
        for (base, at, p) in changed {
            let Some(p) = self.one_size(level, st, &p, &mut done) else {
                continue;
            };
            let mut object = Self::take(st, base);
            if let Some(mut cell) = object.at.get(&at).cloned() {
                cell.hold = Hold::Val(Val::Ptr(p));
                object.at.insert(at, cell);
            }
            st.mem.insert(base, Rc::new(object));
        }
        // Pointers in variables that a round swaps or fills anew are slots too.
        let long = |v: &Val| match v {
            Val::Ptr(p) if p.size.len() > most => Some(p.clone()),
            _ => None,
        };
        let held: Vec<(Reg, Rc<Ptr>)> = st
            .regs
            .iter()
            .filter_map(|(r, v)| Some((*r, long(v)?)))
            .collect();
        for (r, p) in held {
            if let Some(p) = self.one_size(level, st, &p, &mut done) {
                st.regs.insert(r, Val::Ptr(p));
            }
        }
    }

    /// The pointer of a slot that holds nothing, or a block of the greatest
    /// size that it can have, which the net then has in place of what it was.
    fn one_size(
        &mut self,
        level: usize,
        st: &mut State,
        p: &Rc<Ptr>,
        done: &mut Vec<(Rc<Ptr>, Rc<Ptr>)>,
    ) -> Option<Rc<Ptr>> {
        if let Some((_, new)) = done.iter().find(|(old, _)| old == p) {
            return Some(new.clone());
        }
        let most = self.greatest(level, st, &p.size)?;
        let null = self.anything(level, Sort::Bool);
        let there = self.cx.pool.not(null);
        let size = Bytes::number(most).guarded(&mut self.cx.pool, there);
        // Only where the net holds the block for this slot: what was
        // overwritten without being freed would be there twice.
        let mut net = st.net.minus(&p.size);
        if net.len() >= st.net.len() + p.size.len() {
            return None;
        }
        net.add(&size, 1);
        st.net = net;
        // The sum can be higher than any that was looked at.
        st.grown = true;
        let new = Rc::new(Ptr {
            null,
            size,
            ..(**p).clone()
        });
        done.push((p.clone(), new.clone()));
        Some(new)
    }
}
