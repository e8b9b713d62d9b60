//! What a function with a contract may change: what `ep_assigns` names, its
//! own locals, and memory that it allocated.
//!
//! The memory at the return is compared with that before the body, so a value
//! that is changed and changed back is no change. Cost: linear in the bytes
//! that differ.

use super::{Contract, Region, Root};
use crate::driver::Driver;
use crate::machine::{Machine, Step};
use crate::memory::object::ByteKind;
use crate::memory::{Entry, ObjectKind};
use crate::state::State;
use crate::value::{ObjectId, Value};
use crate::world::shape::returns_structure;
use ep_base::outcome::ErrorKind;
use ep_ir::FuncId;
use ep_term::TermId;

impl<D: Driver> Machine<D> {
    /// Checks at the return what the body has changed.
    pub(super) fn check_frame(&mut self, st: &mut State<D>, c: &Contract) -> Step<()> {
        let Some(before) = c.before.clone() else {
            return Ok(());
        };
        let name = self.program.function(st.top.func).name.clone();
        let changed: Vec<u32> = before.differing(&st.heap).collect();
        for i in changed {
            let o = ObjectId(i);
            if c.own.contains(&o) {
                continue;
            }
            if i >= before.len() {
                let kept = matches!(
                    st.heap.entry(o),
                    Entry::Live(x) if matches!(x.kind, ObjectKind::Heap(..))
                );
                if kept && c.root == Root::Verified {
                    return self.refused(format!(
                        "`{name}` returns and keeps memory that it allocated"
                    ));
                }
                continue;
            }
            match (before.entry(o), st.heap.entry(o)) {
                (Entry::Live(_), Entry::Live(_)) => self.check_object(st, c, o, &name)?,
                (Entry::Live(_), Entry::Freed { .. }) => {
                    let yes = self.cx.pool.tru();
                    self.error_if(st, yes, ErrorKind::AssertionFailure, &|| {
                        format!("`{name}` frees memory that it did not allocate, which its contract does not say")
                    })?;
                }
                (Entry::Dead | Entry::OutOfScope(_) | Entry::Former(_) | Entry::Vacant, _) => {}
                _ if c.root == Root::Verified => {
                    return self.refused(format!("`{name}` ends objects that it did not make"));
                }
                _ => {}
            }
        }
        if c.root == Root::Verified && c.stdin_at != st.stdin_at {
            return self.refused(format!("`{name}` reads standard input"));
        }
        Ok(())
    }

    /// Whether it is a variable of the models of the C library (which have no
    /// positions): no clause can name it, and no caller sees it but by calls.
    fn belongs_to_models(&self, o: ObjectId) -> bool {
        let m = &self.program.module;
        let global = self.program.globals.iter().position(|g| *g == o);
        let found = global.and_then(|g| m.globals.get(ep_ir::GlobalId(g as u32)));
        found.is_some_and(|g| m.locs.get(g.loc).is_none_or(|l| l.line == 0)) && m.from_source
    }

    /// Where a structure is returned in memory: the function may write there.
    pub(super) fn structure_result(&mut self, f: FuncId, c: &Contract) -> Option<Region> {
        let size = returns_structure(&self.program.module, &self.program.module.functions[f])?;
        let Value::Ptr(object, at) = *c.args.first()? else {
            return None;
        };
        let at = u64::try_from(at).ok()?;
        let w = self.program.ptr_bits;
        Some(Region {
            object,
            offset: self.cx.pool.bv(w, u128::from(at)),
            length: self.cx.pool.bv(w, u128::from(size)),
            known: Some((at, size)),
        })
    }

    fn check_object(
        &mut self,
        st: &mut State<D>,
        c: &Contract,
        o: ObjectId,
        name: &str,
    ) -> Step<()> {
        let Some(before) = c.before.clone() else {
            return Ok(());
        };
        let structure = self.structure_result(st.top.func, c);
        let regions: Vec<Region> = c
            .assigns
            .iter()
            .copied()
            .chain(structure)
            .filter(|r| r.object == o)
            .collect();
        let symbolic = regions.iter().any(|r| r.known.is_none());
        let swept = |h: &crate::memory::Heap| h.get(o).is_some_and(|x| x.swept().is_some());
        if swept(&before) || swept(&st.heap) {
            return self.refused(format!("`{name}` sweeps an array"));
        }
        let mut changed = self.cx.pool.fls();
        let mut k = 0;
        while let (Some(a), Some(b)) = (before.get(o), st.heap.get(o)) {
            if k >= a.present().max(b.present()) {
                break;
            }
            if a.raw(k) == b.raw(k) {
                k += 1;
                continue;
            }
            let (start, n) = match crate::memory::piece(a, b, k) {
                (s, n) if !symbolic && s == k => (s, n),
                _ => (k, 1),
            };
            let inside = |r: &Region| {
                r.known
                    .is_some_and(|(at, len)| at <= start as u64 && (start + n) as u64 <= at + len)
            };
            let uninit = (start..start + n).any(|i| b.byte(i).0 == ByteKind::Uninit);
            let address = (start..start + n).any(|i| {
                let address =
                    |x: &crate::memory::Object| matches!(x.byte(i).0, ByteKind::Address(..));
                address(a) || address(b)
            });
            if c.root == Root::Verified && uninit {
                return self.refused(format!("`{name}` leaves memory that is not initialised"));
            }
            k = start + n;
            if regions.iter().any(inside) {
                continue;
            }
            let (start, n) = (start as u64, n as u32);
            let differ = if address || uninit {
                self.cx.pool.tru()
            } else {
                self.differ(st, &before, o, start, n)
            };
            let within = self.within(&regions, start, n);
            let not = self.cx.pool.not(within);
            let outside = self.cx.pool.and(differ, not);
            changed = self.cx.pool.or(changed, outside);
        }
        if c.root == Root::Verified && !self.content_initialised_as(st, &before, o) {
            return self.refused(format!("`{name}` leaves memory that is not initialised"));
        }
        if self.belongs_to_models(o) {
            return match c.root {
                Root::Verified if changed != self.cx.pool.fls() => {
                    self.refused(format!("`{name}` changes what the C library keeps"))
                }
                _ => Ok(()),
            };
        }
        let what = self.describe(st, o);
        self.error_if(st, changed, ErrorKind::AssertionFailure, &|| {
            format!("`{name}` changes {what}, which its ep_assigns does not name")
        })
    }

    /// What was initialised still is.
    fn content_initialised_as(
        &mut self,
        st: &State<D>,
        before: &crate::memory::Heap,
        o: ObjectId,
    ) -> bool {
        let was = {
            let mut past = st.clone();
            past.heap = before.clone();
            self.content_initialised(&past, o, None)
        };
        !was || self.content_initialised(st, o, None)
    }

    fn differ(
        &mut self,
        st: &mut State<D>,
        before: &crate::memory::Heap,
        o: ObjectId,
        at: u64,
        n: u32,
    ) -> TermId {
        let mut past = st.clone();
        past.heap = before.clone();
        let x = self.read(&mut past, o, at, n);
        let y = self.read(st, o, at, n);
        if x == Value::Undef || y == Value::Undef {
            return self.cx.pool.tru();
        }
        let (x, y) = (self.term(st, x, 8 * n), self.term(st, y, 8 * n));
        let (x, y) = self.cx.same_sort(x, y);
        self.cx.pool.ne(x, y)
    }

    /// The bytes lie in one of the regions.
    fn within(&mut self, regions: &[Region], at: u64, n: u32) -> TermId {
        let w = self.program.ptr_bits;
        let pool = &mut self.cx.pool;
        let mut any = pool.fls();
        for r in regions {
            let k = pool.bv(w, u128::from(at));
            let n = pool.bv(w, u128::from(n));
            let begins = pool.ule(r.offset, k);
            let into = pool.bvsub(k, r.offset);
            let fits = pool.ule(n, r.length);
            let room = pool.bvsub(r.length, n);
            let ends = pool.ule(into, room);
            let both = pool.and(begins, fits);
            let t = pool.and(both, ends);
            any = pool.or(any, t);
        }
        any
    }
}
