//! An abstract state (document 004, definition 1): place, what registers and
//! memory hold, and what is known of the symbolic variables.
//!
//! A place is a stack of activations. Pointers are an area and an offset in
//! bytes. Truth values are kept as the comparison they come from until a
//! branch asks, and are no numbers.

use super::facts::Facts;
use super::lin::{Interval, Lin, Sym};
use super::rules::{Num, Side};
use super::weight::Weight;
use ep_ir::{BlockId, FuncId, IntPred, Reg};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

ep_base::entity!(
    /// An allocated area of the analysis.
    Area,
    "a"
);

ep_base::entity!(
    /// A family of nodes.
    Family,
    "l"
);

/// Where a family comes from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FamilyKey {
    /// Behind this parameter of the entry.
    Behind(u32),
    /// Behind the pointer at an offset of what this parameter leads to.
    Field(u32, u64),
    /// Behind the pointer at an offset of a variable.
    Global(ep_ir::GlobalId, u64),
    /// Begun by the instruction that ended a chain, in an activation.
    Made(Vec<(FuncId, BlockId, usize)>, FuncId, BlockId, usize, u32),
}

/// What the nodes of a family are like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyInfo {
    pub key: FamilyKey,
    /// Offsets of the links; one for a list.
    pub links: Vec<u64>,
    /// Bytes of a node, where they are known.
    pub bytes: Option<u64>,
}

/// Bytes of an area: not zero in `[from, at)`, zero in `[at, to)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fill {
    pub from: Lin,
    pub at: Lin,
    pub to: Lin,
}

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
    Function(FuncId),
    /// A byte offset in a node from which so many nodes are left, itself
    /// included; 0 is null.
    Node {
        family: Family,
        left: Lin,
        offset: Lin,
    },
    /// Nothing is known. An integer becomes a fresh variable when it is read.
    Any,
}

/// A value in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub bytes: u64,
    pub value: Value,
}

/// A read at an offset that is no number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    pub area: Area,
    pub offset: Lin,
    pub ty: ep_ir::Type,
    pub value: Value,
}

/// A loop that an activation is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entered {
    pub header: BlockId,
    /// Its first round is over, and all that follow are one.
    pub again: bool,
    /// A small constant was read at an offset that is a number, in this round.
    pub read: bool,
    /// Rounds behind the first that are executed on their own.
    pub alone: u8,
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

/// What an activation held when it came to a loop's head from outside.
#[derive(Clone, Debug)]
pub struct Entry {
    pub regs: Rc<Vec<Value>>,
}

/// A loop in an activation: the calls that lead there, its function and head.
pub type LoopKey = (Vec<(FuncId, BlockId, usize)>, FuncId, BlockId);

/// An abstract state.
#[derive(Clone, Debug)]
pub struct State {
    /// Innermost last.
    pub frames: Vec<Frame>,
    pub facts: Facts,
    pub cells: BTreeMap<(Area, i64), Cell>,
    /// What was read at offsets that are no numbers, since anything was written or
    /// joined: it is there when it is read again.
    pub looks: Vec<Look>,
    /// Zeros at symbolic offsets.
    pub fills: BTreeMap<Area, Fill>,
    /// Bytes of areas whose size is no number.
    pub sizes: BTreeMap<Area, Lin>,
    /// The children of nodes of trees that were read, by node and link.
    pub children: BTreeMap<(Family, Sym, u64), Lin>,
    /// Variables for what memory held, which may be anything in their range:
    /// they leave the way that is taken determined until it hangs on them.
    pub free: BTreeMap<Sym, Interval>,
    /// Variables that are not 0.
    pub nonzero: BTreeSet<Sym>,
    /// What happened since the loops around were entered.
    pub tags: BTreeSet<Tag>,
    /// Which of the inputs' cases this run has ([`super::apart`]).
    pub inputs: u8,
    /// Refinements since the last cut.
    pub splits: u32,
    /// Branches of one instruction that was refined, to see that it ends.
    pub again: u32,
    /// The facts determine every value since the last cut.
    pub exact: bool,
    /// Entries of recursive functions that were called since the last cut.
    pub calls: Vec<super::arrival::Arrival>,
    /// LLVM instructions since the last cut.
    pub cost: u64,
    /// Those of them that models of the C library execute.
    pub library: u64,
    /// What charges say since the last cut, by the number of the cost.
    pub charges: BTreeMap<u32, Weight>,
    /// The cases that refinements chose since the last cut.
    pub cases: Vec<(Lin, Interval)>,
    /// A way was taken that no case says.
    pub forked: bool,
    /// Loops that were entered since the last cut.
    pub entries: BTreeMap<LoopKey, Entry>,
    /// Inputs that were read on the way here, while there is only one way.
    pub reads: u32,
    /// How many words of standard input were read as numbers on the way here, while
    /// nothing else was read of it.
    pub words: Option<u32>,
    /// No cut was passed.
    pub fresh_start: bool,
    /// The last block was entered from its own loop.
    pub back_edge: bool,
    /// Rounds that were executed on their own since the last cut ([`super::explore`]).
    pub alone: BTreeMap<LoopKey, u64>,
}

impl State {
    /// The innermost activation.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }
    /// An instruction was executed, by a model of the C library or by the program.
    pub fn pays(&mut self, weight: u64, library: bool) {
        self.cost += weight;
        self.library += if library { weight } else { 0 };
    }
    /// What was executed and charged since the last cut.
    pub fn weight(&self) -> Weight {
        let mut all = Weight::number(self.cost);
        for w in self.charges.values() {
            all.add(w);
        }
        all
    }
    /// What is known, when that alone says that this way is taken.
    pub fn determined(&self) -> Option<Facts> {
        if !self.exact {
            return None;
        }
        let mut out = Facts::new();
        for (d, i) in self.facts.iter() {
            let own = d.as_var().and_then(|v| self.free.get(&v));
            if own == Some(i) {
                continue;
            }
            if d.terms().any(|(v, _)| self.free.contains_key(&v)) {
                return None;
            }
            out.add(d, i);
        }
        Some(out)
    }
    /// The cases that led here from the last cut, if they say all of the way.
    pub fn chosen(&self) -> Option<Facts> {
        if self.forked {
            return None;
        }
        let mut out = Facts::new();
        for (d, i) in &self.cases {
            out.add(d, i);
        }
        Some(out)
    }
    /// Whether a form is a byte that was read and is not 0.
    pub fn is_read(&self, f: &Lin) -> bool {
        f.as_var().is_some_and(|v| self.nonzero.contains(&v))
    }
    /// Nothing is known of memory any more.
    pub fn forget_memory(&mut self) {
        self.cells.clear();
        self.fills.clear();
        self.forget_nodes(None);
    }
    /// Nothing is known of an area any more.
    pub fn forget(&mut self, area: Area) {
        self.cells.retain(|(a, _), _| *a != area);
        self.fills.remove(&area);
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
