//! Merging the memories of two states, object by object, in the pieces in
//! which values were stored.

use super::split::Split;
use ep_machine::driver::Driver;
use ep_machine::machine::Machine;
use ep_machine::memory::object::ByteKind;
use ep_machine::memory::swept::{Fact, Kind, Write};
use ep_machine::memory::{piece, Entry, ObjectKind};
use ep_machine::state::{Frame, State};
use ep_machine::step::choose::is_address;
use ep_machine::value::{ObjectId, Value};
use std::rc::Rc;

/// Merging the memories of two states.
pub(super) trait MergeMemory<D: Driver> {
    /// Whether each object of both is one object of the merged state.
    fn heaps_mergeable(&self, a: &State<D>, b: &State<D>) -> bool;

    /// With leak checks, addresses must not be merged: reachability is a
    /// question about each path.
    fn same_addresses(&self, a: &State<D>, b: &State<D>) -> bool;

    /// Fills the memory of `out`, which is a copy of `a`'s.
    fn merge_heaps(
        &mut self,
        out: &mut State<D>,
        a: &mut State<D>,
        b: &mut State<D>,
        split: Split,
    ) -> bool;
}

impl<D: Driver> MergeMemory<D> for Machine<D> {
    fn heaps_mergeable(&self, a: &State<D>, b: &State<D>) -> bool {
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
                        && match (x.swept(), y.swept()) {
                            (None, None) => true,
                            (Some(p), Some(q)) => p.base == q.base,
                            _ => false,
                        }
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

    fn same_addresses(&self, a: &State<D>, b: &State<D>) -> bool {
        let address = |v: &Value| is_address(*v);
        let frames = |x: &Frame<D>, y: &Frame<D>| {
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
                (Some(p), Some(q)) if !Rc::ptr_eq(p, q) => (x, y) = (p, q),
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

    fn merge_heaps(
        &mut self,
        out: &mut State<D>,
        a: &mut State<D>,
        b: &mut State<D>,
        split: Split,
    ) -> bool {
        let differing: Vec<u32> = a.heap.differing(&b.heap).collect();
        out.heap.take_over(&b.heap);
        for i in differing {
            let id = ObjectId(i);
            let both = match (a.heap.entry(id), b.heap.entry(id)) {
                (Entry::Live(x), Entry::Live(y)) => {
                    if Rc::ptr_eq(x, y) {
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
}

/// One object of them.
trait MergeObject<D: Driver> {
    fn merge_object(
        &mut self,
        out: &mut State<D>,
        a: &mut State<D>,
        b: &mut State<D>,
        id: ObjectId,
        len: usize,
        split: Split,
    );

    /// One content that a loop has swept: what each of both did to it happened
    /// under its condition.
    fn merge_swept(
        &mut self,
        out: &mut State<D>,
        a: &State<D>,
        b: &State<D>,
        id: ObjectId,
        split: Split,
    );
}

impl<D: Driver> MergeObject<D> for Machine<D> {
    fn merge_object(
        &mut self,
        out: &mut State<D>,
        a: &mut State<D>,
        b: &mut State<D>,
        id: ObjectId,
        len: usize,
        split: Split,
    ) {
        if a.heap.get(id).is_some_and(|x| x.swept().is_some()) {
            self.merge_swept(out, a, b, id, split);
            return;
        }
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

    fn merge_swept(
        &mut self,
        out: &mut State<D>,
        a: &State<D>,
        b: &State<D>,
        id: ObjectId,
        split: Split,
    ) {
        let both = match (self.swept(a, id), self.swept(b, id)) {
            (Some(x), Some(y)) => x.split(&y),
            _ => None,
        };
        let Some(x) = out.heap.get_mut(id) else {
            return;
        };
        let Some((mut merged, of_a, of_b)) = both else {
            // One of them is spoiled; different functions are not merged.
            if let Some(s) = x.swept() {
                let mut s = (**s).clone();
                s.spoil();
                x.sweep(s);
            }
            return;
        };
        let pool = &mut self.cx.pool;
        let not = pool.not(split.guard);
        for (layers, guard) in [(of_a, split.guard), (of_b, not)] {
            for layer in layers {
                merged.push(match layer {
                    Kind::Write(w) => Kind::Write(Write {
                        when: pool.and(guard, w.when),
                        ..w
                    }),
                    Kind::Fact(f) => {
                        let term = pool.implies(guard, f.term);
                        Kind::Fact(Rc::new(Fact {
                            term,
                            ..(*f).clone()
                        }))
                    }
                });
            }
        }
        x.sweep(merged);
    }
}
