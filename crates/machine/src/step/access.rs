//! Loads and stores, with known and symbolic offsets.
//!
//! A load at a symbolic offset becomes a multiplexer over the offset's bits
//! (hash-consing shares equal subtrees); a store at a symbolic offset becomes
//! `ite(offset = k, new, old)` in each slot it may hit. Where that would be too
//! wide, the state forks over the values of the offset. Cost: linear in the
//! number of slots that ranges and known bits leave.

use super::choose::is_address;
use super::resolve::{Access, Offset};
use crate::driver::Driver;
use crate::machine::{Assumption, Machine, Step};
use crate::memory::object::ByteKind;
use crate::memory::{Object, Shadow, Size};
use crate::state::State;
use crate::value::{ObjectId, Value};
use ep_base::outcome::ErrorKind;
use ep_base::words::count;
use ep_ir::Type;
use ep_term::{Sort, TermId};

/// Slots that a multiplexer may choose from.
const MAX_READ_SLOTS: u64 = 4096;
/// Bytes that one copy may touch.
const MAX_RUN: u64 = 64 << 20;
/// Bytes that a run of symbolic length may touch as one formula; a longer one
/// has a state for each length. A byte is a term of its own here, so that a
/// length of six digits would take as long as thousands of paths.
const MAX_FORMULA: u64 = 256;
/// Slots that a store at a symbolic offset may touch.
const MAX_WRITE_SLOTS: u64 = 1024;
/// Slots among which the one that an address is stored to is a fork.
const MAX_POINTER_SLOTS: u64 = 64;

/// What ranges of a copy that overlap mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlap {
    /// `memmove`, and copies of our own.
    Allowed,
    /// `memcpy`: undefined (C17 7.24.2.1).
    Error,
}

impl<D: Driver> Machine<D> {
    /// Reads a value of `ty`.
    pub fn load(&mut self, st: &mut State<D>, addr: Value, ty: Type) -> Step<Value> {
        let bits = self.program.bits(ty);
        let bytes = u64::from(bits.div_ceil(8));
        let (o, off) = self.resolve_any(st, addr, bytes, Access::Read)?;
        if self.is_device(st, o) {
            let v = self.read_device(st, o, off, bytes)?;
            return Ok(self.cx.narrow(v, bytes as u32 * 8, bits));
        }
        let mut v = match off {
            Offset::Known(k) => {
                if self.lazy.any() {
                    self.settle_range(st, o, k, k + bytes)?;
                }
                self.read(st, o, k, bytes as u32)
            }
            Offset::Symbolic(t) => self.read_symbolic(st, o, t, bytes)?,
        };
        if self.undecided(v) {
            v = self.settle(st, v)?;
        }
        Ok(self.cx.narrow(v, bytes as u32 * 8, bits))
    }

    /// Writes a value of `ty`.
    pub fn store(&mut self, st: &mut State<D>, addr: Value, v: Value, ty: Type) -> Step<()> {
        let bits = self.program.bits(ty);
        let bytes = u64::from(bits.div_ceil(8));
        let (o, off) = self.resolve_any(st, addr, bytes, Access::Write)?;
        if self.is_device(st, o) {
            // What the device does with it is in what it is read as next.
            return Ok(());
        }
        let v = self.cx.widen(v, bits, bytes as u32 * 8);
        match off {
            Offset::Known(k) => self.write(st, o, k, bytes as u32, v),
            Offset::Symbolic(t) => self.write_symbolic(st, o, t, bytes, v)?,
        }
        Ok(())
    }

    /// Reads `n` bytes at a known offset in bounds.
    pub fn read(&mut self, st: &mut State<D>, o: ObjectId, off: u64, n: u32) -> Value {
        let Some(obj) = st.heap.get(o) else {
            return Value::Undef;
        };
        if let Some(s) = obj.swept().cloned() {
            let t = self.cx.pool.bv(self.program.ptr_bits, u128::from(off));
            return self.load_swept(st, o, &s, t, n);
        }
        let at = off as usize;
        let mut b = [0; 16];
        if obj.copy_concrete(at, &mut b[..n as usize]) {
            let x = u128::from_le_bytes(b);
            if n <= 8 {
                return Value::Int(x as u64);
            }
            return Value::Term(self.cx.pool.bv(8 * n, x));
        }
        if self.options.uninit_input {
            self.settle_content(st, o, at, n as usize);
        }
        let Some(obj) = st.heap.get(o) else {
            return Value::Undef;
        };
        // A value that was stored whole is loaded whole.
        let (first, _) = obj.byte(at);
        let whole = |obj: &Object, f: &dyn Fn(u8) -> Shadow| {
            (0..n as usize).all(|i| obj.raw(at + i).0 == f(i as u8))
        };
        match first {
            ByteKind::Term(t, 0) => {
                let full = match self.cx.pool.sort(t) {
                    Sort::BitVec(w) => w == 8 * n,
                    _ => true,
                };
                if full && whole(obj, &|i| Shadow::term(t, i)) {
                    return Value::Term(t);
                }
            }
            ByteKind::Address(e, 0)
                if n * 8 == self.program.ptr_bits && whole(obj, &|i| Shadow::address(e, i)) =>
            {
                return self.addresses.get(e);
            }
            ByteKind::Uninit if whole(obj, &|_| Shadow::UNINIT) => return Value::Undef,
            _ => {}
        }
        // Adjacent bytes of one term are taken in one piece.
        let raw: Vec<(Shadow, u8)> = (0..n as usize).map(|i| obj.raw(at + i)).collect();
        let mut term: Option<TermId> = None;
        let mut i = 0;
        while i < raw.len() {
            let (piece, len) = self.piece(st, &raw[i..]);
            term = Some(match term {
                None => piece,
                Some(low) => self.cx.pool.concat(piece, low),
            });
            i += len;
        }
        match term {
            Some(t) => self.cx.value(t),
            None => Value::Undef,
        }
    }

    /// One byte as a term.
    pub fn raw_byte(&mut self, st: &mut State<D>, raw: (Shadow, u8)) -> TermId {
        self.piece(st, &[raw]).0
    }

    /// Checks that `len` bytes at an address may be read.
    pub fn check_access(&mut self, st: &mut State<D>, addr: Value, len: Value) -> Step<()> {
        if let Some((len, symbolic)) = self.length(st, len)? {
            self.resolve_run(st, addr, len, symbolic, Access::Read)?;
        }
        Ok(())
    }

    /// The longest run of bytes from the start that is one piece of a term,
    /// and how many bytes it has.
    fn piece(&mut self, st: &mut State<D>, raw: &[(Shadow, u8)]) -> (TermId, usize) {
        match raw[0].0.decode() {
            ByteKind::Concrete => (self.cx.pool.bv(8, u128::from(raw[0].1)), 1),
            ByteKind::Uninit => (self.term(st, Value::Undef, 8), 1),
            ByteKind::Term(t, k) => {
                let t = match self.cx.pool.sort(t) {
                    Sort::BitVec(_) => t,
                    _ => self.cx.pool.int2bv(t, 64),
                };
                let n = raw
                    .iter()
                    .enumerate()
                    .take_while(|(i, r)| {
                        k as usize + i < 16 && r.0.decode() == ByteKind::Term(t, k + *i as u8)
                    })
                    .count()
                    .max(1);
                let lo = 8 * u32::from(k);
                if self.addresses.is_marked(t) && 8 * n as u32 != self.cx.pool.width(t) {
                    self.assume_note(st, Assumption::Layout);
                }
                (self.cx.pool.extract(t, lo + 8 * n as u32 - 1, lo), n)
            }
            ByteKind::Address(e, k) => {
                // Part of an address is a number.
                let v = self.addresses.get(e);
                let w = self.program.ptr_bits;
                let v = self.observe(st, v);
                let t = self.term(st, v, w);
                let lo = 8 * u32::from(k);
                (self.cx.pool.extract(t, lo + 7, lo), 1)
            }
        }
    }

    /// Writes `n` bytes at a known offset in bounds.
    pub fn write(&mut self, st: &mut State<D>, o: ObjectId, off: u64, n: u32, v: Value) {
        if st.heap.get(o).is_some_and(|x| x.swept().is_some()) {
            let t = self.cx.pool.bv(self.program.ptr_bits, u128::from(off));
            return self.store_swept(st, o, t, n, v);
        }
        let at = off as usize;
        match v {
            Value::Int(x) => {
                if n <= 8 {
                    if let Some(obj) = st.heap.get_mut(o) {
                        obj.write(at, &x.to_le_bytes()[..n as usize]);
                    }
                    return;
                }
                let b = u128::from(x).to_le_bytes();
                if let Some(obj) = st.heap.get_mut(o) {
                    obj.write(at, &b[..n as usize]);
                }
            }
            Value::Undef => {
                if let Some(obj) = st.heap.get_mut(o) {
                    obj.write_shadow(at, n as usize, |_| Shadow::UNINIT);
                }
            }
            Value::Term(t) => {
                if let Some(k) = self.cx.pool.as_bv(t) {
                    if let Some(obj) = st.heap.get_mut(o) {
                        obj.write(at, &k.to_le_bytes()[..n as usize]);
                    }
                    return;
                }
                if let Some(obj) = st.heap.get_mut(o) {
                    obj.write_shadow(at, n as usize, |i| Shadow::term(t, i));
                }
            }
            v => {
                let e = self.intern_address(v);
                if let Some(obj) = st.heap.get_mut(o) {
                    obj.write_shadow(at, n as usize, |i| Shadow::address(e, i));
                }
            }
        }
    }

    /// Slots that a read at a symbolic offset may choose from. A run along one
    /// input has many such reads and no use for large formulas: beyond tables
    /// of constants it takes the offset that the input has.
    fn read_slots(&self, st: &State<D>, o: ObjectId, first: u64, bytes: u64) -> u64 {
        match st.heap.get(o) {
            _ if !D::FOLLOWS => MAX_READ_SLOTS,
            // A table that is not declared constant is one all the same.
            Some(x) if x.constant || x.is_concrete(first as usize, bytes as usize) => 512,
            _ => 128,
        }
    }

    fn write_slots() -> u64 {
        if D::FOLLOWS {
            64
        } else {
            MAX_WRITE_SLOTS
        }
    }

    /// Reads `n` bytes at a symbolic offset that is in bounds.
    fn read_symbolic(&mut self, st: &mut State<D>, o: ObjectId, t: TermId, n: u64) -> Step<Value> {
        let size = match st.heap.get(o) {
            Some(x) => x.size.max(),
            None => return Ok(Value::Undef),
        };
        if self.sweeps.probing && size / n > MAX_READ_SLOTS {
            let range = self.cx.offset_range(t, size.saturating_sub(n));
            self.sweeps_now(st, o, range, n);
        }
        if let Some(s) = self.swept(st, o) {
            return Ok(self.load_swept(st, o, &s, t, n as u32));
        }
        let (first, last, step) = self.feasible_range(st, t, size.saturating_sub(n))?;
        let bytes = last.saturating_sub(first) + n;
        if first > last || (last - first) / step >= self.read_slots(st, o, first, bytes) {
            let k = self.fix(st, t)? as u64;
            if self.lazy.any() {
                self.settle_range(st, o, k, k + n)?;
            }
            return Ok(self.read(st, o, k, n as u32));
        }
        let count = (last - first) / step + 1;
        if self.lazy.any() && self.any_lazy(st, o, first, last + n) {
            // A table of pointers that are not decided: one of them at a time.
            let k = self.fix(st, t)? as u64;
            self.settle_range(st, o, k, k + n)?;
            return Ok(self.read(st, o, k, n as u32));
        }
        let mut values: Vec<Value> = (0..count)
            .map(|i| self.read(st, o, first + i * step, n as u32))
            .collect();
        let object = self.choose_object(st, t, (first, step), &mut values)?;
        if values.iter().all(|v| *v == values[0]) {
            return Ok(values[0]);
        }
        let width = 8 * n as u32;
        let terms: Vec<TermId> = values
            .iter()
            .map(|v| match object.and_then(|_| self.offset_term(*v)) {
                Some(offset) => offset,
                None => self.term(st, *v, width),
            })
            .collect();
        let bit = step.trailing_zeros();
        let top = 64 - (last | 1).leading_zeros();
        let r = self.cx.multiplexer(t, &terms, first, step, bit, top, 0);
        if let (Some(o), Some(r)) = (object, r) {
            return Ok(self.pointer(o, r));
        }
        Ok(match r {
            Some(r) => {
                self.mark_address(r, &values);
                self.cx.value(r)
            }
            None => Value::Undef,
        })
    }

    /// Writes `n` bytes at a symbolic offset that is in bounds.
    fn write_symbolic(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        t: TermId,
        n: u64,
        v: Value,
    ) -> Step<()> {
        let size = match st.heap.get(o) {
            Some(x) => x.size.max(),
            None => return Ok(()),
        };
        if self.sweeps.probing {
            let range = self.cx.offset_range(t, size.saturating_sub(n));
            self.sweeps_now(st, o, range, n);
        }
        if self.swept(st, o).is_some() {
            self.store_swept(st, o, t, n as u32, v);
            return Ok(());
        }
        let (first, last, step) = self.feasible_range(st, t, size.saturating_sub(n))?;
        if first > last || (last - first) / step >= Self::write_slots() {
            let k = self.fix(st, t)? as u64;
            self.check_modelled(st, o, k as i64, n, Access::Write)?;
            self.write(st, o, k, n as u32, v);
            return Ok(());
        }
        let slots = (last - first) / step + 1;
        if step >= n && self.mixes_addresses(st, o, (first, step, slots), n, v) {
            if slots <= MAX_POINTER_SLOTS {
                let k = self.fix(st, t)? as u64;
                self.write(st, o, k, n as u32, v);
                return Ok(());
            }
            self.assume_note(st, Assumption::Layout);
        }
        let w = self.program.ptr_bits;
        if step >= n {
            let new = self.term(st, v, 8 * n as u32);
            for i in 0..=(last - first) / step {
                let k = first + i * step;
                let old = self.read(st, o, k, n as u32);
                if old == v {
                    continue;
                }
                let old_term = self.term(st, old, 8 * n as u32);
                let kt = self.cx.pool.bv(w, u128::from(k));
                let here = self.cx.pool.eq(t, kt);
                let both = self.cx.pool.ite(here, new, old_term);
                self.mark_address(both, &[v, old]);
                let both = self.cx.value(both);
                self.write(st, o, k, n as u32, both);
            }
            return Ok(());
        }
        // Slots overlap: byte by byte.
        let v = self.observe(st, v);
        let new = self.term(st, v, 8 * n as u32);
        let old: Vec<Value> = (first..last + n).map(|p| self.read(st, o, p, 1)).collect();
        for (p, old) in (first..last + n).zip(old) {
            let mut value = self.term(st, old, 8);
            for j in 0..n {
                let Some(k) = p.checked_sub(j) else { continue };
                if k < first || k > last || (k - first) % step != 0 {
                    continue;
                }
                let kt = self.cx.pool.bv(w, u128::from(k));
                let here = self.cx.pool.eq(t, kt);
                let byte = self.cx.pool.extract(new, 8 * j as u32 + 7, 8 * j as u32);
                value = self.cx.pool.ite(here, byte, value);
            }
            let value = self.cx.value(value);
            self.write(st, o, p, 1, value);
        }
        Ok(())
    }

    /// Whether a store to one of these slots would merge an address with
    /// something else.
    fn mixes_addresses(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        (first, step, slots): (u64, u64, u64),
        n: u64,
        v: Value,
    ) -> bool {
        if 8 * n != u64::from(self.program.ptr_bits) {
            return false;
        }
        (0..slots).any(|i| {
            let old = self.read(st, o, first + i * step, n as u32);
            old != v && (is_address(v) || is_address(old))
        })
    }

    /// The range of a symbolic offset, asked of the solver when ranges and
    /// known bits leave too much.
    fn feasible_range(
        &mut self,
        st: &mut State<D>,
        t: TermId,
        limit: u64,
    ) -> Step<(u64, u64, u64)> {
        let (mut first, mut last, step) = self.cx.offset_range(t, limit);
        if first <= last && (last - first) / step < 64 {
            return Ok((first, last, step));
        }
        if D::FOLLOWS {
            return Ok((first, last, step));
        }
        if let Ok(hi) = self.cx.smt.max_value(&mut self.cx.pool, &st.pc, t) {
            last = last.min(hi as u64);
        }
        if let Ok(lo) = self.cx.smt.min_value(&mut self.cx.pool, &st.pc, t) {
            first = first.max(lo as u64);
        }
        // Keep `first` on the grid.
        let residue = self.cx.offset_range(t, limit).0 % step;
        let first = first.saturating_sub(residue).div_ceil(step) * step + residue;
        Ok((first, last, step))
    }

    /// Copies `len` bytes; the source is read before anything is written.
    pub fn copy(&mut self, st: &mut State<D>, dst: Value, src: Value, len: Value) -> Step<()> {
        self.copy_checked(st, dst, src, len, Overlap::Allowed)
    }

    /// Like [`Machine::copy`]; says what ranges that overlap mean.
    pub fn copy_checked(
        &mut self,
        st: &mut State<D>,
        dst: Value,
        src: Value,
        len: Value,
        overlap: Overlap,
    ) -> Step<()> {
        let Some((len, symbolic)) = self.length(st, len)? else {
            return Ok(());
        };
        if self.touches_nothing(st, symbolic, &[(src, Access::Read), (dst, Access::Write)])? {
            return Ok(());
        }
        let (so, soff) = self.resolve_run(st, src, len, symbolic, Access::Read)?;
        let (dof, doff) = self.resolve_run(st, dst, len, symbolic, Access::Write)?;
        // The same place twice is what clang makes of `*p = *q`: no error.
        if overlap == Overlap::Error && so == dof && soff != doff {
            let apart = soff.abs_diff(doff);
            let text = || {
                format!(
                    "the ranges of a memcpy overlap: they are {} apart",
                    count(apart, "byte")
                )
            };
            match symbolic {
                None if len > apart => {
                    return self.error(st, ErrorKind::InvalidArgument, text());
                }
                None => {}
                Some(n) => {
                    let w = self.cx.pool.width(n);
                    let limit = self.cx.pool.bv(w, u128::from(apart));
                    let over = self.cx.pool.ugt(n, limit);
                    self.error_if(st, over, ErrorKind::InvalidArgument, &text)?;
                }
            }
        }
        let (len, symbolic) = self.bounded(st, len, symbolic)?;
        if len > MAX_RUN {
            return self.unsupported(st, "more than 64 MiB copied or set at once");
        }
        if self.options.uninit_input {
            self.settle_content(st, so, soff as usize, len as usize);
        }
        let raw: Vec<(Shadow, u8)> = match st.heap.get(so) {
            Some(obj) => (0..len).map(|i| obj.raw((soff + i) as usize)).collect(),
            None => return Ok(()),
        };
        match symbolic {
            None => self.write_run(st, dof, doff, &raw),
            Some(n) => {
                for (i, r) in raw.iter().enumerate() {
                    let new = self.piece(st, std::slice::from_ref(r)).0;
                    self.write_if_below(st, dof, doff, i as u64, n, new);
                }
            }
        }
        Ok(())
    }

    fn write_run(&mut self, st: &mut State<D>, o: ObjectId, off: u64, raw: &[(Shadow, u8)]) {
        if let Some(obj) = st.heap.get_mut(o) {
            if raw.iter().all(|r| r.0 == Shadow::CONCRETE) {
                let data: Vec<u8> = raw.iter().map(|r| r.1).collect();
                obj.write(off as usize, &data);
                return;
            }
            for (i, r) in raw.iter().enumerate() {
                obj.write_raw(off as usize + i, *r);
            }
        }
    }

    /// Sets `len` bytes.
    pub fn fill(&mut self, st: &mut State<D>, dst: Value, value: Value, len: Value) -> Step<()> {
        let Some((len, symbolic)) = self.length(st, len)? else {
            return Ok(());
        };
        if self.touches_nothing(st, symbolic, &[(dst, Access::Write)])? {
            return Ok(());
        }
        let (o, off) = self.resolve_run(st, dst, len, symbolic, Access::Write)?;
        let (len, symbolic) = self.bounded(st, len, symbolic)?;
        if len > MAX_RUN {
            return self.unsupported(st, "more than 64 MiB copied or set at once");
        }
        match (symbolic, value) {
            (None, Value::Int(b)) => {
                if let Some(obj) = st.heap.get_mut(o) {
                    obj.write(off as usize, &vec![b as u8; len as usize]);
                }
            }
            (None, v) => {
                for i in 0..len {
                    self.write(st, o, off + i, 1, v);
                }
            }
            (Some(n), v) => {
                let new = self.term(st, v, 8);
                for i in 0..len {
                    self.write_if_below(st, o, off, i, n, new);
                }
            }
        }
        Ok(())
    }

    /// `object[off + i] = i < n ? new : old`.
    fn write_if_below(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        off: u64,
        i: u64,
        n: TermId,
        new: TermId,
    ) {
        let w = self.cx.pool.width(n);
        let old = self.read(st, o, off + i, 1);
        let old = self.term(st, old, 8);
        let it = self.cx.pool.bv(w, u128::from(i));
        let below = self.cx.pool.ult(it, n);
        let v = self.cx.pool.ite(below, new, old);
        let v = self.cx.value(v);
        self.write(st, o, off + i, 1, v);
    }

    /// A length: the number of bytes that may be touched and, if it is
    /// symbolic, its term. `None` is zero. A length that may be too large to
    /// treat as one formula is fixed later, with a state for each value.
    fn length(&mut self, st: &mut State<D>, len: Value) -> Step<Option<(u64, Option<TermId>)>> {
        match len {
            Value::Int(0) => Ok(None),
            Value::Int(n) => Ok(Some((n, None))),
            Value::Term(t) => {
                self.check_initialised(st, t, "is used as a length")?;
                let max = self.cx.max_value(st, t).unwrap_or(u128::MAX);
                if max == 0 {
                    return Ok(None);
                }
                Ok(Some((max.min(u128::from(u64::MAX)) as u64, Some(t))))
            }
            v => {
                let v = self.observe(st, v);
                match v {
                    Value::Int(n) => Ok(Some((n, None))),
                    _ => self.unsupported(st, "an address used as a length"),
                }
            }
        }
    }

    /// The greatest length that is left after [`Machine::resolve_run`]. Where
    /// that is too large for one formula, the length that was fixed there.
    fn bounded(
        &mut self,
        st: &mut State<D>,
        len: u64,
        symbolic: Option<TermId>,
    ) -> Step<(u64, Option<TermId>)> {
        let Some(n) = symbolic else {
            return Ok((len, None));
        };
        let most = match self.cx.max_value(st, n) {
            Ok(max) => len.min(max as u64),
            Err(_) => len,
        };
        if most <= MAX_FORMULA {
            return Ok((most, symbolic));
        }
        Ok((self.fix(st, n)? as u64, None))
    }

    /// Object and known offset of a run of bytes whose length may be
    /// symbolic. Checks the bounds for the symbolic length; then the caller
    /// may touch at most what the object has.
    fn resolve_run(
        &mut self,
        st: &mut State<D>,
        addr: Value,
        len: u64,
        symbolic: Option<TermId>,
        access: Access,
    ) -> Step<(ObjectId, u64)> {
        let Some(n) = symbolic else {
            let (o, off) = self.resolve(st, addr, len, access)?;
            return match off {
                Offset::Known(k) => Ok((o, k)),
                Offset::Symbolic(t) => {
                    let k = self.fix(st, t)? as u64;
                    Ok((o, k))
                }
            };
        };
        // Find object and offset by an empty access, then bound the length.
        let (o, off) = self.resolve(st, addr, 0, access)?;
        let off = match off {
            Offset::Known(k) => k,
            Offset::Symbolic(t) => self.fix(st, t)? as u64,
        };
        let w = self.cx.pool.width(n);
        let over = match st.heap.get(o).map(|x| x.size) {
            Some(Size::Known(size)) => {
                let room = self.cx.pool.bv(w, u128::from(size.saturating_sub(off)));
                self.cx.pool.ugt(n, room)
            }
            Some(Size::Symbolic { term, .. }) => {
                let k = self.cx.pool.bv(w, u128::from(off));
                let room = self.cx.pool.bvsub(term, k);
                self.cx.pool.ugt(n, room)
            }
            None => return self.unsupported(st, "an object that is gone"),
        };
        let kind = match access {
            Access::Read => ep_base::outcome::ErrorKind::OutOfBoundsRead,
            Access::Write => ep_base::outcome::ErrorKind::OutOfBoundsWrite,
        };
        let what = self.describe(st, o);
        self.error_if(st, over, kind, &|| {
            format!("a length that depends on the input reaches beyond {what}")
        })?;
        // With the bounds known the length may be small enough for a formula.
        let max = self.cx.max_value(st, n).unwrap_or(u128::MAX);
        if max > u128::from(MAX_FORMULA) {
            self.fix(st, n)?;
        }
        Ok((o, off))
    }
}
