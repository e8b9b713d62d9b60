//! The symbolic heap: a multiset of field and predicate chunks (document 001,
//! Definition 1), with fractional permissions.
//!
//! Idea: chunks are filed by resource and first argument (the receiver) in a
//! persistent ordered map, so that a heap is copied in constant time (old heaps,
//! branches) and a receiver that is the same term is found in logarithmic time.
//! Chunks with equal terms as arguments are one chunk. Chunks of an iterated
//! assertion (`forall x :: c(x) ==> acc(x.f)`) stand beside them: their amount and
//! value are terms over the formal arguments of the resource (see `iterated`).
//! Cost: O(log n) per lookup by term, O(n) for a walk over one resource.

use ep_base::Span;
use ep_ivl::ast::{FieldId, PredicateId};
use ep_term::{FunId, TermId, VarId};
use imbl::OrdMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// What a chunk gives permission to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    Field(FieldId),
    Predicate(PredicateId),
    /// A magic wand of a shape (see `wands`).
    Wand(WandId),
}

/// The shape of a magic wand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WandId(pub u32);

/// Symbols for the fields that a trigger reads at bound variables (see `heap_triggers`).
pub struct Reads {
    pub bound: Vec<VarId>,
    pub fields: Vec<(Place, Heap, FunId)>,
}

/// Arguments of a chunk.
pub type Args = SmallVec<[TermId; 2]>;

/// `args[0].f ↦ value` or `q[value](args)`, with its share of the permission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    pub place: Place,
    pub args: Args,
    /// The value of a field; the snapshot of a predicate.
    pub value: TermId,
    pub permission: TermId,
    /// The clock when its content last changed: all objects in it existed then.
    pub since: i64,
    /// Where it came from.
    pub origin: Span,
}

impl Chunk {
    fn key(&self) -> (Place, TermId) {
        (self.place, key_of(&self.args))
    }
}

fn key_of(args: &[TermId]) -> TermId {
    args.first().copied().unwrap_or(TermId(0))
}

/// A location and how much of it is wanted.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub place: Place,
    pub args: &'a [TermId],
    pub amount: TermId,
    /// Some of it is wanted, however little.
    pub wild: bool,
}

/// A multiset of chunks.
#[derive(Clone, Default, Debug)]
pub struct Heap {
    chunks: OrdMap<(Place, TermId), SmallVec<[Chunk; 1]>>,
    iterated: OrdMap<Place, Rc<Vec<Chunk>>>,
    /// While a magic wand is packaged: what its footprint is taken from.
    outer: Option<Rc<Heap>>,
}

impl Heap {
    /// No chunk.
    pub fn new() -> Self {
        Self::default()
    }

    /// Files a chunk; the caller has merged it with those of the same location.
    pub fn insert(&mut self, chunk: Chunk) {
        self.chunks.entry(chunk.key()).or_default().push(chunk);
    }

    /// Takes out a chunk that is in the heap.
    pub fn remove(&mut self, chunk: &Chunk) {
        let key = chunk.key();
        let mut empty = false;
        if let Some(slot) = self.chunks.get_mut(&key) {
            if let Some(i) = slot.iter().position(|c| c == chunk) {
                slot.remove(i);
            }
            empty = slot.is_empty();
        }
        if empty {
            self.chunks.remove(&key);
        }
    }

    /// Replaces a chunk that is in the heap.
    pub fn replace(&mut self, old: &Chunk, new: Chunk) {
        self.remove(old);
        self.insert(new);
    }

    /// The chunks filed under exactly this receiver.
    pub fn at(&self, place: Place, receiver: TermId) -> &[Chunk] {
        self.chunks
            .get(&(place, receiver))
            .map_or(&[], |slot| &slot[..])
    }

    /// All chunks of a resource.
    pub fn of(&self, place: Place) -> impl Iterator<Item = &Chunk> {
        self.chunks
            .range((place, TermId(0))..=(place, TermId(u32::MAX)))
            .flat_map(|(_, slot)| slot.iter())
    }

    /// All chunks.
    pub fn iter(&self) -> impl Iterator<Item = &Chunk> {
        self.chunks.values().flat_map(|slot| slot.iter())
    }

    /// Whether both are the same copy, which is a quick yes for equality.
    pub fn same_copy(&self, other: &Heap) -> bool {
        self.chunks.ptr_eq(&other.chunks) && self.iterated.ptr_eq(&other.iterated)
    }

    /// An empty heap for the package of a wand, above the heap of the program.
    pub fn above(outer: Heap) -> Heap {
        Heap {
            outer: Some(Rc::new(outer)),
            ..Heap::default()
        }
    }

    /// What a footprint is taken from.
    pub fn outer(&self) -> Option<&Heap> {
        self.outer.as_deref()
    }

    /// The heap above another one.
    #[must_use]
    pub fn with_outer(&self, outer: Option<Heap>) -> Heap {
        Heap {
            outer: outer.map(Rc::new),
            ..self.clone()
        }
    }

    /// Whether both hold the same chunks.
    pub fn same_content(&self, other: &Heap) -> bool {
        let outer = match (self.outer(), other.outer()) {
            (None, None) => true,
            (Some(a), Some(b)) => a.same_content(b),
            _ => false,
        };
        let own = self.iter().eq(other.iter()) && self.iter_iterated().eq(other.iter_iterated());
        outer && (self.same_copy(other) || own)
    }

    /// The chunks of iterated assertions of a resource.
    pub fn iterated(&self, place: Place) -> &[Chunk] {
        self.iterated.get(&place).map_or(&[], |all| &all[..])
    }

    /// Replaces the chunks of iterated assertions of a resource.
    pub fn set_iterated(&mut self, place: Place, all: Vec<Chunk>) {
        if all.is_empty() {
            self.iterated.remove(&place);
        } else {
            self.iterated.insert(place, Rc::new(all));
        }
    }

    /// Adds a chunk of an iterated assertion.
    pub fn insert_iterated(&mut self, chunk: Chunk) {
        let all = self.iterated.entry(chunk.place).or_default();
        Rc::make_mut(all).push(chunk);
    }

    /// All chunks of iterated assertions.
    pub fn iter_iterated(&self) -> impl Iterator<Item = &Chunk> {
        self.iterated.values().flat_map(|all| all.iter())
    }
}
