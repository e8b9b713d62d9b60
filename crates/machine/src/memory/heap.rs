//! The objects of one path: a persistent vector in chunks of 8.
//!
//! A fork copies one pointer per chunk table; the first write to an object
//! after a fork copies its chunk's pointers and the object. Alternatives: a
//! hash array mapped trie, which costs more per access; a flat vector, which
//! costs a count per object and fork.

use super::object::{Object, ObjectKind, Size};
use crate::value::ObjectId;
use ep_ir::LocId;
use std::rc::Rc;

const CHUNK: usize = 8;

/// What stands at an object's place.
#[derive(Clone, Debug)]
pub enum Entry {
    /// Never used in this chunk.
    Vacant,
    Live(Rc<Object>),
    /// Freed at this place; base and size stay for the message.
    Freed {
        at: LocId,
        was: Rc<Extent>,
    },
    /// A local whose scope has ended; the next entry makes it live again.
    OutOfScope(Rc<Object>),
    /// The local one number before, as it was in an earlier round of its block:
    /// what addresses of then point to. It has the place of that local.
    Former(Rc<Extent>),
    /// A local whose function has returned.
    Dead,
}

#[cfg(test)]
impl Entry {
    fn base(&self) -> u64 {
        match self {
            Entry::Live(o) => o.base,
            _ => 0,
        }
    }
}

/// Where an object was that is gone. Apart from the entry, which stays small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub base: u64,
    pub size: u64,
}

type Chunk = [Entry; CHUNK];

/// All objects of a path.
#[derive(Clone, Debug)]
pub struct Heap {
    chunks: Rc<Vec<Rc<Chunk>>>,
    len: u32,
    next_base: u64,
    ptr_bits: u32,
    /// Objects at given addresses: base, size, id. Few; they stand outside of
    /// the order of bases.
    placed: Rc<Vec<(u64, u64, ObjectId)>>,
    /// Chunk of dead locals, shared by all.
    dead: Rc<Chunk>,
}

/// Bytes between objects, so that neighbouring addresses are never equal.
const GAP: u64 = 32;

impl Heap {
    /// No objects.
    pub fn new(ptr_bits: u32) -> Self {
        Heap {
            chunks: Rc::new(Vec::new()),
            len: 0,
            next_base: Heap::first(ptr_bits),
            ptr_bits,
            placed: Rc::new(Vec::new()),
            dead: Rc::new(std::array::from_fn(|_| Entry::Dead)),
        }
    }

    /// The number of the first object's first byte.
    pub fn first(ptr_bits: u32) -> u64 {
        match ptr_bits {
            32 => 0x0804_8000,
            _ => 0x1000_0000_0000,
        }
    }

    /// Whether nothing was made, written or freed between the two: they are one, by
    /// reference.
    #[inline]
    pub fn is_untouched(&self, other: &Heap) -> bool {
        Rc::ptr_eq(&self.chunks, &other.chunks)
            && self.len == other.len
            && self.next_base == other.next_base
    }

    /// The entry of an object.
    #[inline]
    pub fn entry(&self, id: ObjectId) -> &Entry {
        let i = id.0 as usize;
        match self.chunks.get(i / CHUNK) {
            Some(c) => &c[i % CHUNK],
            None => &Entry::Vacant,
        }
    }

    /// The object, if it is live.
    #[inline]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        match self.entry(id) {
            Entry::Live(o) => Some(o),
            _ => None,
        }
    }

    /// The object for writing, if it is live.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let i = id.0 as usize;
        let chunks = Rc::make_mut(&mut self.chunks);
        let chunk = Rc::make_mut(chunks.get_mut(i / CHUNK)?);
        match &mut chunk[i % CHUNK] {
            Entry::Live(o) => Some(Rc::make_mut(o)),
            _ => None,
        }
    }

    /// Reserves addresses for a new object. `None` when the address space of
    /// the target is used up.
    fn reserve(&mut self, size: u64, align: u32) -> Option<u64> {
        let align = u64::from(align.max(1)).max(16);
        let mut from = self.next_base;
        let (base, next) = loop {
            let base = from.checked_add(align - 1)? & !(align - 1);
            let next = base.checked_add(size)?.checked_add(GAP)?;
            // One round more for each object in the way.
            let mut placed = self.placed.iter();
            match placed.find(|(b, n, _)| base <= b + n && next > *b) {
                Some((b, n, _)) => from = b.checked_add(*n)?.checked_add(GAP)?,
                None => break (base, next),
            }
        };
        let limit = if self.ptr_bits == 32 {
            0xfff0_0000
        } else {
            0x7fff_ffff_0000
        };
        if next > limit {
            return None;
        }
        self.next_base = next;
        Some(base)
    }

    /// Adds an object built from its base address.
    #[inline]
    pub fn allocate(
        &mut self,
        size: Size,
        align: u32,
        make: impl FnOnce(u64) -> Object,
    ) -> Option<ObjectId> {
        let base = self.reserve(size.max(), align)?;
        Some(self.append(Entry::Live(Rc::new(make(base)))))
    }

    /// Adds what the addresses of a local point to once its block has been
    /// entered again; the local is the object that was made last.
    #[inline]
    pub fn add_former(&mut self, local: ObjectId) -> Option<ObjectId> {
        let (base, size) = self.get(local).map(|o| (o.base, o.size.max()))?;
        (local.0 + 1 == self.len)
            .then(|| self.append(Entry::Former(Rc::new(Extent { base, size }))))
    }

    /// The object that stands for earlier rounds of a local, if it has one.
    #[inline]
    pub fn former_of(&self, local: ObjectId) -> Option<ObjectId> {
        let next = ObjectId(local.0 + 1);
        matches!(self.entry(next), Entry::Former(_)).then_some(next)
    }

    /// Adds an object at an address that was given; no other one may be there.
    #[inline]
    pub fn place(&mut self, base: u64, size: u64, make: impl FnOnce(u64) -> Object) -> ObjectId {
        let id = self.append(Entry::Live(Rc::new(make(base))));
        Rc::make_mut(&mut self.placed).push((base, size, id));
        id
    }

    fn append(&mut self, entry: Entry) -> ObjectId {
        let id = ObjectId(self.len);
        let i = self.len as usize;
        let chunks = Rc::make_mut(&mut self.chunks);
        if i / CHUNK == chunks.len() {
            chunks.push(Rc::new(std::array::from_fn(|_| Entry::Vacant)));
        }
        Rc::make_mut(&mut chunks[i / CHUNK])[i % CHUNK] = entry;
        self.len += 1;
        id
    }

    /// Ends a heap object.
    #[inline]
    pub fn free(&mut self, id: ObjectId, at: LocId) {
        let (base, size) = match self.get(id) {
            Some(o) => (o.base, o.size.max()),
            None => return,
        };
        let was = Rc::new(Extent { base, size });
        self.set(id, Entry::Freed { at, was });
    }

    /// Ends the scope of a local, which keeps its address.
    #[inline]
    pub fn leave_scope(&mut self, id: ObjectId) {
        if let Entry::Live(o) = self.entry(id) {
            let o = o.clone();
            self.set(id, Entry::OutOfScope(o));
        }
    }

    /// Enters the scope of a local: it is live and its content undefined. True
    /// where the scope had been left before, so that it is another object.
    #[inline]
    pub fn enter_scope(&mut self, id: ObjectId) -> bool {
        let again = match self.entry(id) {
            Entry::OutOfScope(o) => Some(o.clone()),
            _ => None,
        };
        let is_new = again.is_some();
        if let Some(o) = again {
            self.set(id, Entry::Live(o));
        }
        if let Some(o) = self.get_mut(id) {
            o.forget();
        }
        is_new
    }

    /// Ends a local.
    #[inline]
    pub fn kill(&mut self, id: ObjectId) {
        self.set(id, Entry::Dead);
        // A chunk of dead locals only is replaced by the shared one, so that
        // a program that calls a million functions keeps eight bytes a chunk.
        let c = id.0 as usize / CHUNK;
        if (c + 1) * CHUNK <= self.len as usize {
            let all_dead = self.chunks[c].iter().all(|e| matches!(e, Entry::Dead));
            if all_dead {
                let dead = self.dead.clone();
                Rc::make_mut(&mut self.chunks)[c] = dead;
            }
        }
    }

    fn set(&mut self, id: ObjectId, entry: Entry) {
        let i = id.0 as usize;
        let chunks = Rc::make_mut(&mut self.chunks);
        if let Some(c) = chunks.get_mut(i / CHUNK) {
            Rc::make_mut(c)[i % CHUNK] = entry;
        }
    }

    /// Bytes that this heap does not share with what is in `seen`.
    pub fn footprint(&self, seen: &mut rustc_hash::FxHashSet<usize>) -> usize {
        let mut n = 0;
        if !seen.insert(Rc::as_ptr(&self.chunks) as usize) {
            return n;
        }
        n += 40 + 8 * self.chunks.capacity();
        for c in self.chunks.iter() {
            if !seen.insert(Rc::as_ptr(c) as usize) {
                continue;
            }
            n += 16 + std::mem::size_of::<Chunk>();
            for e in c.iter() {
                if let Entry::Live(o) = e {
                    if seen.insert(Rc::as_ptr(o) as usize) {
                        n += 16 + o.footprint(seen);
                    }
                }
            }
        }
        n
    }

    /// Objects whose entries are not the same in both, by shared chunks and
    /// objects.
    pub fn differing<'a>(&'a self, other: &'a Heap) -> impl Iterator<Item = u32> + 'a {
        let chunks = self.chunks.len().max(other.chunks.len());
        (0..chunks)
            .filter(|c| match (self.chunks.get(*c), other.chunks.get(*c)) {
                (Some(a), Some(b)) => !Rc::ptr_eq(a, b),
                _ => true,
            })
            .flat_map(|c| (c * CHUNK) as u32..((c + 1) * CHUNK) as u32)
            .filter(|i| {
                let id = ObjectId(*i);
                match (self.entry(id), other.entry(id)) {
                    (Entry::Live(a), Entry::Live(b)) => !Rc::ptr_eq(a, b),
                    (Entry::OutOfScope(a), Entry::OutOfScope(b)) => !Rc::ptr_eq(a, b),
                    (Entry::Former(a), Entry::Former(b)) => a != b,
                    (Entry::Vacant, Entry::Vacant) | (Entry::Dead, Entry::Dead) => false,
                    _ => true,
                }
            })
    }

    /// Makes room for the objects of another memory.
    #[inline]
    pub fn take_over(&mut self, other: &Heap) {
        self.next_base = self.next_base.max(other.next_base);
        self.len = self.len.max(other.len);
        let chunks = Rc::make_mut(&mut self.chunks);
        while chunks.len() < other.chunks.len() {
            chunks.push(Rc::new(std::array::from_fn(|_| Entry::Vacant)));
        }
    }

    /// Sets what stands at an object's place.
    #[inline]
    pub fn put(&mut self, id: ObjectId, entry: Entry) {
        self.set(id, entry);
    }

    /// The number of objects ever made on this path.
    #[inline]
    pub fn len(&self) -> u32 {
        self.len
    }

    /// True before the first allocation.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The live object whose address range (one past the end included)
    /// holds `address`. Bases grow with ids, so this is a binary search.
    pub fn find(&self, address: u64) -> Option<ObjectId> {
        for (base, size, id) in self.placed.iter() {
            if address.wrapping_sub(*base) <= *size {
                return Some(*id);
            }
        }
        let (mut lo, mut hi) = (0u32, self.len);
        // Find the last object with a base at or below the address. Dead
        // locals have no base; step over them to the left.
        while lo < hi {
            let mid = lo + (hi - lo) / 2;
            match self.base_near(mid) {
                Some(b) if b <= address => lo = mid + 1,
                Some(_) => hi = mid,
                None => hi = mid,
            }
        }
        let mut i = lo;
        while i > 0 {
            i -= 1;
            match self.entry(ObjectId(i)) {
                Entry::Live(o) if o.kind == ObjectKind::Device => {}
                Entry::Live(o) | Entry::OutOfScope(o) => {
                    return (o.base <= address && address - o.base <= o.size.max())
                        .then_some(ObjectId(i));
                }
                Entry::Freed { was, .. } => {
                    let Extent { base, size } = **was;
                    return (base <= address && address - base <= size).then_some(ObjectId(i));
                }
                Entry::Dead | Entry::Vacant | Entry::Former(_) => {}
            }
        }
        None
    }

    /// The base of object `i` or, if it is dead, of the nearest before it.
    fn base_near(&self, i: u32) -> Option<u64> {
        let mut i = i + 1;
        while i > 0 {
            i -= 1;
            match self.entry(ObjectId(i)) {
                Entry::Live(o) if o.kind == ObjectKind::Device => {}
                Entry::Live(o) | Entry::OutOfScope(o) => return Some(o.base),
                Entry::Freed { was, .. } => return Some(was.base),
                Entry::Dead | Entry::Vacant | Entry::Former(_) => {}
            }
        }
        Some(0)
    }

    /// What stands at the place of each object, but for chunks of dead locals.
    pub fn entries(&self) -> impl Iterator<Item = (ObjectId, &Entry)> {
        let dead = |c: &Rc<Chunk>| Rc::ptr_eq(c, &self.dead);
        let chunks = self
            .chunks
            .iter()
            .enumerate()
            .filter(move |(_, c)| !dead(c));
        chunks.flat_map(|(c, chunk)| {
            let at = move |k: usize| ObjectId((c * CHUNK + k) as u32);
            chunk.iter().enumerate().map(move |(k, e)| (at(k), e))
        })
    }

    /// All live heap objects, for leak checks.
    #[inline]
    pub fn live_heap(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        (0..self.len).filter_map(|i| match self.entry(ObjectId(i)) {
            Entry::Live(o) if matches!(o.kind, ObjectKind::Heap(..)) => Some((ObjectId(i), &**o)),
            _ => None,
        })
    }

    /// The addresses in the memory: object, offset, what `find` says of the
    /// entry of the table of addresses, and the number of the byte.
    pub fn addresses<T>(&self, find: impl Fn(u32) -> Option<T>) -> Vec<(ObjectId, usize, T, u8)> {
        let mut out = Vec::new();
        for (c, chunk) in self.chunks.iter().enumerate() {
            // Programs that have called a million functions are mostly this.
            if Rc::ptr_eq(chunk, &self.dead) {
                continue;
            }
            for (k, e) in chunk.iter().enumerate() {
                let Entry::Live(o) = e else { continue };
                o.each_address(|at, entry, byte| {
                    if let Some(t) = find(entry) {
                        out.push((ObjectId((c * CHUNK + k) as u32), at, t, byte));
                    }
                });
            }
        }
        out
    }

    /// All live objects.
    #[inline]
    pub fn live(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        (0..self.len).filter_map(|i| match self.entry(ObjectId(i)) {
            Entry::Live(o) => Some((ObjectId(i), &**o)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alloc(h: &mut Heap, n: u64) -> ObjectId {
        h.allocate(Size::Known(n), 1, |b| {
            Object::new(b, Size::Known(n), 1, ObjectKind::Environment, true)
        })
        .unwrap()
    }

    #[test]
    fn a_copy_does_not_see_later_writes() {
        let mut h = Heap::new(64);
        let a = alloc(&mut h, 4);
        let copy = h.clone();
        h.get_mut(a).unwrap().write(0, &[9]);
        assert_eq!(h.get(a).unwrap().concrete(0, 1), Some(&[9u8][..]));
        assert_eq!(copy.get(a).unwrap().concrete(0, 1), None);
    }

    #[test]
    fn addresses_lead_back_to_objects() {
        let mut h = Heap::new(64);
        let ids: Vec<_> = (0..100).map(|i| alloc(&mut h, 1 + i % 7)).collect();
        let bases: Vec<_> = ids.iter().map(|&i| h.get(i).unwrap().base).collect();
        for i in (0..100).step_by(3) {
            h.kill(ids[i]);
        }
        for (i, (&id, &b)) in ids.iter().zip(&bases).enumerate() {
            if i % 3 != 0 {
                assert_eq!(h.find(b), Some(id));
                assert_eq!(h.find(b - 1), None);
            } else {
                assert_eq!(h.find(b), None);
            }
        }
        assert_eq!(h.find(0), None);
    }

    #[test]
    fn a_placed_object_is_found_and_no_other_one_meets_it() {
        let mut h = Heap::new(32);
        let first = alloc(&mut h, 8);
        let at = h.entry(first).base() + 100;
        let device = h.place(at, 64, |b| {
            Object::new(b, Size::Known(64), 1, ObjectKind::Device, true)
        });
        let all: Vec<ObjectId> = (0..20).map(|_| alloc(&mut h, 24)).collect();
        assert_eq!(h.find(at), Some(device));
        assert_eq!(h.find(at + 63), Some(device));
        assert_eq!(h.find(at - 1), None);
        for o in all.into_iter().chain([first]) {
            let base = h.entry(o).base();
            assert!(base + 24 < at || base > at + 64);
            assert_eq!(h.find(base), Some(o));
            assert_eq!(h.find(base + 8), Some(o));
        }
    }

    #[test]
    fn freed_objects_are_known() {
        let mut h = Heap::new(32);
        let a = alloc(&mut h, 8);
        let base = h.get(a).unwrap().base;
        h.free(a, LocId(3));
        assert!(h.get(a).is_none());
        assert_eq!(h.find(base + 2), Some(a));
        assert!(matches!(h.entry(a), Entry::Freed { at: LocId(3), .. }));
    }
}
