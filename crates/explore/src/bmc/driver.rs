//! What happens at a decision when paths are merged again.
//!
//! Idea: a state is worth following only if it may be possible, but proving
//! that it is not is worth little where it joins the others a few lines on.
//! So a branch is asked with little effort and both sides are followed when
//! that gives no answer; whether a loop goes on is asked with more, since each
//! round costs; error checks get little effort at their place, and what is
//! left of them becomes one formula at the end. Source: document 003, pages
//! 85-86. Cost: one cheap query per branch of the unwound program.

use super::algebra::{multiplies, Products};
use super::split::split;
use super::unwind;
use crate::merge::{exit_test, HasWay, Merges, Rounds, Way};
use ep_ir::analysis::Order;
use ep_machine::driver::{Driver, Sides, Solving};
use ep_machine::machine::{Deferred, Machine, Step, Violation};
use ep_machine::state::PathExtra;
use ep_smt::{PathCondition, Side, Witness};
use ep_term::TermId;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Duration;

/// A state of `check`.
pub(super) type State = ep_machine::state::State<Merging>;
/// An activation of one.
pub(super) type Frame = ep_machine::state::Frame<Merging>;

/// What `check` keeps of a path.
#[derive(Clone, Default)]
pub struct Path {
    way: Way,
    /// Loops on the stack in a phase whose errors do not count.
    pub(super) hypotheses: u32,
}

impl PathExtra for Path {
    fn fork(&mut self, pc: &PathCondition) -> Self {
        Path {
            way: self.way.fork(pc),
            hypotheses: self.hypotheses,
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

impl Merges for Merging {
    fn orders(&self) -> &Rc<Vec<Order>> {
        &self.orders
    }

    fn alike(a: &State, b: &State) -> bool {
        a.extra.hypotheses == b.extra.hypotheses
    }
}

/// Conflicts that a query may cost, and the wall clock behind them.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub conflicts: u64,
    pub time: Duration,
}

/// Follows both sides, for states that are merged at joins.
pub struct Merging {
    /// At branches that come together again.
    pub branch: Effort,
    /// Where a loop is left or goes on.
    pub test: Effort,
    /// At error checks, before they are put off.
    pub error: Effort,
    /// Error checks are put off when the effort was not enough.
    pub defer: bool,
    /// The orders of blocks.
    pub orders: Rc<Vec<Order>>,
    /// Findings that count although the state is in a phase whose findings do
    /// not (see [`crate::merge::Phase`]).
    pub(super) certain: (Vec<Violation>, Vec<Deferred>),
    /// Products of values, where loops are cut with equalities of polynomials.
    pub(super) products: Products,
    /// Nothing is asked at branches, and every check is put off: where all
    /// conditions go into one formula, impossible ways cost little.
    pub(super) blind: bool,
}

impl Default for Merging {
    fn default() -> Self {
        let ms = Duration::from_millis;
        Merging {
            branch: Effort {
                conflicts: 300,
                time: ms(300),
            },
            test: Effort {
                conflicts: 5_000,
                time: ms(3_000),
            },
            error: Effort {
                conflicts: 1_000,
                time: ms(1_000),
            },
            defer: true,
            orders: Rc::default(),
            certain: (Vec::new(), Vec::new()),
            products: Products::default(),
            blind: false,
        }
    }
}

impl Merging {
    /// A branch on a product, which is not asked for as it is.
    fn by_products(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        if self.products.knows(st.pc.conjuncts()) {
            let path: Vec<TermId> = st.pc.conjuncts().collect();
            let not = cx.pool.not(cond);
            if self.products.exclude(cx, &path, not) {
                return Sides::Then;
            }
            if self.products.exclude(cx, &path, cond) {
                return Sides::Else;
            }
        }
        Sides::Both {
            then: Witness::missing(),
            els: Witness::missing(),
        }
    }

    fn ask(&self, cx: &mut Solving, st: &State, cond: TermId, e: Effort) -> (Side, Side) {
        let cond = split(&mut cx.pool, cond);
        let before = cx.smt.set_effort(e.conflicts, e.time);
        let b = cx.smt.branch(&mut cx.pool, &st.pc, cond);
        cx.smt.set_effort(before.0, before.1);
        (b.then, b.els)
    }
}

impl Driver for Merging {
    type Frame = Rounds;
    type Path = Path;

    fn pins(&self) -> bool {
        !self.blind
    }

    fn branch(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        if self.blind {
            return Sides::Both {
                then: Witness::missing(),
                els: Witness::missing(),
            };
        }
        if self.products.on && multiplies(&cx.pool, cond, &mut FxHashMap::default()) {
            return self.by_products(cx, st, cond);
        }
        let testing = st.top.extra.loops.iter().any(|l| l.test == Some(true));
        let effort = if testing { self.test } else { self.branch };
        match self.ask(cx, st, cond, effort) {
            (Side::Feasible(then), Side::Feasible(els)) => Sides::Both { then, els },
            // A path without a model may be impossible on both sides; then
            // following one is as right as the other.
            (_, Side::Infeasible) => Sides::Then,
            (Side::Infeasible, _) => Sides::Else,
            (then, els) => {
                let witness = |s: Side| match s {
                    Side::Feasible(w) => w,
                    _ => Witness::missing(),
                };
                Sides::Both {
                    then: witness(then),
                    els: witness(els),
                }
            }
        }
    }

    fn error(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Sides {
        if self.blind {
            return Sides::Later;
        }
        // A multiplier in a question is what makes it hard.
        if self.products.on && multiplies(&cx.pool, cond, &mut FxHashMap::default()) {
            if st.extra.hypotheses > 0 {
                // Nobody asks for it here.
                return Sides::Later;
            }
            let path: Vec<TermId> = st.pc.conjuncts().collect();
            return match self.products.exclude(cx, &path, cond) {
                true => Sides::Else,
                false => Sides::Later,
            };
        }
        match self.ask(cx, st, cond, self.error) {
            // Without a model the path itself may be impossible.
            (Side::Feasible(then), Side::Feasible(els)) => Sides::Both { then, els },
            (Side::Infeasible, _) => Sides::Else,
            // The path's own model is needed for an error on all its inputs.
            (Side::Feasible(then), Side::Infeasible) if !st.pc.has_model() => Sides::Both {
                then,
                els: Witness::missing(),
            },
            (Side::Feasible(_), Side::Infeasible) => Sides::Then,
            (then, els) if !self.defer => {
                let known = |s: Side| match s {
                    Side::Feasible(w) => Some(w),
                    _ => None,
                };
                Sides::Unknown {
                    then: known(then),
                    els: known(els),
                    reason: "the effort for an error check was not enough".into(),
                }
            }
            _ => Sides::Later,
        }
    }

    fn switch(&mut self, cx: &mut Solving, st: &State, conds: &[TermId]) -> Vec<Side> {
        if self.blind {
            let side = |c: &TermId| match cx.pool.as_bool(*c) {
                Some(false) => Side::Infeasible,
                _ => Side::Feasible(Witness::missing()),
            };
            return conds.iter().map(side).collect();
        }
        let before = cx.smt.set_effort(self.branch.conflicts, self.branch.time);
        let sides = cx.smt.switch(&mut cx.pool, &st.pc, conds);
        cx.smt.set_effort(before.0, before.1);
        sides
            .into_iter()
            .map(|s| match s {
                Side::Unknown(_) => Side::Feasible(Witness::missing()),
                s => s,
            })
            .collect()
    }

    fn feasible(&mut self, cx: &mut Solving, st: &State, cond: TermId) -> Side {
        let cond = split(&mut cx.pool, cond);
        let before = cx.smt.set_effort(self.test.conflicts, self.test.time);
        let side = cx.smt.feasible(&mut cx.pool, &st.pc, cond);
        cx.smt.set_effort(before.0, before.1);
        match side {
            Side::Unknown(_) => Side::Feasible(Witness::missing()),
            s => s,
        }
    }

    fn exit_test(m: &mut Machine<Self>, st: &mut State, block: u32) {
        exit_test(m, st, block);
    }

    fn invariant(m: &mut Machine<Self>, st: &mut State, cond: TermId) -> Step<()> {
        unwind::invariant(m, st, cond)
    }
}
