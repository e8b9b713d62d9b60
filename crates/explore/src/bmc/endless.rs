//! Runs that go round a loop for ever.
//!
//! Idea: rounds that constants decide are not counted, so that a loop which never ends
//! (`while (y >= 0) y += x;` with `x` = 0) would be run to a limit. A run that comes to
//! the head of a loop in a state that was there before does again what it did: it ends
//! nowhere, and nothing new happens on it. Source: R. Brent, "An Improved Monte Carlo
//! Factorization Algorithm", BIT 20 (1980), for which state to keep: that of the last
//! round whose number is a power of two. Alternative: to cut such loops, which forgets
//! what the constants are. Cost: a copy of the state in so few rounds, and for the next
//! [`NEAR`] rounds a comparison, nearly always of the first registers.
//!
//! What must never happen: two states taken for one. So all that an instruction can look
//! at is compared; memory is the same only where nothing was written to it in between.

use super::activity::Recurring;
use super::driver::{Frame, State};
use super::run::Run;
use crate::merge::LoopAt;
use ep_base::outcome::ErrorKind;
use std::rc::Rc;

/// States come back after at most so many rounds, or are not looked for.
const NEAR: u32 = 64;
/// Rounds before the first state is kept: most loops make fewer.
const FIRST: u32 = 1 << 10;

impl Run<'_> {
    /// Whether the state is at a head where it was before, so that it never ends.
    pub(super) fn goes_round_for_ever(&mut self, st: &State) -> bool {
        let Some(at) = st.top.extra.loops.last() else {
            return false;
        };
        if self.activity.proves() || st.extra.hypotheses > 0 {
            return false;
        }
        let key = (st.top.func, at.id, st.top.depth);
        if at.round >= FIRST && at.round.is_power_of_two() {
            let state = Box::new(st.clone());
            let kept = Recurring { state, left: NEAR };
            self.left.recurring.insert(key, kept);
            return false;
        }
        let Some(kept) = self.left.recurring.get_mut(&key) else {
            return false;
        };
        kept.left -= 1;
        let again = same(&kept.state, st);
        if kept.left == 0 {
            self.left.recurring.remove(&key);
        }
        if !again {
            return false;
        }
        // A block that is lost on it is lost, although the run has no end where that
        // would be looked for.
        let leaks = self.machine.options.checks.has(ErrorKind::Leak);
        if leaks && !self.machine.nothing_is_lost(st, &mut |_| None) {
            return false;
        }
        let place = self.loop_place(st);
        self.left.endless.insert(place);
        self.left.rely(st.exactness, st.assumptions);
        true
    }
}

/// Whether two states at one head are one: whatever happens behind the one happens
/// behind the other.
fn same(a: &State, b: &State) -> bool {
    let callers = match (&a.top.caller, &b.top.caller) {
        (None, None) => true,
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        _ => false,
    };
    same_activation(&a.top, &b.top)
        && callers
        && a.heap.is_untouched(&b.heap)
        && a.inputs.same(&b.inputs)
        && a.pc.len() == b.pc.len()
        && a.pc.conjuncts().eq(b.pc.conjuncts())
        && a.uninit_count == b.uninit_count
        && a.tried == b.tried
        && a.allocation_decided == b.allocation_decided
        && a.stdin_at == b.stdin_at
        && a.replay.is_none()
        && b.replay.is_none()
        && Rc::ptr_eq(&a.initial_heap, &b.initial_heap)
        && a.extra.hypotheses == b.extra.hypotheses
}

fn same_activation(a: &Frame, b: &Frame) -> bool {
    let rounds = |x: &LoopAt, y: &LoopAt| (x.id, x.counted, x.phase) == (y.id, y.counted, y.phase);
    let (p, q) = (&a.extra.loops, &b.extra.loops);
    a.func == b.func
        && a.ip == b.ip
        && a.regs == b.regs
        && a.allocas == b.allocas
        && a.varargs == b.varargs
        && a.in_registers == b.in_registers
        && a.stack == b.stack
        && a.contract.is_none()
        && b.contract.is_none()
        && p.len() == q.len()
        && p.iter().zip(q).all(|(x, y)| rounds(x, y))
}
