//! Who decides at a branch. The step semantics ask; forking, following one
//! input and merging differ only in the answer.
//!
//! Source: document 003, pages 20-33 (forking), 70 (concolic), 81-86 (bounded
//! model checking without feasibility checks).

use crate::code::CallSite;
use crate::halt::Step;
use crate::inputs::SymbolicInput;
use crate::machine::Machine;
use crate::state::{FrameExtra, PathExtra, State};
use crate::value::Value;
use ep_base::outcome::ErrorKind;
use ep_ir::FuncId;
use ep_smt::{PathCondition, Pipeline, Side, Witness};
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

/// The policy at decisions, and what a mode does at certain steps. The hooks
/// that take a machine see all of it; a mode that does nothing there costs
/// nothing.
pub trait Driver: Sized {
    /// What it keeps of an activation.
    type Frame: FrameExtra;
    /// What it keeps of a path.
    type Path: PathExtra;

    /// One concrete input is followed: ranges are not asked of a solver, a
    /// length is what it is on this path, and a call that is not modelled is
    /// concretised.
    const FOLLOWS: bool = false;

    /// The program's folder is known. It is not where inputs are run beside it in a
    /// folder of their own.
    const KNOWS_FOLDER: bool = true;

    /// An input enters the state. Whoever follows a concrete input gives its
    /// variables their values here.
    fn entered(&mut self, _cx: &mut Solving, _st: &mut State<Self>, _input: &SymbolicInput) {}

    /// A value was read off the state's model; the condition that is asked
    /// about next pins it.
    fn proposes(&mut self, _st: &State<Self>) {}

    /// Whether values may be read off models and pinned; a driver that asks
    /// nothing has no models.
    fn pins(&self) -> bool {
        true
    }

    /// What a call out of the model returned in the concrete run, if that is
    /// known.
    fn returned(&mut self, _function: &str) -> Option<u64> {
        None
    }

    /// Asked for every symbolic condition that control flow, an error check
    /// or an address depends on.
    fn branch(&mut self, cx: &mut Solving, st: &State<Self>, cond: TermId) -> Sides;

    /// Asked for the condition of an error.
    fn error(&mut self, cx: &mut Solving, st: &State<Self>, cond: TermId) -> Sides {
        self.branch(cx, st, cond)
    }

    /// Asked for a switch: pairwise exclusive and jointly exhaustive
    /// conditions. One entry per condition.
    fn switch(&mut self, cx: &mut Solving, st: &State<Self>, conds: &[TermId]) -> Vec<Side>;

    /// Whether `cond` is possible, without following it.
    fn feasible(&mut self, cx: &mut Solving, st: &State<Self>, cond: TermId) -> Side;

    /// A function with a body is about to be entered.
    fn called(_m: &mut Machine<Self>, _st: &State<Self>, _f: FuncId, _site: &CallSite) {}

    /// `__ep_read` of an input that is followed; none where there is none.
    fn reads(
        _m: &mut Machine<Self>,
        _st: &mut State<Self>,
        _fd: Value,
        _buf: Value,
        _n: Value,
    ) -> Option<Step<Value>> {
        None
    }

    /// `__ep_open`: the descriptor of the input that is followed if the path
    /// names it.
    fn opens(_m: &mut Machine<Self>, _st: &mut State<Self>, _path: Value) -> Option<Value> {
        None
    }

    /// `__ep_seek` in an input that is followed: the new position, as `lseek`
    /// gives it.
    fn seeks(
        _m: &mut Machine<Self>,
        _st: &mut State<Self>,
        _fd: Value,
        _offset: Value,
        _whence: Value,
    ) -> Option<Step<Value>> {
        None
    }

    /// The value of a variable of the environment that is the input.
    fn variable(_m: &mut Machine<Self>, _st: &State<Self>, _name: Value) -> Option<Value> {
        None
    }

    /// The branch behind this op decides whether loops go on. Asked of programs
    /// that are compiled for merging.
    fn exit_test(_m: &mut Machine<Self>, _st: &mut State<Self>, _block: u32) {}

    /// The user's loop invariant. It is an assertion unless the mode cuts
    /// loops.
    fn invariant(m: &mut Machine<Self>, st: &mut State<Self>, cond: TermId) -> Step<()> {
        m.assert_invariant(st, cond)
    }

    /// Whether the mode wants to see every line and side: then nothing runs in
    /// the fast path.
    fn records(_m: &Machine<Self>) -> bool {
        false
    }

    /// The state is about to execute an op. Asked where lines are recorded.
    fn line(_m: &mut Machine<Self>, _st: &mut State<Self>) {}

    /// Other states go on from here too.
    fn forked(_m: &mut Machine<Self>, _st: &State<Self>) {}

    /// No input takes this side of a decision: `cond` is never `side`.
    fn infeasible(_m: &mut Machine<Self>, _st: &State<Self>, _cond: TermId, _side: bool) {}

    /// Something is decided by content that nobody wrote, and that ends no path
    /// here; `depends` says for which inputs, none for all.
    fn unset(_m: &mut Machine<Self>, _st: &State<Self>, _depends: Option<TermId>) {}

    /// Some inputs end here with an error, while others go on; `pc` is their
    /// condition.
    fn error_side(
        _m: &mut Machine<Self>,
        _st: &mut State<Self>,
        _kind: ErrorKind,
        _pc: &PathCondition,
    ) {
    }

    /// The entry function returns these values.
    fn entry_returns(_m: &mut Machine<Self>, _values: &[Value]) {}
}
