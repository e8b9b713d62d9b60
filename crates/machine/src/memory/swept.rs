//! The content of an object that a loop sweeps: an unknown function of the
//! offset, with what was written to it since and facts about all its elements.
//!
//! Idea: a state that stands for all rounds of a loop cannot list the elements
//! of an array that the loop fills. Its content is a function that nobody
//! knows; a read makes a variable for the element that it reads, and each fact
//! `for all offsets: F` is assumed at that one offset (Skolem's and
//! Herbrand's instances, no triggers). Equal offsets give equal elements; where
//! that is not said the content has more behaviours, never fewer. Writes at any
//! offset are kept in order, each with the condition under which it was done,
//! so that aliasing is a comparison of offsets. Source: D. Monniaux,
//! L. Gonnord, "Cell Morphing: From Array Programs to Array-Free Horn
//! Clauses", SAS 2016. Cost: linear in the writes and facts per read.
//!
//! What must never happen: a write that is lost. Whoever writes to the bytes of
//! such an object without coming through here makes all its content undefined
//! (`spoil`).

use ep_term::{TermId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Writes and facts that are kept; more of them spoil the content.
const MOST_LAYERS: u32 = 200;

/// What stands for the content of an object.
#[derive(Clone, Debug)]
pub struct Swept {
    /// Which unknown function it began as.
    pub base: u32,
    /// What came since, the newest first.
    top: Option<Rc<Layer>>,
    /// Nothing is known of it, not even that it is initialised.
    spoiled: bool,
}

/// A write, or a fact about the content below it.
#[derive(Clone, Debug)]
pub enum Kind {
    Write(Write),
    Fact(Rc<Fact>),
}

/// A write that happened where `when` holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    pub when: TermId,
    /// The offset in bytes, of pointer width.
    pub at: TermId,
    pub bytes: u32,
    pub value: TermId,
    /// The bits of it that are initialised.
    pub defined: TermId,
}

/// For all aligned offsets `at` of elements of `bytes` bytes, with the value
/// and the initialised bits that are there: `term`.
#[derive(Clone, Debug)]
pub struct Fact {
    pub bytes: u32,
    /// Variables of `term`, to be replaced.
    pub at: TermId,
    pub value: TermId,
    pub defined: TermId,
    pub term: TermId,
    /// Elements of other contents that `term` speaks of too.
    pub with: Vec<With>,
}

/// An element of a content that does not change any more, at an offset that
/// depends on the fact's.
#[derive(Clone, Debug)]
pub struct With {
    pub content: Swept,
    pub bytes: u32,
    pub at: TermId,
    pub value: TermId,
    pub defined: TermId,
}

#[derive(Debug)]
struct Layer {
    kind: Kind,
    below: Option<Rc<Layer>>,
    depth: u32,
}

impl Swept {
    /// An unknown content.
    pub fn new(base: u32) -> Swept {
        Swept {
            base,
            top: None,
            spoiled: false,
        }
    }

    /// Nothing is known of it any more.
    pub fn spoil(&mut self) {
        self.spoiled = true;
        self.top = None;
    }

    /// Whether nothing is known of it.
    pub fn is_spoiled(&self) -> bool {
        self.spoiled
    }

    /// Adds what comes next.
    pub fn push(&mut self, kind: Kind) {
        let depth = self.top.as_ref().map_or(0, |l| l.depth) + 1;
        if depth > MOST_LAYERS {
            self.spoil();
        }
        if self.spoiled {
            return;
        }
        let below = self.top.take();
        self.top = Some(Rc::new(Layer { kind, below, depth }));
    }

    /// What came, the oldest first.
    pub fn layers(&self) -> Vec<Kind> {
        let mut out = Vec::new();
        let mut next = self.top.as_ref();
        while let Some(l) = next {
            out.push(l.kind.clone());
            next = l.below.as_ref();
        }
        out.reverse();
        out
    }

    /// Whether nothing was written to it: it is the function that it began as.
    pub fn unwritten(&self) -> bool {
        let facts = |k: &Kind| matches!(k, Kind::Fact(_));
        !self.spoiled && self.layers().iter().all(facts)
    }

    /// What came since another state of the same content.
    pub fn since(&self, before: &Swept) -> Vec<Kind> {
        match self.split(before) {
            Some((_, new, gone)) if gone.is_empty() => new,
            _ => Vec::new(),
        }
    }

    /// The same content, of which more may be known here.
    pub fn same_values(&self, other: &Swept) -> bool {
        let facts = |k: &Kind| matches!(k, Kind::Fact(_));
        match self.split(other) {
            Some((_, new, gone)) => gone.is_empty() && new.iter().all(facts),
            None => false,
        }
    }

    /// Certainly the same content.
    pub fn same(&self, other: &Swept) -> bool {
        let top = match (&self.top, &other.top) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        };
        self.base == other.base && self.spoiled == other.spoiled && top
    }

    /// What both have, and what each has beyond it, the oldest first. None for
    /// contents that began as different functions.
    pub fn split(&self, other: &Swept) -> Option<(Swept, Vec<Kind>, Vec<Kind>)> {
        if self.base != other.base || self.spoiled != other.spoiled {
            return None;
        }
        let (mut a, mut b) = (self.top.clone(), other.top.clone());
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        loop {
            match (&a, &b) {
                (None, None) => break,
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => break,
                (Some(x), y) if y.as_ref().is_none_or(|y| x.depth >= y.depth) => {
                    of_a.push(x.kind.clone());
                    a = x.below.clone();
                }
                (_, Some(y)) => {
                    of_b.push(y.kind.clone());
                    b = y.below.clone();
                }
                _ => return None,
            }
        }
        of_a.reverse();
        of_b.reverse();
        let common = Swept {
            base: self.base,
            top: a,
            spoiled: self.spoiled,
        };
        Some((common, of_a, of_b))
    }
}

/// An element that was read from an unknown function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    pub base: u32,
    pub at: TermId,
    pub bytes: u32,
    pub value: TermId,
    pub defined: TermId,
}

/// An access to a swept object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    pub object: crate::value::ObjectId,
    pub at: TermId,
    pub bytes: u32,
    /// What was written, with its initialised bits.
    pub written: Option<(TermId, TermId)>,
}

/// The unknown functions of a worker.
#[derive(Default)]
pub struct Sweeps {
    /// Per function, the elements that were read.
    pub elements: Vec<Vec<Element>>,
    /// Which element a variable is.
    pub of_var: FxHashMap<VarId, Element>,
    /// Objects with many elements become unknown when they are written at an
    /// offset that is not known.
    pub probing: bool,
    /// Accesses to swept objects since somebody took them.
    pub touched: Vec<Touch>,
    /// Some object was swept.
    pub any: bool,
    /// Facts that are being instantiated.
    pub(crate) depth: u32,
}

impl Sweeps {
    /// A new unknown function.
    pub fn fresh(&mut self) -> Swept {
        self.any = true;
        self.elements.push(Vec::new());
        Swept::new(self.elements.len() as u32 - 1)
    }
}
