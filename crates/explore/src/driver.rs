//! Who decides at a branch. The step semantics ask; forking, following one
//! input and merging differ only in the answer.
//!
//! Source: document 003, pages 20-33 (forking), 70 (concolic), 81-86 (bounded
//! model checking without feasibility checks).

use crate::concolic::Comparison;
use crate::inputs::SymbolicInput;
use crate::machine::Machine;
use crate::state::State;
use ep_ir::FuncId;
use ep_smt::{Pipeline, Side, Witness};
use ep_term::{Pool, TermId};

/// Terms and solvers of one worker.
pub struct Solving {
    pub pool: Pool,
    pub smt: Pipeline,
}

/// Which sides of a condition are followed.
pub enum Sides {
    /// Only `then` is possible: implied by the path condition.
    Then,
    /// Only `else` is possible.
    Else,
    /// Both, each with what makes it true.
    Both { then: Witness, els: Witness },
    /// The solver did not answer for one side or both; a side that is known
    /// to be feasible has its witness, the other one is lost to the result.
    Unknown {
        then: Option<Witness>,
        els: Option<Witness>,
        reason: String,
    },
    /// An error check is put off: the path goes on as if the condition did
    /// not hold, and what follows counts only where it does not.
    Later,
}

/// The policy at decisions.
pub trait Driver {
    /// One concrete input is followed: ranges are not asked of a solver, a
    /// length is what it is on this path, and a call that is not modelled is
    /// concretised.
    const FOLLOWS: bool = false;

    /// An input enters the state. Whoever follows a concrete input gives its
    /// variables their values here.
    fn entered(&mut self, _cx: &mut Solving, _st: &mut State, _input: &SymbolicInput) {}

    /// A value was read off the state's model; the condition that is asked
    /// about next pins it.
    fn proposes(&mut self, _st: &State) {}

    /// What a call out of the model returned in the concrete run, if that is
    /// known.
    fn returned(&mut self, _function: &str) -> Option<u64> {
        None
    }

    /// How a function compares its arguments, if it does and whoever follows
    /// an input wants to know.
    fn comparison(&self, _f: FuncId) -> Option<Comparison> {
        None
    }

    /// Such a function compares a constant text with the bytes of these terms.
    fn compared(&mut self, _pool: &Pool, _terms: &[TermId], _with: Vec<u8>) {}

    /// Asked for every symbolic condition that control flow, an error check
    /// or an address depends on.
    fn branch(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides;

    /// Asked for the condition of an error.
    fn error(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        self.branch(cx, st, cond)
    }

    /// Asked for a switch: pairwise exclusive and jointly exhaustive
    /// conditions. One entry per condition.
    fn switch(&mut self, cx: &mut Solving, st: &State, conds: &[TermId]) -> Vec<Side>;

    /// Whether `cond` is possible, without following it.
    fn feasible(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Side;
}

/// Follows every feasible side.
#[derive(Default)]
pub struct Forking;

impl Driver for Forking {
    fn branch(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        let b = cx.smt.branch(&mut cx.pool, &st.pc, cond);
        match (b.then, b.els) {
            (Side::Feasible(then), Side::Feasible(els)) => Sides::Both { then, els },
            (_, Side::Infeasible) => Sides::Then,
            (Side::Infeasible, _) => Sides::Else,
            (Side::Unknown(reason), Side::Feasible(els)) => Sides::Unknown {
                then: None,
                els: Some(els),
                reason,
            },
            (Side::Feasible(then), Side::Unknown(reason)) => Sides::Unknown {
                then: Some(then),
                els: None,
                reason,
            },
            (Side::Unknown(reason), Side::Unknown(_)) => Sides::Unknown {
                then: None,
                els: None,
                reason,
            },
        }
    }

    fn switch(&mut self, cx: &mut Solving, st: &State, conds: &[TermId]) -> Vec<Side> {
        cx.smt.switch(&mut cx.pool, &st.pc, conds)
    }

    fn feasible(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Side {
        cx.smt.feasible(&mut cx.pool, &st.pc, cond)
    }
}

impl<D: Driver> Machine<D> {
    /// The greatest value of a length or size on this path: of all inputs, or
    /// of the one that is followed.
    pub fn max_value(&mut self, st: &State, t: TermId) -> Result<u128, String> {
        if D::FOLLOWS {
            return Ok(self.cx.smt.eval(&self.cx.pool, &st.pc, t));
        }
        self.cx.smt.max_value(&mut self.cx.pool, &st.pc, t)
    }

    /// The least value of a size on this path.
    pub fn min_value(&mut self, st: &State, t: TermId) -> Result<u128, String> {
        if D::FOLLOWS {
            return Ok(self.cx.pool.urange(t).0);
        }
        self.cx.smt.min_value(&mut self.cx.pool, &st.pc, t)
    }
}
