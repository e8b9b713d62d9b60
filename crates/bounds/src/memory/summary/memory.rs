//! Reading and writing memory inside a region.
//!
//! Idea: pieces at constant offsets are found by number. Where an offset is a
//! term, whether two pieces are the same or apart is asked of the context, and
//! that they stay so becomes part of the pattern, so that a summary is never
//! used under another aliasing. Where it is not decided, a read gives anything,
//! and a write makes the whole object anything. Source: document 000 leaves
//! memory to its front end. Cost: a question per pair of pieces with different
//! terms.

use super::sum::Bytes;
use super::value::{Base, Cell, Hold, Object, State, Ty, Val};
use super::walker::{why, Access, Res, Walker};
use ep_ir::{GlobalId, RelocTarget};
use ep_term::TermId;
use std::rc::Rc;

/// Pieces that an access at a term is compared with.
const MOST_PIECES: usize = 48;

/// How two pieces lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    Same,
    Apart,
    Unclear,
}

/// What an access meets.
enum Hit {
    /// This one, whole: by offset, or the number of the piece at a term.
    At(u64),
    Sym(usize),
    /// Inside a piece at a constant offset.
    In(u64),
    Unclear,
    Miss,
}

impl Walker<'_> {
    fn bytes_of(&self, ty: Ty) -> u64 {
        match ty {
            Ty::Num(w) => u64::from(w.div_ceil(8)),
            Ty::Ptr => u64::from(self.module.layout.ptr_bits / 8),
        }
    }

    fn constant(&self, t: TermId) -> Option<u64> {
        self.cx.pool.as_bv(t).map(|n| n as u64)
    }

    fn lie(&mut self, level: usize, st: &State, a: (TermId, u64), b: (TermId, u64)) -> Lie {
        let delta = self.cx.pool.bvsub(b.0, a.0);
        let of = |d: u64| {
            if d == 0 && a.1 == b.1 {
                Lie::Same
            } else if d >= a.1 && d.wrapping_neg() >= b.1 {
                Lie::Apart
            } else {
                Lie::Unclear
            }
        };
        if let Some(d) = self.constant(delta) {
            return of(d);
        }
        let pool = &mut self.cx.pool;
        let (zero, la, lb) = (
            pool.bv(64, 0),
            pool.bv(64, u128::from(a.1)),
            pool.bv(64, u128::from(b.1)),
        );
        let after = pool.ult(delta, la);
        let back = pool.bvneg(delta);
        let before = pool.ult(back, lb);
        let overlap = pool.or(after, before);
        let differ = pool.ne(delta, zero);
        let root = self.at_root(level, delta);
        if let Some(d) = self.constant(root) {
            let lie = of(d);
            match lie {
                Lie::Same => _ = self.explain(level, st, &[differ]),
                Lie::Apart => _ = self.explain(level, st, &[overlap]),
                Lie::Unclear => {}
            }
            return lie;
        }
        for (cond, lie) in [(overlap, Lie::Apart), (differ, Lie::Same)] {
            if lie == Lie::Same && a.1 != b.1 {
                continue;
            }
            let root = self.at_root(level, cond);
            if self
                .cx
                .smt
                .feasible(&mut self.cx.pool, &st.pc, root)
                .is_infeasible()
            {
                self.explain(level, st, &[cond]);
                return lie;
            }
        }
        Lie::Unclear
    }

    fn find(&mut self, level: usize, st: &State, obj: &Object, off: TermId, len: u64) -> Hit {
        let fixed = self.constant(off);
        if let Some(o) = fixed {
            let near = obj.at.below(&o.saturating_add(len));
            if let Some((&start, cell)) = near {
                let stop = start.saturating_add(cell.len);
                if start == o && cell.len == len {
                    return Hit::At(o);
                }
                if start <= o && stop >= o.saturating_add(len) {
                    return Hit::In(start);
                }
                if stop > o {
                    return Hit::Unclear;
                }
            }
        } else {
            if obj.at.len() > MOST_PIECES {
                return Hit::Unclear;
            }
            for (&start, cell) in &obj.at {
                let at = self.cx.pool.bv(64, u128::from(start));
                match self.lie(level, st, (at, cell.len), (off, len)) {
                    Lie::Apart => {}
                    Lie::Same => return Hit::At(start),
                    Lie::Unclear => return Hit::Unclear,
                }
            }
        }
        if obj.sym.len() > MOST_PIECES {
            return Hit::Unclear;
        }
        for (i, (at, cell)) in obj.sym.iter().enumerate() {
            match self.lie(level, st, (*at, cell.len), (off, len)) {
                Lie::Apart => {}
                Lie::Same => return Hit::Sym(i),
                Lie::Unclear => return Hit::Unclear,
            }
        }
        Hit::Miss
    }

    fn filled(&mut self, level: usize, byte: u8, ty: Ty) -> Val {
        match ty {
            Ty::Num(1) => Val::Num(self.cx.pool.boolean(byte & 1 == 1)),
            Ty::Num(w) if w <= 128 => {
                let n = u128::from_le_bytes([byte; 16]);
                let n = if w < 128 { n & ((1 << w) - 1) } else { n };
                Val::Num(self.cx.pool.bv(w, n))
            }
            Ty::Ptr if byte == 0 => self.null(),
            ty => self.any(level, ty),
        }
    }

    /// Reads a value.
    pub fn load(
        &mut self,
        level: usize,
        st: &mut State,
        base: Base,
        off: TermId,
        ty: Ty,
    ) -> Res<Val> {
        if matches!(base, Base::Unknown | Base::Null | Base::Func(_)) {
            return Ok(self.any(level, ty));
        }
        let len = self.bytes_of(ty);
        let empty = Rc::new(Object::default());
        let obj = st.mem.get(&base).cloned().unwrap_or(empty);
        let hold = match self.find(level, st, &obj, off, len) {
            Hit::At(o) => obj.at.get(&o).map(|c| c.hold.clone()),
            Hit::Sym(i) => obj.sym.get(i).map(|c| c.1.hold.clone()),
            Hit::In(start) => match obj.at.get(&start).map(|c| c.hold.clone()) {
                Some(Hold::Val(_)) | None => return Ok(self.any(level, ty)),
                h => h,
            },
            Hit::Unclear => return Ok(self.any(level, ty)),
            Hit::Miss if obj.any => Some(Hold::Any),
            Hit::Miss => match base {
                Base::Made(id) => match st.made.get(&id) {
                    Some(f) if f.zero => Some(Hold::Fill(0)),
                    _ => Some(Hold::Any),
                },
                _ => return self.entry(level, Access::Cell(base, off), ty),
            },
        };
        match hold {
            Some(Hold::Val(v)) => Ok(self.coerce(level, v, ty)),
            Some(Hold::Fill(b)) => Ok(self.filled(level, b, ty)),
            _ => {
                // It is anything, but the same at the next look.
                let v = self.any(level, ty);
                self.store(level, st, base, off, len, Hold::Val(v.clone()))?;
                Ok(v)
            }
        }
    }

    /// Writes a piece.
    pub fn store(
        &mut self,
        level: usize,
        st: &mut State,
        base: Base,
        off: TermId,
        len: u64,
        hold: Hold,
    ) -> Res<()> {
        match base {
            Base::Unknown => return why("a write through a pointer that may point anywhere"),
            Base::Null | Base::Func(_) => return Ok(()),
            _ => {}
        }
        if len == 0 {
            return Ok(());
        }
        let mut obj = Self::take(st, base);
        let cell = Cell { len, hold };
        match self.constant(off) {
            Some(o) => {
                obj.clear(o, len);
                match self.place_among(level, st, &obj, off, len) {
                    Some(None) => {
                        obj.at.insert(o, cell);
                    }
                    Some(Some(i)) => {
                        obj.sym.remove(i);
                        obj.at.insert(o, cell);
                    }
                    None => obj.forget(),
                }
            }
            None => match self.find(level, st, &obj, off, len) {
                Hit::At(o) => {
                    obj.at.insert(o, cell);
                }
                Hit::Sym(i) => {
                    if let Some(c) = obj.sym.get_mut(i) {
                        c.1 = cell;
                    }
                }
                Hit::Miss => obj.sym.push((off, cell)),
                Hit::In(_) | Hit::Unclear => obj.forget(),
            },
        }
        st.mem.insert(base, Rc::new(obj));
        Ok(())
    }

    /// The piece at a term that lies here, or that none does; `None` if that is
    /// not clear.
    fn place_among(
        &mut self,
        level: usize,
        st: &State,
        obj: &Object,
        off: TermId,
        len: u64,
    ) -> Option<Option<usize>> {
        for (i, (at, cell)) in obj.sym.iter().enumerate() {
            match self.lie(level, st, (*at, cell.len), (off, len)) {
                Lie::Apart => {}
                Lie::Same => return Some(Some(i)),
                Lie::Unclear => return None,
            }
        }
        Some(None)
    }

    /// Writes as many bytes as a term says.
    pub fn fill(
        &mut self,
        level: usize,
        st: &mut State,
        base: Base,
        off: TermId,
        len: TermId,
        hold: Hold,
    ) -> Res<()> {
        if base == Base::Unknown {
            return why("a write through a pointer that may point anywhere");
        }
        match self.constant(len) {
            Some(n) => self.store(level, st, base, off, n, hold),
            None => {
                let mut obj = Self::take(st, base);
                obj.forget();
                st.mem.insert(base, Rc::new(obj));
                Ok(())
            }
        }
    }

    /// Copies what is known exactly; the rest is anything.
    pub fn copy(
        &mut self,
        level: usize,
        st: &mut State,
        to: (Base, TermId),
        from: (Base, TermId),
        len: TermId,
    ) -> Res<()> {
        let whole = (
            self.constant(from.1),
            self.constant(to.1),
            self.constant(len),
        );
        let mut pieces: Vec<(u64, Cell)> = Vec::new();
        if let (Some(a), Some(_), Some(n)) = whole {
            if let Some(o) = st.mem.get(&from.0).filter(|o| o.sym.is_empty()) {
                let end = a.saturating_add(n);
                let all = o.at.from(&a).take_while(|e| *e.0 < end);
                pieces = all
                    .filter(|(s, c)| **s + c.len <= end)
                    .map(|(s, c)| (s - a, c.clone()))
                    .collect();
            }
        }
        self.fill(level, st, to.0, to.1, len, Hold::Any)?;
        if let Some(start) = whole.1 {
            for (k, cell) in pieces {
                let off = self.cx.pool.bv(64, u128::from(start.wrapping_add(k)));
                self.store(level, st, to.0, off, cell.len, cell.hold)?;
            }
        }
        Ok(())
    }

    /// What is in memory when the program starts.
    pub fn initial(&mut self, at: Access, ty: Ty) -> Val {
        let Access::Cell(Base::Global(g), off) = at else {
            return self.any(0, ty);
        };
        match self.constant(off).and_then(|o| self.global(g, o, ty)) {
            Some(v) => v,
            None => self.any(0, ty),
        }
    }

    fn global(&mut self, g: GlobalId, off: u64, ty: Ty) -> Option<Val> {
        let module = self.module;
        let init = module
            .globals
            .get(g)
            .filter(|g| !g.is_device())?
            .init
            .as_ref()?;
        let len = self.bytes_of(ty);
        let inside = |r: &&ep_ir::Relocation| {
            let size = u64::from(module.layout.ptr_bits / 8);
            r.offset < off.saturating_add(len) && r.offset + size > off
        };
        if let Some(r) = init.relocs.iter().find(inside) {
            if r.offset != off || ty != Ty::Ptr {
                return None;
            }
            let base = match r.target {
                RelocTarget::Global(g) => Base::Global(g),
                RelocTarget::Func(f) => Base::Func(f),
                RelocTarget::Label(..) => return None,
            };
            return Some(self.pointer(base, r.addend as u64, Bytes::default()));
        }
        let end = usize::try_from(off.checked_add(len)?).ok()?;
        let bytes = init.bytes.get(end - len as usize..end)?;
        let mut n = [0u8; 16];
        n.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let n = u128::from_le_bytes(n);
        match ty {
            Ty::Ptr if n == 0 => Some(self.null()),
            Ty::Ptr => None,
            Ty::Num(1) => Some(Val::Num(self.cx.pool.boolean(n & 1 == 1))),
            Ty::Num(w) => Some(Val::Num(self.cx.pool.bv(w, n))),
        }
    }
}
