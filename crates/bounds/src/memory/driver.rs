//! What happens at a decision: every side that was not shown to be impossible
//! is followed, so that a question without an answer makes the bound no
//! smaller. An error check without an answer goes on as if nothing had been
//! asked: the inputs of the error stay among those of the path.

use ep_explore::merge::{exit_test, Merges, Rounds, Way};
use ep_ir::analysis::Order;
use ep_machine::driver::{Driver, Sides, Solving};
use ep_machine::machine::Machine;
use ep_smt::{Side, Witness};
use ep_term::TermId;
use std::rc::Rc;

/// A state of such a run.
pub(super) type State = ep_machine::state::State<Following>;

/// Follows what is not impossible.
#[derive(Default)]
pub(super) struct Following {
    /// The orders of blocks, where states are merged.
    pub orders: Rc<Vec<Order>>,
}

fn witness(s: Side) -> Witness {
    match s {
        Side::Feasible(w) => w,
        _ => Witness::missing(),
    }
}

impl Driver for Following {
    type Frame = Rounds;
    type Path = Way;

    fn branch(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        let b = cx.smt.branch(&mut cx.pool, &st.pc, cond);
        match (b.then, b.els) {
            (_, Side::Infeasible) => Sides::Then,
            (Side::Infeasible, _) => Sides::Else,
            (then, els) => Sides::Both {
                then: witness(then),
                els: witness(els),
            },
        }
    }

    fn error(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        let b = cx.smt.branch(&mut cx.pool, &st.pc, cond);
        match (b.then, b.els) {
            (Side::Infeasible, _) => Sides::Else,
            // Without a model the path itself may be impossible.
            (Side::Feasible(_), Side::Infeasible) => Sides::Then,
            (Side::Feasible(then), Side::Feasible(els)) => Sides::Both { then, els },
            _ => Sides::Else,
        }
    }

    fn switch(&mut self, cx: &mut Solving, st: &State, conds: &[TermId]) -> Vec<Side> {
        let sides = cx.smt.switch(&mut cx.pool, &st.pc, conds);
        sides.into_iter().map(possible).collect()
    }

    fn feasible(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Side {
        possible(cx.smt.feasible(&mut cx.pool, &st.pc, cond))
    }

    fn exit_test(m: &mut Machine<Self>, st: &mut State, block: u32) {
        exit_test(m, st, block);
    }
}

fn possible(s: Side) -> Side {
    match s {
        Side::Unknown(_) => Side::Feasible(Witness::missing()),
        s => s,
    }
}

impl Merges for Following {
    fn orders(&self) -> &Rc<Vec<Order>> {
        &self.orders
    }
}
