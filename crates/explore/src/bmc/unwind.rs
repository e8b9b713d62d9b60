//! Counting rounds: which loop an activation is in, which rounds count
//! against the bound, and when it is reached.
//!
//! A round counts when the first test that decides whether the loop goes on
//! depends on the input. Rounds that constants decide unwind by themselves
//! (up to a limit on rounds for nothing). A loop without a test counts at its
//! head. So `while (c) body` is `k` nested copies of `if (c) body`, as on page
//! 88 of document 003, and the bound is reached where `c` holds once more.

use super::order::Order;
use crate::code::{Op, Program};
use crate::driver::Driver;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;
use ep_ir::{BlockId, FuncId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Rounds decided by constants that one activation may make.
const FREE_ROUNDS: u32 = 1 << 24;

/// What an activation does in a loop (see `cut` for loops that are cut).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// It is unwound.
    #[default]
    Unwound,
    /// A real state, on its first rounds beside a generalised one.
    Base,
    /// Generalised; errors are excluded by the induction hypothesis.
    Hypothesis,
    /// Generalised; the round that is proved.
    Step,
    /// Generalised, before the user's invariant: what happens here is proved
    /// of the states in `Kept` and `Entry`.
    Guess,
    /// A real state on its way to the user's invariant.
    Entry,
    /// Generalised, on the way from the invariant back to it.
    Kept,
    /// A round that is run to see what it changes.
    Probe,
    /// Behind the invariant that was shown; the rest is proved elsewhere.
    Done,
}

impl Phase {
    /// Errors here do not count, and leaving the loop ends the state.
    pub fn is_hypothetical(self) -> bool {
        matches!(
            self,
            Phase::Hypothesis | Phase::Guess | Phase::Done | Phase::Probe
        )
    }
}

/// A loop that an activation is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopAt {
    pub id: u32,
    /// Times that the head was reached again.
    pub round: u32,
    /// Rounds that count.
    pub counted: u32,
    /// A test was passed that has not been counted yet, and whether it
    /// depends on the input.
    pub test: Option<bool>,
    /// This round was counted, or found to be free.
    pub entered: bool,
    pub phase: Phase,
}

/// How often loops are unwound.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// Every loop and recursion.
    pub all: u32,
    /// Single loops: function and loop in its order.
    pub single: FxHashMap<(FuncId, u32), u32>,
}

impl Bounds {
    /// The bound of one loop.
    pub fn of(&self, f: FuncId, l: u32) -> u32 {
        self.single.get(&(f, l)).copied().unwrap_or(self.all)
    }
}

/// What arriving at a join means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    Goes,
    /// The bound of a loop, or of a recursion, is reached here.
    Bound,
    /// A loop begins.
    Begins(u32),
    /// A loop goes round.
    Round(u32),
}

impl<D: Driver> Machine<D> {
    /// Notes that the branch behind this op decides whether loops go on, and
    /// whether by the input.
    pub(crate) fn exit_test(&mut self, program: &Rc<Program>, st: &mut State, block: u32) {
        let code = &program.code[st.top.func.0 as usize];
        let reg = |r: u32| st.top.regs[r as usize];
        let symbolic = match code.ops.get(st.top.ip as usize + 1) {
            Some(Op::CmpBranch {
                pred, width, a, b, ..
            }) => match (reg(*a), reg(*b)) {
                (Value::Int(_), Value::Int(_)) => false,
                (Value::Undef, _) | (_, Value::Undef) => false,
                (a, b) => {
                    let c = self.cmp(st, *pred, u32::from(*width), a, b);
                    self.cx.pool.as_bool(c).is_none()
                }
            },
            Some(Op::Branch { cond, .. }) => matches!(reg(*cond), Value::Term(_)),
            Some(Op::Switch { value, .. }) => matches!(reg(*value), Value::Term(_)),
            _ => false,
        };
        let orders = self.orders.clone();
        let Some(order) = orders.get(st.top.func.0 as usize) else {
            return;
        };
        for l in &order.tests[block as usize] {
            if let Some(at) = st.top.loops.iter_mut().find(|x| x.id == *l) {
                if at.test.is_none() && !at.entered {
                    at.test = Some(symbolic);
                }
            }
        }
    }

    /// Brings the loops of the innermost activation up to date at the start
    /// of a block where states wait.
    pub fn arrive(&mut self, st: &mut State, block: BlockId, bounds: &Bounds) -> Arrival {
        let orders = self.orders.clone();
        let Some(order) = orders.get(st.top.func.0 as usize) else {
            return Arrival::Goes;
        };
        let f = st.top.func;
        leave(order, st, block);
        let mut bound = false;
        for at in &mut st.top.loops {
            if let Some(symbolic) = at.test.take() {
                if !at.entered {
                    at.entered = true;
                    bound |= count(at, symbolic, bounds.of(f, at.id));
                }
            }
        }
        let mut result = Arrival::Goes;
        if let Some(l) = order.head_of[block.0 as usize] {
            match st.top.loops.last_mut().filter(|x| x.id == l) {
                Some(at) => {
                    if !at.entered {
                        // No test of this loop was passed on this round.
                        bound |= count(at, true, bounds.of(f, l));
                    }
                    at.round += 1;
                    at.entered = false;
                    result = Arrival::Round(l);
                }
                None => {
                    st.top.loops.push(LoopAt {
                        id: l,
                        round: 0,
                        counted: 0,
                        test: None,
                        entered: false,
                        phase: Phase::Unwound,
                    });
                    result = Arrival::Begins(l);
                }
            }
        }
        if block == BlockId(0) && st.top.caller.is_some() && recursion(st) > bounds.all {
            bound = true;
        }
        if bound {
            return Arrival::Bound;
        }
        result
    }
}

/// Drops the loops that the block is not in.
pub(crate) fn leave(order: &Order, st: &mut State, block: BlockId) {
    while st
        .top
        .loops
        .last()
        .is_some_and(|l| !order.inside(l.id, block))
    {
        st.top.loops.pop();
    }
}

fn count(at: &mut LoopAt, symbolic: bool, bound: u32) -> bool {
    // Loops that were cut have counts of their own.
    if at.phase != Phase::Unwound {
        return false;
    }
    if symbolic {
        at.counted += 1;
        at.counted > bound
    } else {
        at.round > FREE_ROUNDS
    }
}

/// Activations of the function at hand below it that took decisions in
/// between: a recursion that constants decide unwinds by itself.
fn recursion(st: &State) -> u32 {
    let f = st.top.func;
    let mut depth = st.top.entered_at;
    let mut n = 0;
    let mut next = st.top.caller.as_ref();
    while let Some(c) = next {
        if c.func == f {
            if c.entered_at < depth {
                n += 1;
            }
            depth = c.entered_at;
        }
        next = c.caller.as_ref();
    }
    n
}

/// Loops on the stack whose errors do not count. Fewer than the state was
/// told means that it has left one.
pub(crate) fn hypothetical(st: &State) -> u32 {
    let count = |f: &crate::state::Frame| {
        f.loops.iter().filter(|l| l.phase.is_hypothetical()).count() as u32
    };
    let mut n = count(&st.top);
    let mut next = st.top.caller.as_ref();
    while let Some(f) = next {
        n += count(f);
        next = f.caller.as_ref();
    }
    n
}

impl<D: Driver> Machine<D> {
    /// The user's loop invariant: what it does depends on what the state
    /// shows about the loop around it.
    pub(crate) fn user_invariant(
        &mut self,
        st: &mut State,
        cond: ep_term::TermId,
    ) -> crate::machine::Step<()> {
        let phase = st.top.loops.last().map_or(Phase::Unwound, |l| l.phase);
        let not = self.cx.pool.not(cond);
        match phase {
            Phase::Guess | Phase::Step | Phase::Hypothesis | Phase::Probe => {
                self.assume_user(st, cond)?;
                if phase == Phase::Guess {
                    // What was an error before is none that counts.
                    self.violations.clear();
                    self.deferred.clear();
                    st.hypotheses -= 1;
                    set_phase(st, Phase::Step);
                }
            }
            Phase::Unwound | Phase::Base | Phase::Entry | Phase::Kept | Phase::Done => {
                let text = if matches!(phase, Phase::Kept) {
                    NOT_KEPT
                } else {
                    "the loop invariant does not hold"
                };
                self.error_if(
                    st,
                    not,
                    ep_base::outcome::ErrorKind::AssertionFailure,
                    &|| text.to_string(),
                )?;
                if matches!(phase, Phase::Entry | Phase::Kept | Phase::Done) {
                    // What was found up to here counts, what follows does not.
                    self.certain.0.append(&mut self.violations);
                    self.certain.1.append(&mut self.deferred);
                }
                if matches!(phase, Phase::Entry | Phase::Kept) {
                    st.hypotheses += 1;
                    set_phase(st, Phase::Done);
                }
            }
        }
        Ok(())
    }
}

/// The message of an invariant that a round does not keep.
pub const NOT_KEPT: &str = "the loop invariant is not preserved by the loop";

fn set_phase(st: &mut State, phase: Phase) {
    if let Some(l) = st.top.loops.last_mut() {
        l.phase = phase;
    }
}
