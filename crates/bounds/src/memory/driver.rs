//! What happens at a decision: every side that was not shown to be impossible
//! is followed, so that a question without an answer makes the bound no
//! smaller. An error check without an answer goes on as if nothing had been
//! asked: the inputs of the error stay among those of the path.

use ep_explore::driver::{Driver, Sides, Solving};
use ep_explore::state::State;
use ep_smt::{Side, Witness};
use ep_term::TermId;

/// Follows what is not impossible.
#[derive(Default)]
pub(super) struct Following;

fn witness(s: Side) -> Witness {
    match s {
        Side::Feasible(w) => w,
        _ => Witness::missing(),
    }
}

impl Driver for Following {
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
}

fn possible(s: Side) -> Side {
    match s {
        Side::Unknown(_) => Side::Feasible(Witness::missing()),
        s => s,
    }
}
