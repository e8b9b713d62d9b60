//! What registers and memory hold inside a region.
//!
//! Idea: a pointer carries beside object and offset whether it is null and how
//! many bytes its block gives back when it is freed. So a pointer that one of
//! several paths made stays one pointer, and to free it needs no object.
//! Objects are known by how the region came by them; memory is what the region
//! wrote, in pieces that do not overlap. Everything else is what was there at
//! its entry. Source: document 000, Definition 1, with memory. Alternative: the
//! explorer's objects, whose identities tie a summary to one path. Cost: a map
//! per object.

use super::map::Map;
use super::sum::Bytes;
use ep_ir::{FuncId, GlobalId, Reg};
use ep_smt::PathCondition;
use ep_term::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Which object a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Base {
    /// None: the null constant.
    Null,
    /// Any.
    Unknown,
    Global(GlobalId),
    Func(FuncId),
    /// Made in this region.
    Made(u32),
    /// What the entry symbol of this number points to.
    Entry(u32),
}

/// A pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ptr {
    pub base: Base,
    /// Bytes from the start of the object, 64 bits.
    pub off: TermId,
    /// Whether it is null.
    pub null: TermId,
    /// At least this much is given back when it is freed.
    pub size: Bytes,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Val {
    Num(TermId),
    Ptr(Rc<Ptr>),
}

/// The kind of a value: a number of some bits (1 is a condition) or a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Ty {
    Num(u32),
    Ptr,
}

/// What a piece of memory holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Hold {
    Val(Val),
    /// Each byte is this.
    Fill(u8),
    /// Anything.
    Any,
}

/// A piece of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub len: u64,
    pub hold: Hold,
}

/// What a region wrote into an object. Pieces do not overlap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Object {
    /// By constant offset.
    pub at: Map<u64, Cell>,
    /// By other offsets.
    pub sym: Vec<(TermId, Cell)>,
    /// What is not among these is anything, and not what it was at the entry.
    pub any: bool,
}

impl Object {
    /// Makes room at constant offsets: what is left of other pieces loses its
    /// value where it had one.
    pub fn clear(&mut self, off: u64, len: u64) {
        let end = off.saturating_add(len);
        loop {
            let last = self.at.below(&end);
            let Some((&start, cell)) = last else { return };
            let stop = start.saturating_add(cell.len);
            if stop <= off {
                return;
            }
            let Some(cell) = self.at.remove(&start) else {
                return;
            };
            let rest = match cell.hold {
                Hold::Val(_) => Hold::Any,
                h => h,
            };
            if stop > end {
                let len = stop - end;
                let hold = rest.clone();
                self.at.insert(end, Cell { len, hold });
            }
            if start < off {
                let len = off - start;
                self.at.insert(start, Cell { len, hold: rest });
            }
        }
    }

    /// Nothing about it is known from here on.
    pub fn forget(&mut self) {
        self.at.clear();
        self.sym.clear();
        self.any = true;
    }
}

/// What an object that was made held at first, and where it lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fresh {
    pub zero: bool,
    /// It ends with its function.
    pub local: bool,
}

/// A path inside a region, over the symbols of the region's entry.
#[derive(Clone, Default)]
pub(super) struct State {
    /// Those that were written.
    pub regs: BTreeMap<Reg, Val>,
    pub mem: Map<Base, Rc<Object>>,
    pub made: Map<u32, Fresh>,
    /// What was decided in this region and could have been otherwise.
    pub prefix: Vec<TermId>,
    /// All of the path from the start of the program, over the inputs.
    pub pc: PathCondition,
    /// Made minus freed in this region.
    pub net: Bytes,
    /// Something was made after the highest point was last looked at.
    pub grown: bool,
    /// Returned values.
    pub rets: Vec<Val>,
}
