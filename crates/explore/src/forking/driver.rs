//! The driver that follows every feasible side.

use crate::forking::packed::Packed;
use crate::forking::share::Share;
use crate::merge::{exit_test, merged_goals, Goals, HasRounds, HasWay, Merges, Rounds, Way};
use crate::view::tree::{AtNode, Node, Record, Recording, TreeRecorder};
use ep_base::outcome::ErrorKind;
use ep_ir::analysis::Order;
use ep_machine::driver::{Driver, Sides, Solving};
use ep_machine::machine::Machine;
use ep_machine::state::{FrameExtra, PathExtra};
use ep_machine::value::Value;
use ep_smt::{PathCondition, Side};
use ep_term::TermId;
use std::cell::Cell;
use std::rc::Rc;

/// A state of `test`.
pub type State = ep_machine::state::State<Forking>;
/// An activation of one.
pub type Frame = ep_machine::state::Frame<Forking>;

/// What `test` keeps of an activation.
#[derive(Clone, Default, Debug)]
pub struct Activation {
    rounds: Rounds,
    /// Its registers while it waits (see [`crate::forking::packing`]).
    pub packed: Option<Packed>,
}

impl Activation {
    /// The same with these registers.
    pub fn with(&self, packed: Packed) -> Activation {
        Activation {
            rounds: self.rounds.clone(),
            packed: Some(packed),
        }
    }
}

impl FrameExtra for Activation {
    fn entered(depth: u32) -> Self {
        Activation {
            rounds: Rounds::entered(depth),
            packed: None,
        }
    }

    fn restarts(&mut self) {
        self.rounds.restarts();
    }

    #[inline]
    fn registers(&self, template: &[Value]) -> Option<Vec<Value>> {
        self.packed.as_ref().map(|p| p.registers(template))
    }

    fn unpacked(&mut self) {
        self.packed = None;
    }

    fn footprint(&self) -> usize {
        self.packed.as_ref().map_or(0, Packed::len)
    }
}

impl HasRounds for Activation {
    fn rounds(&self) -> &Rounds {
        &self.rounds
    }

    fn rounds_mut(&mut self) -> &mut Rounds {
        &mut self.rounds
    }
}

/// What `test` keeps of a path.
#[derive(Clone, Default)]
pub struct Path {
    way: Way,
    node: Node,
    /// Its number in the journal, if it waits there; 0 if not.
    pub ticket: u64,
    /// Coverage that only a part of its inputs reaches, where states are
    /// merged.
    pub goals: Goals,
    /// A test is owed for what was covered before a state that was met, by one of those
    /// that went on from there: how often they may still go on, 0 once it is there.
    owed: Option<Rc<Cell<u32>>>,
    /// It was here before it was rebuilt, up to so many instructions.
    pub known_until: u64,
    /// The share of the inputs that it stands for, when it came to wait last.
    pub(crate) share: Share,
}

/// States that were met from which the paths that owe a test go on.
const LAPS: u32 = 256;

impl Path {
    /// Whether a path that comes to a state that was met goes on all the same, since
    /// what it covered has no test yet.
    pub fn goes_on(&mut self, new_coverage: &mut bool) -> bool {
        let left = self.owed.as_ref().map_or(0, |o| o.get());
        if let Some(o) = self.owed.as_ref().filter(|_| left > 0) {
            o.set(left - 1);
            return true;
        }
        let owes = std::mem::take(new_coverage);
        if owes {
            self.owed = Some(Rc::new(Cell::new(LAPS)));
        }
        owes
    }

    /// The path ends: whether its test is one that is owed.
    pub fn pays(&mut self) -> bool {
        self.owed.take().is_some_and(|o| o.replace(0) > 0)
    }
}

impl PathExtra for Path {
    fn fork(&mut self, pc: &PathCondition) -> Self {
        Path {
            way: self.way.fork(pc),
            node: self.node,
            ticket: 0,
            goals: self.goals.clone(),
            owed: self.owed.clone(),
            known_until: self.known_until,
            share: self.share,
        }
    }
}

impl HasWay for Path {
    fn way(&self) -> &Way {
        &self.way
    }

    fn way_mut(&mut self) -> &mut Way {
        &mut self.way
    }
}

impl AtNode for Path {
    fn node(&self) -> u32 {
        self.node.node()
    }

    fn set_node(&mut self, node: u32) {
        self.node.set_node(node);
    }
}

impl Merges for Forking {
    fn orders(&self) -> &Rc<Vec<Order>> {
        &self.orders
    }

    fn merged(m: &mut Machine<Self>, out: &mut State, a: &State, b: &State, guard: TermId) {
        let (of_a, of_b) = (
            (&a.extra.goals, a.new_coverage),
            (&b.extra.goals, b.new_coverage),
        );
        out.extra.goals = merged_goals(&mut m.cx.pool, of_a, of_b, guard);
        out.new_coverage = false;
    }
}

/// Follows every feasible side.
#[derive(Default)]
pub struct Forking {
    /// The tree, if it is recorded.
    pub tree: Option<TreeRecorder>,
    /// The orders of blocks, where states are merged.
    pub orders: Rc<Vec<Order>>,
    /// Where states are compared with those that were met, if they are.
    pub heads: Rc<Vec<Order>>,
}

impl Driver for Forking {
    type Frame = Activation;
    type Path = Path;

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

    fn exit_test(m: &mut Machine<Self>, st: &mut State, block: u32) {
        exit_test(m, st, block);
    }

    fn records(m: &Machine<Self>) -> bool {
        m.driver.tree.is_some()
    }

    fn line(m: &mut Machine<Self>, st: &mut State) {
        m.record_line(st);
    }

    fn forked(m: &mut Machine<Self>, st: &State) {
        m.record_fork(st);
    }

    fn infeasible(m: &mut Machine<Self>, st: &State, cond: TermId, side: bool) {
        m.record_infeasible(st, cond, side);
    }

    fn error_side(m: &mut Machine<Self>, st: &mut State, kind: ErrorKind, pc: &PathCondition) {
        m.record_error_side(st, kind, pc);
    }

    fn entry_returns(m: &mut Machine<Self>, values: &[Value]) {
        m.record_result(values);
    }
}

impl Recording for Forking {
    fn tree(&self) -> Option<&TreeRecorder> {
        self.tree.as_ref()
    }

    fn tree_mut(&mut self) -> Option<&mut TreeRecorder> {
        self.tree.as_mut()
    }
}
