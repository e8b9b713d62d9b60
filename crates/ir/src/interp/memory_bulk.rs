//! Memory: operations on ranges, initial content, and the search for leaks.
//!
//! A leak is what LeakSanitizer calls one: a heap object that no pointer in
//! globals, live locals or another reachable object leads to. Cost: linear in
//! the bytes.

use super::memory::{align_up, id_of, Kind, Memory, Object, GLOBALS};
use super::stop::R;
use super::value::Value;
use crate::GlobalId;
use ep_base::entity::EntityId;

impl Memory {
    /// Copies bytes with their masks and provenance; overlap is allowed.
    pub fn copy(&mut self, dst: Value, src: Value, n: u64) -> R<()> {
        if n == 0 {
            return Ok(());
        }
        let (sr, si) = self.resolve(src, n, false)?;
        let (dr, di) = self.resolve(dst, n, true)?;
        let len = n as usize;
        let same_phase = (si ^ di) as u64 & (self.ptr_bytes - 1) == 0;
        let shift = self.slot_shift;
        let (first, last) = (di >> shift, (di + len - 1) >> shift);
        // Slots wholly inside the copied range keep their provenance.
        let inner_first = di.div_ceil(1 << shift);
        let inner_last = (di + len) >> shift;
        if sr == dr {
            let region = &mut self.regions[dr];
            region.data.copy_within(si..si + len, di);
            region.init.copy_within(si..si + len, di);
            if same_phase && inner_first < inner_last {
                let s = si.div_ceil(1 << shift);
                let count = inner_last - inner_first;
                region.prov.copy_within(s..s + count, inner_first);
            }
        } else {
            let (a, b) = if sr < dr {
                let (x, y) = self.regions.split_at_mut(dr);
                (&x[sr], &mut y[0])
            } else {
                let (x, y) = self.regions.split_at_mut(sr);
                (&y[0], &mut x[dr])
            };
            b.data[di..di + len].copy_from_slice(&a.data[si..si + len]);
            b.init[di..di + len].copy_from_slice(&a.init[si..si + len]);
            if same_phase && inner_first < inner_last {
                let s = si.div_ceil(1 << shift);
                let count = inner_last - inner_first;
                b.prov[inner_first..inner_last].copy_from_slice(&a.prov[s..s + count]);
            }
        }
        let region = &mut self.regions[dr];
        for slot in first..=last {
            if !(same_phase && (inner_first..inner_last).contains(&slot)) {
                region.prov[slot] = 0;
            }
        }
        Ok(())
    }

    /// Fills bytes.
    pub fn set(&mut self, dst: Value, byte: Value, n: u64) -> R<()> {
        if n == 0 {
            return Ok(());
        }
        let (r, i) = self.resolve(dst, n, true)?;
        let (region, len) = (&mut self.regions[r], n as usize);
        region.data[i..i + len].fill(byte.bits as u8);
        region.init[i..i + len].fill(!byte.undef as u8);
        region.prov[i >> self.slot_shift..=(i + len - 1) >> self.slot_shift].fill(0);
        Ok(())
    }

    /// Overwrites bytes, all initialised.
    pub fn write_bytes(&mut self, dst: Value, bytes: &[u8]) -> R<()> {
        let n = bytes.len() as u64;
        if n == 0 {
            return Ok(());
        }
        self.set(dst, Value::int(0), n)?;
        let (r, i) = self.resolve(dst, n, true)?;
        self.regions[r].data[i..i + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Writes initial content: like a store, but constants are no obstacle.
    pub fn init_global(&mut self, g: GlobalId, offset: u64, bytes: &[u8]) {
        let id = self.globals[g.index()];
        let o = self.objects[(id as u32 - 1) as usize];
        let i = (o.base + offset - o.shift) as usize;
        self.regions[GLOBALS].data[i..i + bytes.len()].copy_from_slice(bytes);
    }

    /// Writes an address into initial content.
    pub fn init_address(&mut self, g: GlobalId, offset: u64, v: Value) {
        let id = self.globals[g.index()];
        let o = self.objects[(id as u32 - 1) as usize];
        let i = (o.base + offset - o.shift) as usize;
        self.put(GLOBALS, i, self.ptr_bytes as usize, v);
    }

    /// Reads bytes; undefined bits are zero.
    pub fn bytes(&self, src: Value, n: u64) -> R<&[u8]> {
        if n == 0 {
            return Ok(&[]);
        }
        let (r, i) = self.resolve(src, n, false)?;
        Ok(&self.regions[r].data[i..i + n as usize])
    }

    /// Reads a string up to its zero byte; an uninitialised byte is an error.
    pub fn c_string(&self, src: Value, limit: usize) -> R<Vec<u8>> {
        let mut out = Vec::new();
        let mut at = src;
        while out.len() < limit {
            let b = self.load(at, 1)?;
            self.check_defined(b, "a byte of a string")?;
            if b.bits == 0 {
                break;
            }
            out.push(b.bits as u8);
            at.bits = at.bits.wrapping_add(1);
        }
        Ok(out)
    }

    /// A heap object that no initialised pointer in globals, in the live
    /// stack or in a reachable heap object leads to.
    pub fn leak(&self, roots: impl Iterator<Item = Value>) -> Option<Object> {
        let mut reached = vec![false; self.objects.len()];
        let mut work: Vec<usize> = Vec::new();
        let mut visit = |v: Value, work: &mut Vec<usize>| {
            let prov = self.provenance(v);
            if self.object(prov).is_some() {
                let slot = (prov as u32 - 1) as usize;
                if !std::mem::replace(&mut reached[slot], true) {
                    work.push(slot);
                }
            }
        };
        for v in roots {
            visit(v, &mut work);
        }
        for (slot, o) in self.objects.iter().enumerate() {
            if o.live && matches!(o.kind, Kind::Global(_) | Kind::Stack) {
                let id = id_of(slot as u32, o.generation, false);
                visit(
                    Value {
                        bits: o.base,
                        undef: 0,
                        prov: id,
                    },
                    &mut work,
                );
            }
        }
        while let Some(slot) = work.pop() {
            let o = &self.objects[slot];
            if matches!(o.kind, Kind::External(_)) {
                continue;
            }
            let region = &self.regions[o.region as usize];
            let mut at = align_up(o.base, self.ptr_bytes);
            while at + self.ptr_bytes <= o.base + o.size {
                let i = (at - o.shift) as usize;
                let n = self.ptr_bytes as usize;
                if region.init[i..i + n].iter().all(|b| *b == 0xff) {
                    let bits = region.data[i..i + n]
                        .iter()
                        .rev()
                        .fold(0u64, |v, b| v << 8 | u64::from(*b));
                    let prov = region.prov[i >> self.slot_shift];
                    visit(
                        Value {
                            bits,
                            undef: 0,
                            prov,
                        },
                        &mut work,
                    );
                }
                at += self.ptr_bytes;
            }
        }
        self.objects
            .iter()
            .enumerate()
            .find(|(i, o)| o.live && o.kind == Kind::Heap && !reached[*i])
            .map(|(_, o)| *o)
    }
}
