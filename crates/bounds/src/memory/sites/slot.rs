//! Slots, and what is known of them and of registers at one place of a function.
//!
//! Idea: a slot is an object and an offset over registers. What mentions a register
//! ends where the register is written, and what two ways do not agree on is not
//! known where they meet. Cost: linear in the facts, which are those of slots that a
//! function names. How they come about: [`super::slots`].

use ep_ir::{BlockId, FuncId, GlobalId, Operand, Reg};
use std::collections::{BTreeMap, BTreeSet};

/// An object that slots lie in: of the program, or of an activation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Object {
    Global(GlobalId),
    Local(FuncId, Reg),
    /// A variable without an address: one slot that nothing else can write.
    Register(FuncId, Reg),
    /// No object: all blocks of a group that a counter keeps few
    /// ([`super::ghosts`]).
    Crowd(u32),
}

impl Object {
    /// Whether what writes memory may write it.
    pub fn in_memory(self) -> bool {
        !matches!(self, Object::Register(..))
    }

    /// Whether it is gone with an activation of this function.
    pub fn of_activation(self, id: FuncId) -> bool {
        matches!(self, Object::Local(f, _) | Object::Register(f, _) if f == id)
    }
}

/// A number over a register: what it was converted by.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Index {
    pub root: Reg,
    /// Whether the sign was kept, from how many bits, to how many.
    pub casts: Vec<(bool, u32, u32)>,
}

/// A place in an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot {
    pub object: Object,
    pub offset: i64,
    pub terms: BTreeMap<Index, i64>,
}

impl Slot {
    pub fn at(object: Object, offset: i64) -> Slot {
        Slot {
            object,
            offset,
            terms: BTreeMap::new(),
        }
    }

    pub fn mentions(&self, r: Reg) -> bool {
        self.terms.keys().any(|i| i.root == r)
    }

    /// Whether a pointer here and one there have no byte in common.
    pub fn apart(&self, other: &Slot, word: u64) -> bool {
        self.object != other.object
            || self.terms == other.terms && self.offset.abs_diff(other.offset) >= word
    }
}

/// What a register holds.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Known {
    Index(Index),
    Address(Slot),
    /// What was read from there, or is stored there.
    Content(Slot),
    /// Whether that is null (`true`) or is not.
    Null(Slot, bool),
}

impl Known {
    pub fn mentions(&self, r: Reg) -> bool {
        match self {
            Known::Index(i) => i.root == r,
            Known::Address(s) | Known::Content(s) | Known::Null(s, _) => s.mentions(r),
        }
    }
}

/// What is known at a place.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct State {
    pub known: BTreeMap<Reg, Known>,
    /// Hold no block that lives.
    pub empty: BTreeSet<Slot>,
    /// Objects of which all slots are empty.
    pub all_empty: BTreeSet<Object>,
}

impl State {
    pub fn is_empty(&self, s: &Slot) -> bool {
        self.all_empty.contains(&s.object) || self.empty.contains(s)
    }

    /// Objects that hold no block, variables and whole arrays.
    pub fn all_of_empty(&self) -> BTreeSet<Object> {
        let variables = self.empty.iter().map(|s| s.object);
        let variables = variables.filter(|o| !o.in_memory());
        variables.chain(self.all_empty.iter().copied()).collect()
    }

    pub fn set(&mut self, r: Reg) {
        self.known.retain(|k, v| *k != r && !v.mentions(r));
        self.empty.retain(|s| !s.mentions(r));
    }

    pub fn learn(&mut self, r: Reg, known: Known) {
        if !known.mentions(r) {
            self.known.insert(r, known);
        }
    }

    pub fn meet(&mut self, other: &State) {
        self.known.retain(|r, k| other.known.get(r) == Some(k));
        let both: BTreeSet<Slot> = self.empty.union(&other.empty).cloned().collect();
        let both = both.into_iter();
        self.empty = both
            .filter(|s| self.is_empty(s) && other.is_empty(s))
            .collect();
        self.all_empty.retain(|o| other.all_empty.contains(o));
    }

    /// Nothing is known of what these objects hold any more.
    pub fn forget(&mut self, of: &dyn Fn(Object) -> bool) {
        self.empty.retain(|s| !of(s.object));
        self.all_empty.retain(|o| !of(*o));
        self.contents_of(of);
    }

    pub fn contents_of(&mut self, of: &dyn Fn(Object) -> bool) {
        self.known.retain(|_, k| match k {
            Known::Content(s) | Known::Null(s, _) => !of(s.object),
            _ => true,
        });
    }

    pub fn index(&self, r: Reg) -> Index {
        match self.known.get(&r) {
            Some(Known::Index(i)) => i.clone(),
            _ => Index {
                root: r,
                casts: Vec::new(),
            },
        }
    }

    pub fn address(&self, o: Operand) -> Option<Slot> {
        match o {
            Operand::Global(g, off) => Some(Slot::at(Object::Global(g), off)),
            Operand::Reg(r) => match self.known.get(&r) {
                Some(Known::Address(s)) => Some(s.clone()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A write to an object.
pub(super) struct Write {
    pub slot: Slot,
    pub bytes: u64,
    /// Of a pointer, null included.
    pub pointer: bool,
    /// The least and the greatest offset in the object, where registers have a range.
    pub span: Option<Span>,
}

/// Offsets in an object, both included.
pub(super) type Span = (i64, i64);

/// A store of something that may be a block.
pub(super) struct Fill {
    pub at: (BlockId, usize),
    /// The register that was stored, or the one that it is a copy of.
    pub value: Reg,
    pub slot: Slot,
    pub span: Option<Span>,
}

/// What a function does to the objects that it knows by name.
#[derive(Default)]
pub(super) struct Flow {
    /// Objects of which something may be overwritten, or whose address is given away.
    pub lost: BTreeSet<Object>,
    pub writes: Vec<Write>,
    pub fills: Vec<Fill>,
    /// What is known behind each call.
    pub behind: BTreeMap<(BlockId, usize), State>,
    /// Calls of `realloc` that are taken to free what a slot holds: they must not fail.
    pub grown: BTreeSet<(BlockId, usize)>,
    /// Objects that hold no block wherever the function returns; none where it does not
    /// return.
    pub empty_at_end: Option<BTreeSet<Object>>,
}
