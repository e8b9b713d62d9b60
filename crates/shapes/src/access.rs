//! Accesses to memory: where they go, and what they read and write.
//!
//! What must never happen: an access is let through that may be an error.

use crate::memory::symbol_bits;
use crate::numbers::{fresh, size_of, Res};
use crate::segment::expose;
use crate::state::State;
use crate::step::{region, Access, Next, Steps};
use crate::value::{Fill, Kind, Obj, Object, Val};
use ep_ir::scalar::mask64;
use ep_ir::{GlobalId, LocId, Reg, Type};
use std::rc::Rc;

impl Steps<'_> {
    /// Where an access of so many bytes goes; an error where it may be one.
    pub fn access(&self, st: &State, addr: &Val, size: u64, write: bool) -> Res<Access> {
        let p = match addr {
            Val::Ptr(p) => *p,
            Val::Int(0) => return Err("a null pointer is followed".into()),
            Val::Int(_) => return Err("a number is followed as an address".into()),
            Val::Dangling => return Err("memory that was freed or left may be used".into()),
            Val::Undef => return Err("a pointer that may never have been set is followed".into()),
            _ => return Err("an address that is not followed".into()),
        };
        if let Some(states) = expose(st, p) {
            return Ok(Access::Split(states));
        }
        if let Some(g) = self.module.globals.get(GlobalId(p.obj.0)) {
            if g.init.is_none() || g.volatile {
                return Err(format!(
                    "the variable `{}` of another unit or device",
                    g.name
                ));
            }
            if write && g.constant {
                return Err("a write to a constant".into());
            }
        } else {
            match st.heap.get(&p.obj).map(|o| o.kind) {
                Some(Kind::Heap | Kind::Stack) => {}
                _ => return Err("a variable may be used after its scope".into()),
            }
        }
        let all = size_of(st, self.module, p.obj).unwrap_or(0);
        match u64::try_from(p.off) {
            Ok(off) if off.checked_add(size).is_some_and(|e| e <= all) => {
                Ok(Access::At(p.obj, off))
            }
            _ => Err("an access outside of its object is not excluded".into()),
        }
    }

    /// Whether a global was not written yet.
    fn peek(&self, st: &State, o: Obj, off: u64, size: u64) -> Val {
        match st.heap.get(&o) {
            Some(object) => object.peek(self.module, off, size),
            None => {
                let id = GlobalId(o.0);
                let all = self.module.globals.get(id).map_or(0, |g| g.size);
                Object::new(all, Kind::Global, Fill::Init(id), LocId(0)).peek(
                    self.module,
                    off,
                    size,
                )
            }
        }
    }

    fn touch(&self, st: &mut State, o: Obj) {
        let id = GlobalId(o.0);
        if let Some(g) = self.module.globals.get(id) {
            st.heap.entry(o).or_insert_with(|| {
                Rc::new(Object::new(g.size, Kind::Global, Fill::Init(id), g.loc))
            });
        }
    }

    pub fn write(&self, st: &mut State, o: Obj, off: u64, size: u64, v: Val) {
        self.touch(st, o);
        if let Some(object) = st.object(o) {
            object.write(self.module, off, size, v);
        }
    }

    pub fn load(&self, mut st: State, dst: Reg, ty: Type, addr: &Val) -> Res<Next> {
        let size = self.module.layout.store_size(ty);
        let (o, off) = region!(self, st, addr, size, false);
        let v = self.peek(&st, o, off, size);
        let v = match (v, ty) {
            (Val::Undef, _) => Val::Undef,
            (Val::Int(n), Type::Int(w)) if w <= 64 => Val::Int(n & mask64(w)),
            (Val::Int(n), Type::Ptr) => Val::Int(n),
            (Val::Int(_) | Val::Sym(_) | Val::Any, Type::Float(_)) => Val::Any,
            (Val::Int(_), Type::Int(_)) => Val::Any,
            (Val::Sym(s), ty) => {
                let bits = symbol_bits(self.module, ty);
                let same = st.syms.get(&s).map(|r| r.bits) == bits;
                match same {
                    true => Val::Sym(s),
                    false => self.any(&mut st, ty),
                }
            }
            (Val::Any, Type::Int(w)) if w <= 64 => {
                let v = fresh(&mut st, w);
                // Read again it is the same.
                if u64::from(w) == 8 * size && !self.is_constant(o) {
                    self.write(&mut st, o, off, size, v.clone());
                }
                v
            }
            (Val::Any, ty) => self.any(&mut st, ty),
            (v @ (Val::Ptr(_) | Val::Func(_) | Val::Dangling), Type::Ptr) => v,
            (v @ (Val::Ptr(_) | Val::Func(_) | Val::Dangling), Type::Int(w))
                if w == self.module.layout.ptr_bits =>
            {
                v
            }
            _ => Val::Opaque,
        };
        Ok(self.put(st, dst, v))
    }

    fn is_constant(&self, o: Obj) -> bool {
        self.module
            .globals
            .get(GlobalId(o.0))
            .is_some_and(|g| g.constant)
    }

    pub fn copy(&self, mut st: State, d: &Val, s: &Val, n: u64, may_overlap: bool) -> Res<Next> {
        if n == 0 {
            return Err("a copy of no bytes".into());
        }
        let (to, at) = region!(self, st, d, n, true);
        let (from, off) = region!(self, st, s, n, false);
        if to == from && !(may_overlap && at == off) && at < off + n && off < at + n {
            return Err("a copy whose ranges overlap".into());
        }
        self.touch(&mut st, to);
        self.touch(&mut st, from);
        if let Some(src) = st.heap.get(&from).cloned() {
            if let Some(o) = st.object(to) {
                o.copy(self.module, at, &src, off, n);
            }
        }
        Ok(self.advance(st))
    }

    pub fn fill(&self, mut st: State, d: &Val, v: &Val, n: u64) -> Res<Next> {
        if n == 0 {
            return Err("a fill of no bytes".into());
        }
        let (o, off) = region!(self, st, d, n, true);
        match v {
            Val::Int(0) => self.write(&mut st, o, off, n, Val::Int(0)),
            Val::Int(_) | Val::Sym(_) | Val::Any => self.write(&mut st, o, off, n, Val::Any),
            _ => self.write(&mut st, o, off, n, v.clone()),
        }
        Ok(self.advance(st))
    }
}
