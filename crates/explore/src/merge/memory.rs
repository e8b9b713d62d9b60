//! Merging the memories of two states, object by object, in the pieces in
//! which values were stored.

use super::Split;
use crate::driver::Driver;
use crate::machine::Machine;
use crate::memory::object::ByteKind;
use crate::memory::{Entry, Object, ObjectKind};
use crate::state::State;
use crate::value::{ObjectId, Value};

impl<D: Driver> Machine<D> {
    /// Whether each object of both is one object of the merged state.
    pub(super) fn heaps_mergeable(&self, a: &State, b: &State) -> bool {
        let leaks = self.options.checks.blocks();
        a.heap.differing(&b.heap).all(|i| {
            let id = ObjectId(i);
            match (a.heap.entry(id), b.heap.entry(id)) {
                // Scopes are lexical: at one place a local is out of scope, or
                // its scope was never entered and nothing points to it.
                (Entry::OutOfScope(x), Entry::OutOfScope(y) | Entry::Live(y))
                | (Entry::Live(x), Entry::OutOfScope(y)) => x.base == y.base && x.kind == y.kind,
                (Entry::OutOfScope(_), Entry::Vacant) | (Entry::Vacant, Entry::OutOfScope(_)) => {
                    true
                }
                (Entry::Live(x), Entry::Live(y)) => {
                    x.base == y.base
                        && x.size == y.size
                        && x.align == y.align
                        && x.kind == y.kind
                        && x.constant == y.constant
                        && x.uninit == y.uninit
                }
                // An object that only one of them made: nothing of the other
                // points there.
                (Entry::Live(x), Entry::Vacant) | (Entry::Vacant, Entry::Live(x)) => {
                    !(leaks && matches!(x.kind, ObjectKind::Heap(..)))
                }
                (Entry::Freed { was: a, .. }, Entry::Freed { was: b, .. }) => a == b,
                (Entry::Former(a), Entry::Former(b)) => a == b,
                (Entry::Freed { .. } | Entry::Former(_) | Entry::Dead, Entry::Vacant)
                | (Entry::Vacant, Entry::Freed { .. } | Entry::Former(_) | Entry::Dead)
                | (Entry::Dead, Entry::Dead)
                | (Entry::Vacant, Entry::Vacant) => true,
                _ => false,
            }
        })
    }

    /// With leak checks, addresses must not be merged: reachability is a
    /// question about each path.
    pub(super) fn same_addresses(&self, a: &State, b: &State) -> bool {
        let address = |v: &Value| super::super::step::choose::is_address(*v);
        let frames = |x: &crate::state::Frame, y: &crate::state::Frame| {
            x.regs
                .iter()
                .zip(&y.regs)
                .all(|(p, q)| p == q || !(address(p) || address(q)))
        };
        let (mut x, mut y) = (&a.top, &b.top);
        loop {
            if !frames(x, y) {
                return false;
            }
            match (&x.caller, &y.caller) {
                (Some(p), Some(q)) if !std::rc::Rc::ptr_eq(p, q) => (x, y) = (p, q),
                _ => break,
            }
        }
        a.heap.differing(&b.heap).all(|i| {
            let id = ObjectId(i);
            let (Some(p), Some(q)) = (a.heap.get(id), b.heap.get(id)) else {
                return true;
            };
            (0..p.present().max(q.present())).all(|k| {
                p.raw(k) == q.raw(k)
                    || !matches!(
                        (p.byte(k).0, q.byte(k).0),
                        (ByteKind::Address(..), _) | (_, ByteKind::Address(..))
                    )
            })
        })
    }

    /// Fills the memory of `out`, which is a copy of `a`'s.
    pub(super) fn merge_heaps(
        &mut self,
        out: &mut State,
        a: &mut State,
        b: &mut State,
        split: Split,
    ) -> bool {
        let differing: Vec<u32> = a.heap.differing(&b.heap).collect();
        out.heap.take_over(&b.heap);
        for i in differing {
            let id = ObjectId(i);
            let both = match (a.heap.entry(id), b.heap.entry(id)) {
                (Entry::Live(x), Entry::Live(y)) => {
                    if std::rc::Rc::ptr_eq(x, y) {
                        continue;
                    }
                    Some(x.present().max(y.present()))
                }
                (Entry::Live(_), e @ Entry::OutOfScope(_)) | (Entry::Vacant, e) => {
                    out.heap.put(id, e.clone());
                    None
                }
                _ => None,
            };
            if let Some(len) = both {
                self.merge_object(out, a, b, id, len, split);
            }
        }
        true
    }

    fn merge_object(
        &mut self,
        out: &mut State,
        a: &mut State,
        b: &mut State,
        id: ObjectId,
        len: usize,
        split: Split,
    ) {
        let mut i = 0;
        while i < len {
            let (start, n) = match (a.heap.get(id), b.heap.get(id)) {
                (Some(x), Some(y)) if x.raw(i) != y.raw(i) => piece(x, y, i),
                _ => {
                    i += 1;
                    continue;
                }
            };
            let x = self.read(a, id, start as u64, n as u32);
            let y = self.read(b, id, start as u64, n as u32);
            out.uninit_count = out.uninit_count.max(a.uninit_count).max(b.uninit_count);
            let v = self.either(out, split.guard, x, y, 8 * n as u32);
            a.uninit_count = out.uninit_count;
            b.uninit_count = out.uninit_count;
            self.write(out, id, start as u64, n as u32, v);
            i = start + n;
        }
    }
}

/// The aligned piece around byte `i` in which one of both holds one value.
pub(crate) fn piece(x: &Object, y: &Object, i: usize) -> (usize, usize) {
    let size = x.size.max() as usize;
    let whole = |o: &Object, start: usize, n: usize| {
        let same =
            |f: &dyn Fn(ByteKind, u8) -> bool| (0..n).all(|k| f(o.byte(start + k).0, k as u8));
        match o.byte(start).0 {
            ByteKind::Term(t, 0) => same(&|b, k| b == ByteKind::Term(t, k)),
            ByteKind::Address(e, 0) => same(&|b, k| b == ByteKind::Address(e, k)),
            _ => false,
        }
    };
    for n in [8usize, 4, 2] {
        let start = i / n * n;
        if start + n <= size && (whole(x, start, n) || whole(y, start, n)) {
            return (start, n);
        }
    }
    let plain = |o: &Object, start: usize| {
        (start..start + 4)
            .all(|k| !matches!(o.byte(k).0, ByteKind::Term(..) | ByteKind::Address(..)))
    };
    let start = i / 4 * 4;
    if size % 4 == 0 && start + 4 <= size && plain(x, start) && plain(y, start) {
        return (start, 4);
    }
    (i, 1)
}
