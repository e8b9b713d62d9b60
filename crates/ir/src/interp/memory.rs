//! Memory of the reference interpreter: objects with provenance.
//!
//! Idea: an address carries the id of its object, so that every access is
//! checked against that object's bounds and life, whatever lies beside it.
//! Contents are bytes with a mask of the initialised bits and, per aligned
//! pointer-sized slot, the provenance of the address stored there. Globals
//! and the stack are flat regions, each heap object is a region of its own.
//! Addresses are deterministic and separated by gaps; heap addresses are not
//! reused, stack addresses are. Ids carry a generation: a slot of the object
//! table is reused, a stale id is recognised.
//!
//! An address without provenance (from an integer or copied bytewise) is
//! looked up. Cost: a load is one table entry, one bounds test and one read.

use super::stop::{Stop, R};
use super::value::{Value, Wide};
use crate::{GlobalId, LocId};
use ep_base::entity::EntityId;
use ep_base::outcome::ErrorKind;
use std::collections::{BTreeMap, VecDeque};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A global with known content.
    Global(GlobalId),
    /// A global that is only declared.
    External(GlobalId),
    /// A local, an argument passed in memory, or a variadic argument area.
    Stack,
    /// From `malloc` and its kin.
    Heap,
}

/// A piece of memory with bounds and a life.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub base: u64,
    pub size: u64,
    pub kind: Kind,
    pub constant: bool,
    /// Where it was made.
    pub loc: LocId,
    pub(super) live: bool,
    /// Between `lifetime.end` and the next `lifetime.start`.
    pub(super) out_of_scope: bool,
    pub(super) generation: u32,
    pub(super) region: u32,
    /// `address - shift` is the index in the region.
    pub(super) shift: u64,
}

/// Bytes, initialised bits, and provenance per slot.
#[derive(Default)]
pub(super) struct Region {
    pub data: Vec<u8>,
    pub init: Vec<u8>,
    pub prov: Vec<u64>,
}

pub(super) const GLOBALS: usize = 0;
const STACK: usize = 1;
/// Unused bytes between objects.
const GAP: u64 = 16;
/// Freed objects that are still recognised by address alone.
const QUARANTINE: usize = 1 << 16;
const HEAP_TAG: u64 = 1 << 63;

/// Where things lie in the address space.
struct Layout {
    globals: u64,
    heap: u64,
    heap_end: u64,
    stack: u64,
}

/// The whole memory.
pub struct Memory {
    layout: Layout,
    pub(super) objects: Vec<Object>,
    free_slots: Vec<u32>,
    pub(super) regions: Vec<Region>,
    free_regions: Vec<u32>,
    /// Live stack objects in order of address.
    stack: Vec<u32>,
    stack_top: u64,
    heap_next: u64,
    by_address: BTreeMap<u64, (u64, u64)>,
    quarantine: VecDeque<u64>,
    pub(super) globals: Vec<u64>,
    globals_top: u64,
    pub(super) ptr_bytes: u64,
    pub(super) slot_shift: u32,
    /// Bytes allocated on the heap now and at most.
    pub heap_now: u64,
    pub heap_high: u64,
}

pub(super) fn align_up(v: u64, align: u64) -> u64 {
    let align = align.max(1);
    v.div_ceil(align).saturating_mul(align)
}

pub(super) fn id_of(slot: u32, generation: u32, heap: bool) -> u64 {
    let tag = if heap { HEAP_TAG } else { 0 };
    tag | (u64::from(generation) << 32) | (u64::from(slot) + 1)
}

impl Memory {
    /// Empty memory of a machine with addresses of this many bytes (4 or 8).
    pub fn new(ptr_bytes: u64) -> Memory {
        let layout = if ptr_bytes == 4 {
            Layout {
                globals: 0x2000_0000,
                heap: 0x5000_0000,
                heap_end: 0xb000_0000,
                stack: 0xc000_0000,
            }
        } else {
            Layout {
                globals: 0x2000_0000,
                heap: 0x5555_0000_0000,
                heap_end: 0x7000_0000_0000,
                stack: 0x7ffc_0000_0000,
            }
        };
        Memory {
            heap_next: layout.heap,
            layout,
            objects: Vec::new(),
            free_slots: Vec::new(),
            regions: vec![Region::default(), Region::default()],
            free_regions: Vec::new(),
            stack: Vec::new(),
            stack_top: 0,
            by_address: BTreeMap::new(),
            quarantine: VecDeque::new(),
            globals: Vec::new(),
            globals_top: 0,
            ptr_bytes,
            slot_shift: ptr_bytes.trailing_zeros(),
            heap_now: 0,
            heap_high: 0,
        }
    }

    fn grow(region: &mut Region, end: u64, shift: u32) {
        let end = end as usize;
        if region.data.len() < end {
            let end = end.next_power_of_two();
            region.data.resize(end, 0);
            region.init.resize(end, 0);
            region.prov.resize((end >> shift) + 2, 0);
        }
    }

    fn push_object(&mut self, mut o: Object) -> u64 {
        let heap = o.kind == Kind::Heap;
        match self.free_slots.pop() {
            Some(slot) => {
                let old = &mut self.objects[slot as usize];
                o.generation = (old.generation + 1) & 0x7fff_ffff;
                *old = o;
                id_of(slot, o.generation, heap)
            }
            None => {
                let slot = self.objects.len() as u32;
                o.generation = 0;
                self.objects.push(o);
                id_of(slot, 0, heap)
            }
        }
    }

    /// The object of an id while it lives.
    #[inline(always)]
    pub(super) fn object(&self, prov: u64) -> Option<&Object> {
        let slot = (prov as u32).wrapping_sub(1) as usize;
        let o = self.objects.get(slot)?;
        let generation = (prov >> 32) as u32 & 0x7fff_ffff;
        (o.live && o.generation == generation).then_some(o)
    }

    /// Adds a global; they must come in order of their ids. Its bytes are
    /// initialised zeros.
    pub fn add_global(&mut self, kind: Kind, size: u64, align: u32, constant: bool) -> R<u64> {
        let off = align_up(self.globals_top + GAP, u64::from(align).max(16));
        let base = self.layout.globals + off;
        let end = off.saturating_add(size);
        if end > self.layout.heap - self.layout.globals || end > 1 << 30 {
            return Err(Stop::unsupported("global variables of more than 1 GiB"));
        }
        self.globals_top = end;
        // What is only declared has an address and no bytes.
        if !matches!(kind, Kind::External(_)) {
            Self::grow(&mut self.regions[GLOBALS], end, self.slot_shift);
            self.regions[GLOBALS].init[off as usize..end as usize].fill(0xff);
        }
        let id = self.push_object(Object {
            base,
            size,
            kind,
            constant,
            loc: LocId(0),
            live: true,
            out_of_scope: false,
            generation: 0,
            region: GLOBALS as u32,
            shift: self.layout.globals,
        });
        self.globals.push(id);
        Ok(id)
    }

    /// The address of a global.
    #[inline(always)]
    pub fn global(&self, g: GlobalId) -> Value {
        let prov = self.globals[g.index()];
        let o = &self.objects[(prov as u32 - 1) as usize];
        Value {
            bits: o.base,
            undef: 0,
            prov,
        }
    }

    /// A fresh uninitialised stack object.
    pub fn push_stack(&mut self, size: u64, align: u32, loc: LocId) -> R<Value> {
        let off = align_up(self.stack_top + GAP, u64::from(align).max(1));
        let end = off.saturating_add(size);
        if end > 1 << 28 {
            return Err(Stop::error(
                ErrorKind::UnboundedRecursion,
                format!("a stack object of {size} bytes does not fit the stack"),
            ));
        }
        self.stack_top = end;
        let region = &mut self.regions[STACK];
        Self::grow(region, end, self.slot_shift);
        let (o, e) = (off as usize, end as usize);
        region.data[o..e].fill(0);
        region.init[o..e].fill(0);
        let base = self.layout.stack + off;
        let prov = self.push_object(Object {
            base,
            size,
            kind: Kind::Stack,
            constant: false,
            loc,
            live: true,
            out_of_scope: false,
            generation: 0,
            region: STACK as u32,
            shift: self.layout.stack,
        });
        self.stack.push(prov as u32 - 1);
        Ok(Value {
            bits: base,
            undef: 0,
            prov,
        })
    }

    /// How many stack objects there are and how far they reach.
    #[inline(always)]
    pub fn stack_mark(&self) -> (usize, u64) {
        (self.stack.len(), self.stack_top)
    }

    /// Ends the life of all stack objects made after the mark.
    #[inline]
    pub fn pop_stack(&mut self, mark: (usize, u64)) {
        while self.stack.len() > mark.0 {
            if let Some(slot) = self.stack.pop() {
                self.objects[slot as usize].live = false;
                self.free_slots.push(slot);
            }
        }
        self.stack_top = mark.1;
    }

    /// Back to `count` live stack objects (`StackRestore`); the bytes of those
    /// that end.
    pub fn truncate_stack(&mut self, count: usize) -> u64 {
        let gone = self.stack.get(count..).unwrap_or_default();
        let freed = gone.iter().map(|o| self.objects[*o as usize].size).sum();
        if count < self.stack.len() {
            let top = match count.checked_sub(1) {
                Some(last) => {
                    let o = &self.objects[self.stack[last] as usize];
                    o.base + o.size - self.layout.stack
                }
                None => 0,
            };
            self.pop_stack((count, top));
        }
        freed
    }

    /// `lifetime.start` and `lifetime.end` of a stack object.
    pub fn lifetime(&mut self, addr: Value, end: bool) {
        let Some(o) = self.object(addr.prov).copied() else {
            return;
        };
        if o.kind != Kind::Stack {
            return;
        }
        let slot = (addr.prov as u32 - 1) as usize;
        self.objects[slot].out_of_scope = end;
        let off = (o.base - o.shift) as usize;
        let region = &mut self.regions[STACK];
        region.init[off..off + o.size as usize].fill(0);
        region.data[off..off + o.size as usize].fill(0);
    }

    /// A fresh heap object, zeroed and initialised on request. Returns null
    /// when the size exceeds half of the address space, as `malloc` does.
    pub fn allocate(&mut self, size: u64, align: u64, zeroed: bool, loc: LocId) -> R<Value> {
        let half = if self.ptr_bytes == 4 {
            1 << 31
        } else {
            1 << 47
        };
        if size >= half {
            return Ok(Value::int(0));
        }
        if size > 1 << 30 {
            return Err(Stop::unsupported(format!("an allocation of {size} bytes")));
        }
        let base = align_up(self.heap_next + GAP, align.max(16));
        if base.saturating_add(size) > self.layout.heap_end {
            return Err(Stop::unsupported("the address space is used up"));
        }
        self.heap_next = base + size;
        let n = size as usize;
        let region = Region {
            data: vec![0; n],
            init: if zeroed { vec![0xff; n] } else { vec![0; n] },
            prov: vec![0; (n >> self.slot_shift) + 2],
        };
        let r = match self.free_regions.pop() {
            Some(r) => {
                self.regions[r as usize] = region;
                r
            }
            None => {
                self.regions.push(region);
                self.regions.len() as u32 - 1
            }
        };
        self.heap_now += size;
        self.heap_high = self.heap_high.max(self.heap_now);
        let prov = self.push_object(Object {
            base,
            size,
            kind: Kind::Heap,
            constant: false,
            loc,
            live: true,
            out_of_scope: false,
            generation: 0,
            region: r,
            shift: base,
        });
        self.by_address.insert(base, (size, prov));
        Ok(Value {
            bits: base,
            undef: 0,
            prov,
        })
    }

    /// `free`. Null is fine.
    pub fn free(&mut self, addr: Value) -> R<()> {
        self.check_defined(addr, "the pointer given to free")?;
        if addr.bits == 0 {
            return Ok(());
        }
        let prov = self.provenance(addr);
        let Some(o) = self.object(prov).copied() else {
            return Err(if prov & HEAP_TAG != 0 {
                Stop::error(ErrorKind::DoubleFree, "the memory was freed before")
            } else {
                Stop::error(
                    ErrorKind::InvalidFree,
                    format!("{:#x} was not allocated", addr.bits),
                )
            });
        };
        if o.kind != Kind::Heap {
            return Err(Stop::error(
                ErrorKind::InvalidFree,
                "the object was not allocated on the heap",
            ));
        }
        if addr.bits != o.base {
            return Err(Stop::error(
                ErrorKind::InvalidFree,
                format!(
                    "the pointer is {} bytes away from the start of its object",
                    addr.bits.wrapping_sub(o.base) as i64
                ),
            ));
        }
        let slot = prov as u32 - 1;
        self.objects[slot as usize].live = false;
        self.free_slots.push(slot);
        self.regions[o.region as usize] = Region::default();
        self.free_regions.push(o.region);
        self.heap_now -= o.size;
        self.quarantine.push_back(o.base);
        if self.quarantine.len() > QUARANTINE {
            if let Some(old) = self.quarantine.pop_front() {
                self.by_address.remove(&old);
            }
        }
        Ok(())
    }

    /// Whether `free` would accept the pointer.
    pub fn check_heap(&self, addr: Value) -> R<()> {
        match self.object_at(addr) {
            Some(o) if o.kind == Kind::Heap && o.base == addr.bits => Ok(()),
            _ => Err(Stop::error(
                ErrorKind::InvalidFree,
                "the pointer given to realloc is not the start of a heap object",
            )),
        }
    }

    /// The id of the object at an address, 0 for none. One past the end
    /// belongs to the object.
    pub fn lookup(&self, addr: u64) -> u64 {
        let within = |o: &Object| addr.wrapping_sub(o.base) <= o.size;
        if addr >= self.layout.stack {
            let at = self
                .stack
                .partition_point(|&s| self.objects[s as usize].base <= addr);
            if let Some(&slot) = at.checked_sub(1).and_then(|i| self.stack.get(i)) {
                let o = &self.objects[slot as usize];
                if within(o) {
                    return id_of(slot, o.generation, false);
                }
            }
        } else if addr >= self.layout.heap {
            if let Some((&base, &(size, prov))) = self.by_address.range(..=addr).next_back() {
                if addr - base <= size {
                    return prov;
                }
            }
        } else if addr >= self.layout.globals {
            let slot = |id: u64| (id as u32 - 1) as usize;
            let at = self
                .globals
                .partition_point(|&g| self.objects[slot(g)].base <= addr);
            if let Some(&id) = at.checked_sub(1).and_then(|i| self.globals.get(i)) {
                if within(&self.objects[slot(id)]) {
                    return id;
                }
            }
        }
        0
    }

    /// The provenance of an address, looked up when it carries none.
    #[inline(always)]
    pub fn provenance(&self, addr: Value) -> u64 {
        if addr.prov != 0 {
            addr.prov
        } else {
            self.lookup(addr.bits)
        }
    }

    /// The live object that an address belongs to.
    pub fn object_at(&self, addr: Value) -> Option<&Object> {
        self.object(self.provenance(addr))
    }

    pub(super) fn check_defined(&self, v: Value, what: &str) -> R<()> {
        if v.undef == 0 {
            Ok(())
        } else {
            Err(Stop::error(
                ErrorKind::UninitialisedRead,
                format!("{what} is not initialised"),
            ))
        }
    }

    /// Checks an access and returns its region and index.
    #[inline(always)]
    pub(super) fn resolve(&self, addr: Value, n: u64, write: bool) -> R<(usize, usize)> {
        if addr.undef == 0 {
            if let Some(o) = self.object(addr.prov) {
                let delta = addr.bits.wrapping_sub(o.base);
                let special = o.out_of_scope || (write && o.constant);
                if !special
                    && n <= o.size
                    && delta <= o.size - n
                    && !matches!(o.kind, Kind::External(_))
                {
                    return Ok((o.region as usize, (addr.bits - o.shift) as usize));
                }
            }
        }
        self.resolve_slow(addr, n, write)
    }

    #[cold]
    fn resolve_slow(&self, addr: Value, n: u64, write: bool) -> R<(usize, usize)> {
        self.check_defined(addr, "the address")?;
        let error = |kind, text: String| Err(Stop::error(kind, text));
        let prov = self.provenance(addr);
        if prov == 0 {
            return if addr.bits < 4096 {
                error(
                    ErrorKind::NullDereference,
                    format!("address {:#x} is null or near it", addr.bits),
                )
            } else {
                error(
                    ErrorKind::WildPointer,
                    format!("no object lies at address {:#x}", addr.bits),
                )
            };
        }
        let verb = if write { "written" } else { "read" };
        let Some(o) = self.object(prov) else {
            return if prov & HEAP_TAG != 0 {
                error(ErrorKind::UseAfterFree, format!("freed memory is {verb}"))
            } else {
                error(
                    ErrorKind::UseAfterReturn,
                    format!("a local of a function that returned is {verb}"),
                )
            };
        };
        if let Kind::External(g) = o.kind {
            return Err(Stop::unsupported(format!("external global {g}")));
        }
        if o.out_of_scope {
            return error(
                ErrorKind::UseAfterReturn,
                format!("a local is {verb} outside its scope"),
            );
        }
        let delta = addr.bits.wrapping_sub(o.base);
        if n > o.size || delta > o.size - n {
            let kind = if write {
                ErrorKind::OutOfBoundsWrite
            } else {
                ErrorKind::OutOfBoundsRead
            };
            return error(
                kind,
                format!(
                    "{n} bytes at offset {} of an object of {} bytes",
                    delta as i64, o.size
                ),
            );
        }
        if write && o.constant {
            return error(
                ErrorKind::ReadOnlyWrite,
                "a constant object is written".to_string(),
            );
        }
        Ok((o.region as usize, (addr.bits - o.shift) as usize))
    }

    /// Reads `n <= 8` bytes.
    #[inline(always)]
    pub fn load(&self, addr: Value, n: usize) -> R<Value> {
        let (r, i) = self.resolve(addr, n as u64, false)?;
        let region = &self.regions[r];
        macro_rules! word {
            ($t:ty, $n:literal) => {{
                let d = &region.data[i..i + $n];
                let m = &region.init[i..i + $n];
                let (mut x, mut y) = ([0u8; $n], [0u8; $n]);
                x.copy_from_slice(d);
                y.copy_from_slice(m);
                (
                    u64::from(<$t>::from_le_bytes(x)),
                    u64::from(!<$t>::from_le_bytes(y)),
                )
            }};
        }
        let (bits, undef) = match n {
            1 => word!(u8, 1),
            2 => word!(u16, 2),
            4 => word!(u32, 4),
            8 => word!(u64, 8),
            _ => {
                let (mut b, mut u) = (0u64, 0u64);
                for k in 0..n {
                    b |= u64::from(region.data[i + k]) << (8 * k);
                    u |= u64::from(!region.init[i + k]) << (8 * k);
                }
                (b, u)
            }
        };
        let prov = if n as u64 == self.ptr_bytes && i as u64 & (self.ptr_bytes - 1) == 0 {
            region.prov[i >> self.slot_shift]
        } else {
            0
        };
        Ok(Value { bits, undef, prov })
    }

    /// Writes `n <= 8` bytes.
    #[inline(always)]
    pub fn store(&mut self, addr: Value, n: usize, v: Value) -> R<()> {
        let (r, i) = self.resolve(addr, n as u64, true)?;
        self.put(r, i, n, v);
        Ok(())
    }

    #[inline(always)]
    pub(super) fn put(&mut self, r: usize, i: usize, n: usize, v: Value) {
        let region = &mut self.regions[r];
        macro_rules! word {
            ($t:ty, $n:literal) => {{
                let (x, y) = ((v.bits as $t).to_le_bytes(), (!v.undef as $t).to_le_bytes());
                region.data[i..i + $n].copy_from_slice(&x);
                region.init[i..i + $n].copy_from_slice(&y);
            }};
        }
        match n {
            1 => word!(u8, 1),
            2 => word!(u16, 2),
            4 => word!(u32, 4),
            8 => word!(u64, 8),
            _ => {
                for k in 0..n {
                    region.data[i + k] = (v.bits >> (8 * k)) as u8;
                    region.init[i + k] = !(v.undef >> (8 * k)) as u8;
                }
            }
        }
        if n == 0 {
            return;
        }
        let (first, last) = (i >> self.slot_shift, (i + n - 1) >> self.slot_shift);
        region.prov[first] = 0;
        if last != first {
            for s in first + 1..=last {
                region.prov[s] = 0;
            }
        } else if n as u64 == self.ptr_bytes {
            region.prov[first] = v.prov;
        }
    }

    /// Reads up to 16 bytes.
    pub fn load_wide(&self, addr: Value, n: usize) -> R<Wide> {
        if n <= 8 {
            return Ok(self.load(addr, n)?.into());
        }
        let (r, i) = self.resolve(addr, n as u64, false)?;
        let region = &self.regions[r];
        let mut w = Wide::default();
        for k in 0..n.min(16) {
            w.bits |= u128::from(region.data[i + k]) << (8 * k);
            w.undef |= u128::from(!region.init[i + k]) << (8 * k);
        }
        Ok(w)
    }

    /// Writes up to 16 bytes.
    pub fn store_wide(&mut self, addr: Value, n: usize, v: Wide) -> R<()> {
        if n <= 8 {
            return self.store(addr, n, v.low());
        }
        let (r, i) = self.resolve(addr, n as u64, true)?;
        self.put(r, i, 8, Value { prov: 0, ..v.low() });
        let high = Value {
            bits: (v.bits >> 64) as u64,
            undef: (v.undef >> 64) as u64,
            prov: 0,
        };
        self.put(r, i + 8, n - 8, high);
        Ok(())
    }
}
