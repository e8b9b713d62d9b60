//! Counting rounds: which loop an activation is in, which rounds count
//! against the bound, and when it is reached.
//!
//! A round counts when the first test that decides whether the loop goes on
//! depends on the input. Rounds that constants decide unwind by themselves
//! (up to a limit on rounds for nothing). A loop without a test counts at its
//! head. So `while (c) body` is `k` nested copies of `if (c) body`, as on page
//! 88 of document 003, and the bound is reached where `c` holds once more.

use super::extra::{HasRounds, Merges};
use super::loops::{LoopAt, Phase};
use ep_ir::analysis::Order;
use ep_ir::{BlockId, FuncId};
use ep_machine::code::Op;
use ep_machine::machine::Machine;
use ep_machine::state::State;
use ep_machine::value::Value;
use rustc_hash::FxHashMap;

/// Rounds decided by constants that one activation may make.
const FREE_ROUNDS: u32 = 1 << 24;

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

/// Notes that the branch behind this op decides whether loops go on, and
/// whether by the input.
pub fn exit_test<D: Merges>(machine: &mut Machine<D>, st: &mut State<D>, block: u32) {
    let program = machine.program.clone();
    let code = &program.code[st.top.func.0 as usize];
    let reg = |r: u32| st.top.regs[r as usize];
    let symbolic = match code.ops.get(st.top.ip as usize + 1) {
        Some(Op::CmpBranch {
            pred, width, a, b, ..
        }) => match (reg(*a), reg(*b)) {
            (Value::Int(_), Value::Int(_)) => false,
            (Value::Undef, _) | (_, Value::Undef) => false,
            (a, b) => {
                let c = machine.cmp(st, *pred, u32::from(*width), a, b);
                machine.cx.pool.as_bool(c).is_none()
            }
        },
        Some(Op::Branch { cond, .. }) => matches!(reg(*cond), Value::Term(_)),
        Some(Op::Switch { value, .. }) => matches!(reg(*value), Value::Term(_)),
        _ => false,
    };
    let orders = machine.driver.orders().clone();
    let Some(order) = orders.get(st.top.func.0 as usize) else {
        return;
    };
    for l in &order.tests[block as usize] {
        if let Some(at) = st
            .top
            .extra
            .rounds_mut()
            .loops
            .iter_mut()
            .find(|x| x.id == *l)
        {
            if at.test.is_none() && !at.entered {
                at.test = Some(symbolic);
            }
        }
    }
}

/// Brings the loops of the innermost activation up to date at the start
/// of a block where states wait.
pub fn arrive<D: Merges>(
    machine: &mut Machine<D>,
    st: &mut State<D>,
    block: BlockId,
    bounds: &Bounds,
) -> Arrival {
    let orders = machine.driver.orders().clone();
    let Some(order) = orders.get(st.top.func.0 as usize) else {
        return Arrival::Goes;
    };
    let f = st.top.func;
    leave(order, st, block);
    let mut bound = false;
    for at in &mut st.top.extra.rounds_mut().loops {
        if let Some(symbolic) = at.test.take() {
            if !at.entered {
                at.entered = true;
                bound |= count(at, symbolic, bounds.of(f, at.id));
            }
        }
    }
    let mut result = Arrival::Goes;
    if let Some(l) = order.head_of[block.0 as usize] {
        let loops = &mut st.top.extra.rounds_mut().loops;
        match loops.last_mut().filter(|x| x.id == l) {
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
                loops.push(LoopAt {
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

/// Drops the loops that the block is not in.
pub(super) fn leave<D: Merges>(order: &Order, st: &mut State<D>, block: BlockId) {
    let loops = &mut st.top.extra.rounds_mut().loops;
    while loops.last().is_some_and(|l| !order.inside(l.id, block)) {
        loops.pop();
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
fn recursion<D: Merges>(st: &State<D>) -> u32 {
    let f = st.top.func;
    let mut depth = st.top.extra.rounds().entered_at;
    let mut n = 0;
    let mut next = st.top.caller.as_ref();
    while let Some(c) = next {
        if c.func == f {
            let entered_at = c.extra.rounds().entered_at;
            if entered_at < depth {
                n += 1;
            }
            depth = entered_at;
        }
        next = c.caller.as_ref();
    }
    n
}
