//! Values, objects and cells of a symbolic memory graph.

use crate::range::Range;
use ep_ir::{FuncId, GlobalId, LocId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// An object: those below the number of globals are the globals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Obj(pub u32);

/// An unknown integer that is the same wherever it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sym(pub u32);

/// An address: of an object, or of the first or the last node of a segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ptr {
    pub obj: Obj,
    pub last: bool,
    pub off: i64,
}

/// A value. Integers have at most 64 bits and are zero-extended; the null
/// pointer is 0.
#[derive(Clone, PartialEq, Debug)]
pub enum Val {
    /// Was maybe never set: nothing may be decided by it.
    Undef,
    /// Not modelled: a decision by it ends the proof.
    Opaque,
    /// Any value, of a kind without symbols (floats, wide integers, pieces).
    Any,
    Int(u64),
    Sym(Sym),
    Ptr(Ptr),
    Func(FuncId),
    /// The address of an object that is no more.
    Dangling,
    /// In a segment: in each node some value of this range.
    Each(Range),
    /// In a segment: each node has a structure of its own here.
    Own(Rc<Own>),
}

impl Val {
    pub fn ptr(&self) -> Option<Ptr> {
        match self {
            Val::Ptr(p) => Some(*p),
            _ => None,
        }
    }
}

/// What each node of a segment owns: an object that nothing else points to,
/// with what that owns in turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Own {
    pub object: Object,
    /// Where in the object the pointer leads.
    pub off: i64,
    /// It may be missing in some nodes: then the pointer is null.
    pub null: bool,
}

/// The bytes `[offset, offset + size)` of an object, the offset being the key.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub size: u64,
    pub val: Val,
}

/// What lies between the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    Undef,
    Zero,
    /// The initial content of a global.
    Init(GlobalId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Heap,
    Stack,
    /// A local whose scope was left.
    Dead,
    Global,
}

/// A row of at least `min` nodes, each of which leads to the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seg {
    /// Where the pointer to the next node lies.
    pub next: u64,
    /// Where the pointer to the one before lies, if there is one.
    pub prev: Option<u64>,
    /// Where in a node these pointers lead.
    pub head: i64,
    /// 1 or 2.
    pub min: u8,
}

/// A region of memory, or a segment of regions of this size. In a segment the
/// cell `next` is that of its last node, `prev` that of its first.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    pub size: u64,
    pub kind: Kind,
    pub fill: Fill,
    pub cells: BTreeMap<u64, Cell>,
    pub seg: Option<Seg>,
    /// Where it was made.
    pub loc: LocId,
}

impl Object {
    pub fn new(size: u64, kind: Kind, fill: Fill, loc: LocId) -> Object {
        Object {
            size,
            kind,
            fill,
            cells: BTreeMap::new(),
            seg: None,
            loc,
        }
    }
}
