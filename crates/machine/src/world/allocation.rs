//! `malloc` and its kin.
//!
//! Everything that is decided comes before anything is changed, because a
//! decision may execute the call again in another state.

use crate::assumption::Assumption;
use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::memory::ledger::{Site, Sum};
use crate::memory::object::ByteKind;
use crate::memory::{Object, ObjectKind, Size};
use crate::state::State;
use crate::value::{ObjectId, Value};
use ep_ir::provided::OWN_BLOCK;
use ep_ir::{FuncId, IntPred, LocId};

/// Bytes that a `realloc` of an object of symbolic size copies as a formula.
const MAX_COPIED: u64 = 1024;

/// Calls around an allocation that are told with its block.
const MOST_CALLS: usize = 24;

impl<D: Driver> Machine<D> {
    /// Sizes from which on allocation is taken to fail: 1 TiB, and 256 MiB in
    /// 32 bits. Part of the assumption on allocation.
    fn too_large(&self) -> u64 {
        if self.program.ptr_bits == 64 {
            1 << 40
        } else {
            1 << 28
        }
    }

    /// Whether this call of an allocator fails: it does for sizes that are
    /// too large, and may for all with `--malloc-may-fail`. With
    /// `--malloc-never-fails` sizes that are too large are a case of their own,
    /// since the address space may have no room for those alone.
    fn allocation_fails(&mut self, st: &mut State<D>, size: Value) -> Step<bool> {
        if self.options.malloc_may_fail && !std::mem::take(&mut st.allocation_decided) {
            let t = self.havoc_term(st, "malloc fails", 8);
            let zero = self.cx.pool.bv(8, 0);
            let fails = self.cx.pool.ne(t, zero);
            // The other side executes the call again and must not ask again.
            if self.decide_marking(st, fails, |other| other.allocation_decided = true)? {
                return Ok(true);
            }
        }
        let limit = Value::Int(self.too_large());
        let w = self.program.ptr_bits;
        let huge = self.cmp(st, IntPred::Uge, w, size, limit);
        let again = self.options.malloc_may_fail;
        // Executed again, the call knows that it was decided.
        let huge = self.decide_marking(st, huge, |other| other.allocation_decided = again)?;
        if self.options.malloc_never_fails {
            self.assume_note(st, Assumption::EveryMalloc);
            return Ok(false);
        }
        if huge {
            return Ok(true);
        }
        if !self.options.malloc_may_fail {
            self.note_malloc(st);
        }
        Ok(false)
    }

    /// A heap object of `size` bytes, or null where that cannot be.
    pub fn malloc(
        &mut self,
        st: &mut State<D>,
        size: Value,
        align: u32,
        uninit: bool,
    ) -> Step<Value> {
        if self.allocation_fails(st, size)? {
            return Ok(Value::Int(0));
        }
        let (func, at) = self.own_place(st);
        let new = self.allocate(st, size, align, ObjectKind::Heap(func, at), uninit)?;
        let kept = st.ledger.is_kept() && !self.makes_own(st);
        if let (true, Value::Ptr(o, _)) = (kept, new) {
            let (size, site) = self.block_made(st, o);
            st.ledger.made(o, size, site, &self.cx.pool);
        }
        Ok(new)
    }

    /// Whether the library makes a block for itself here.
    fn makes_own(&self, st: &State<D>) -> bool {
        let f = self.program.module.functions.get(st.top.func);
        f.is_some_and(|f| f.name == OWN_BLOCK)
    }

    /// The size of a new block and where it is made.
    fn block_made(&mut self, st: &State<D>, o: ObjectId) -> (Sum, Site) {
        let size = match st.heap.get(o).map(|x| x.size) {
            Some(Size::Known(n)) => Sum::number(n),
            Some(Size::Symbolic { term, .. }) => Sum::atom(term),
            None => Sum::default(),
        };
        let size = st.ledger.cost(size, &mut self.cx.pool);
        let (func, loc) = self.own_place(st);
        let own = |p: &(FuncId, LocId)| {
            let at = self.program.module.locs.get(p.1);
            at.is_some_and(|l| l.line > 0)
        };
        let stack = self.stack(st);
        // The one that the program calls, not what that is made of.
        let outer = stack.iter().take_while(|p| !own(p)).last();
        let library = (func != st.top.func).then(|| outer.map_or(st.top.func, |p| p.0));
        let calls = stack.iter().filter(|p| own(p)).skip(1).take(MOST_CALLS);
        let site = Site {
            func,
            loc,
            library,
            calls: calls.copied().collect(),
        };
        (size, site)
    }

    /// `realloc(old, size)`.
    pub fn realloc(&mut self, st: &mut State<D>, old: Value, size: Value) -> Step<Value> {
        let w = self.program.ptr_bits;
        let null = self.cmp(st, IntPred::Eq, w, old, Value::Int(0));
        if self.decide(st, null)? {
            return self.malloc(st, size, 16, true);
        }
        let zero = self.cmp(st, IntPred::Eq, w, size, Value::Int(0));
        if self.decide(st, zero)? {
            // glibc frees and returns null.
            self.release(st, old)?;
            return Ok(Value::Int(0));
        }
        let old = self.to_pointer(st, old)?;
        if self.allocation_fails(st, size)? {
            return Ok(Value::Int(0));
        }
        // The old content is taken before the old object ends; `release`
        // makes sure that the address is its start.
        let content = match old {
            Value::Ptr(o, _) | Value::SymPtr(o, _) => st.heap.get(o).cloned(),
            _ => None,
        };
        // The account is told when both blocks are known.
        let ends = match old {
            Value::Ptr(o, _) | Value::SymPtr(o, _) => Some(o),
            _ => None,
        };
        self.give_back(st, old)?;
        let (func, at) = self.own_place(st);
        let new = self.allocate(st, size, 16, ObjectKind::Heap(func, at), true)?;
        if let (true, Value::Ptr(n, _)) = (st.ledger.is_kept(), new) {
            let (size, site) = self.block_made(st, n);
            if let Some(o) = ends {
                let at = self.own_place(st);
                let pool = &mut self.cx.pool;
                st.ledger.replaced(o, (n, size, site), at, pool);
            }
        }
        if let (Some(from), Value::Ptr(n, _)) = (content, new) {
            let room = st.heap.get(n).map_or(0, |x| x.size.max());
            match from.size {
                Size::Known(k) => {
                    if let Some(to) = st.heap.get_mut(n) {
                        to.copy_start(&from, k.min(room));
                    }
                }
                Size::Symbolic { term, max } => {
                    // Bytes that nobody wrote need no copy.
                    let written = match from.uninit && from.swept().is_none() {
                        true => from.present() as u64,
                        false => u64::MAX,
                    };
                    let count = max.min(room).min(written);
                    if count > MAX_COPIED {
                        return self.unsupported(
                            st,
                            "realloc of an object whose size depends on the input and is large",
                        );
                    }
                    for i in 0..count {
                        self.copy_byte_below(st, &from, n, i, term);
                    }
                }
            }
        }
        Ok(new)
    }

    /// Byte `i` of a reallocated object: the old one where the old object had
    /// it, uninitialised elsewhere.
    fn copy_byte_below(
        &mut self,
        st: &mut State<D>,
        from: &Object,
        to: ObjectId,
        i: u64,
        size: ep_term::TermId,
    ) {
        let raw = from.raw(i as usize);
        let w = self.program.ptr_bits;
        let k = self.cx.pool.bv(w, u128::from(i));
        let there = self.cx.pool.ult(k, size);
        let always = self.cx.pool.as_bool(there) == Some(true);
        if always || from.byte(i as usize).0 == ByteKind::Uninit {
            if let Some(x) = st.heap.get_mut(to) {
                x.write_raw(i as usize, raw);
            }
            return;
        }
        let old = self.raw_byte(st, raw);
        let none = self.term(st, Value::Undef, 8);
        let v = self.cx.pool.ite(there, old, none);
        let v = self.cx.value(v);
        self.write(st, to, i, 1, v);
    }
}
