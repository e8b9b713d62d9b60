//! An abstract state (document 004, definition 1): place, what registers and
//! memory hold, and what is known of the symbolic variables.
//!
//! A place is a stack of activations. Pointers are an area and an offset in
//! bytes. Truth values are kept as the comparison they come from until a
//! branch asks, and are no numbers.

use super::facts::Facts;
use super::lin::Lin;
use super::rules::{Num, Side};
use ep_ir::{BlockId, FuncId, IntPred, Reg};
use std::collections::{BTreeMap, BTreeSet};

ep_base::entity!(
    /// An allocated area of the analysis.
    Area,
    "a"
);

/// A truth value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    Known(bool),
    /// The comparison of two numbers of one width.
    Compare {
        pred: IntPred,
        a: Num,
        b: Num,
    },
    /// Not determined; each look may take either.
    Open,
}

/// What a register or a cell holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Int(Num),
    Truth(Truth),
    /// A byte offset in an area.
    Pointer {
        area: Area,
        offset: Lin,
    },
    Null,
    /// Nothing is known. An integer becomes a fresh variable when it is read.
    Any,
}

/// A value in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub bytes: u64,
    pub value: Value,
}

/// A loop that an activation is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entered {
    pub header: BlockId,
    /// Its first round is over.
    pub again: bool,
}

/// Where a call goes on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Back {
    pub block: BlockId,
    /// The instruction after the call.
    pub next: usize,
    pub dsts: Vec<Reg>,
}

/// An activation of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub func: FuncId,
    pub regs: Vec<Value>,
    pub block: BlockId,
    pub next: usize,
    /// Outermost first.
    pub loops: Vec<Entered>,
    pub back: Option<Back>,
}

/// A tag of a run's phase: at this instruction this has happened.
pub type Tag = (FuncId, BlockId, usize, Side);

/// An abstract state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Innermost last.
    pub frames: Vec<Frame>,
    pub facts: Facts,
    pub cells: BTreeMap<(Area, i64), Cell>,
    /// What happened since the loops around were entered.
    pub tags: BTreeSet<Tag>,
    /// Refinements since the last cut.
    pub splits: u32,
    /// Branches of one instruction that was refined, to see that it ends.
    pub again: u32,
    /// The facts determine every value since the last cut.
    pub exact: bool,
    /// LLVM instructions since the last cut.
    pub cost: u64,
    /// Inputs that were read on the way here, while there is only one way.
    pub reads: u32,
    /// No cut was passed.
    pub fresh_start: bool,
    /// The last block was entered from its own loop.
    pub back_edge: bool,
}

impl State {
    /// The innermost activation.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }
    /// The calls that lead here.
    pub fn path(&self) -> Vec<(FuncId, BlockId, usize)> {
        let inner = self.frames.iter().skip(1);
        self.frames
            .iter()
            .zip(inner)
            .filter_map(|(outer, inner)| {
                let b = inner.back.as_ref()?;
                Some((outer.func, b.block, b.next))
            })
            .collect()
    }
}
