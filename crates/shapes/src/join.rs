//! Two states at one place become one that has the runs of both.
//!
//! Idea: walk both memories at once from the variables; the states can be
//! joined where the walks meet the same objects in the same places. Numbers
//! that differ become a symbol, and the same pair of numbers the same symbol,
//! so that what was equal in both stays so. A region and a row meet as a row of
//! one or more. Source: SAS 2013 as in [`crate::segment`]. Alternative there:
//! rows are inserted where shapes differ; here such states stay apart. Cost:
//! linear in the cells.
//!
//! What must never happen: the result lacks a run of one of both. So what was
//! not walked in both ends the join.

use crate::range::Range;
use crate::segment::{links, pieces};
use crate::state::State;
use crate::value::{Cell, Fill, Kind, Obj, Object, Own, Ptr, Seg, Sym, Val};
use ep_ir::{GlobalId, LocId, Module};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Two states as one.
pub struct Joined {
    pub state: State,
    /// It has more than the first of both.
    pub grew: bool,
    /// A number differs that the loop does not change.
    pub keyed: bool,
    /// Constants in memory that differ.
    pub lossy: u32,
}

/// How states are joined.
pub struct How<'a> {
    pub module: &'a Module,
    /// Registers of the last activation that its loop sets.
    pub changed: &'a dyn Fn(usize) -> bool,
    /// Bounds that grow go to one of these.
    pub widen: Option<&'a [i128]>,
}

struct Walk<'a> {
    a: &'a State,
    b: &'a State,
    how: &'a How<'a>,
    to: BTreeMap<Obj, Obj>,
    from: BTreeMap<Obj, Obj>,
    work: Vec<(Obj, Obj)>,
    numbers: Vec<(Val, Val, Val)>,
    out: State,
    grew: bool,
    keyed: bool,
    lossy: u32,
}

/// Where a pair of values stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a register that the loop sets.
    Changing,
    /// In one that it does not.
    Key,
    Memory,
}

/// Joins two states whose activations stand at the same places.
pub fn join(a: &State, b: &State, how: &How<'_>) -> Option<Joined> {
    let mut out = a.clone();
    out.next = a.next.max(b.next);
    out.heap.clear();
    out.defs.clear();
    let mut w = Walk {
        a,
        b,
        how,
        to: BTreeMap::new(),
        from: BTreeMap::new(),
        work: Vec::new(),
        numbers: Vec::new(),
        out,
        grew: false,
        keyed: false,
        lossy: 0,
    };
    w.walk()?;
    Some(Joined {
        state: w.out,
        grew: w.grew,
        keyed: w.keyed,
        lossy: w.lossy,
    })
}

impl Walk<'_> {
    fn walk(&mut self) -> Option<()> {
        let (a, b) = (self.a, self.b);
        if a.frames.len() != b.frames.len() {
            return None;
        }
        let globals = self.how.module.globals.len() as u32;
        for o in a.heap.keys().chain(b.heap.keys()) {
            if o.0 < globals {
                self.object(*o, *o)?;
            }
        }
        let last = a.frames.len().saturating_sub(1);
        for (i, (f, g)) in a.frames.iter().zip(&b.frames).enumerate() {
            if f.allocas.len() != g.allocas.len() || f.regs.len() != g.regs.len() {
                return None;
            }
            for (x, y) in f.allocas.iter().zip(&g.allocas) {
                self.object(*x, *y)?;
            }
            let types = self.how.module.functions.get(f.func).map(|f| &f.regs)?;
            let mut regs = Vec::with_capacity(f.regs.len());
            for (r, (v, w)) in f.regs.iter().zip(&g.regs).enumerate() {
                let place = match i == last && (self.how.changed)(r) {
                    true => Place::Changing,
                    false => Place::Key,
                };
                let ty = types.get(ep_ir::Reg(r as u32))?;
                let bits = crate::memory::symbol_bits(self.how.module, *ty);
                regs.push(self.value(v, w, bits, place)?);
            }
            Rc::make_mut(self.out.frames.get_mut(i)?).regs = regs;
        }
        while let Some((x, y)) = self.work.pop() {
            self.content(x, y)?;
        }
        // An object that a piece of an address led to would be gone without a
        // word.
        let all =
            |st: &State, seen: &BTreeMap<Obj, Obj>| st.heap.keys().all(|o| seen.contains_key(o));
        (all(a, &self.to) && all(b, &self.from)).then_some(())
    }

    /// Both are the same object.
    fn object(&mut self, x: Obj, y: Obj) -> Option<()> {
        match (self.to.get(&x), self.from.get(&y)) {
            (Some(t), Some(f)) if *t == y && *f == x => Some(()),
            (None, None) => {
                self.to.insert(x, y);
                self.from.insert(y, x);
                self.work.push((x, y));
                Some(())
            }
            _ => None,
        }
    }

    fn get(&self, st: &State, o: Obj) -> Option<Rc<Object>> {
        if let Some(o) = st.heap.get(&o) {
            return Some(o.clone());
        }
        let id = GlobalId(o.0);
        let g = self.how.module.globals.get(id)?;
        Some(Rc::new(Object::new(
            g.size,
            Kind::Global,
            Fill::Init(id),
            LocId(0),
        )))
    }

    fn content(&mut self, x: Obj, y: Obj) -> Option<()> {
        let global = x.0 < self.how.module.globals.len() as u32;
        if global && !self.a.heap.contains_key(&x) && !self.b.heap.contains_key(&y) {
            // Nothing was written to it in either.
            return Some(());
        }
        let (p, q) = (self.get(self.a, x)?, self.get(self.b, y)?);
        if p.size != q.size || p.kind != q.kind {
            return None;
        }
        let mixed = p.seg.is_some() != q.seg.is_some();
        let seg = match (p.seg, q.seg) {
            (None, None) => None,
            (Some(s), Some(t)) => {
                if s.next != t.next || s.prev != t.prev || s.head != t.head {
                    return None;
                }
                self.grew |= t.min < s.min;
                Some(Seg {
                    min: s.min.min(t.min),
                    ..s
                })
            }
            (Some(s), None) => {
                self.grew |= s.min > 1;
                Some(Seg { min: 1, ..s })
            }
            (None, Some(t)) => {
                self.grew = true;
                Some(Seg { min: 1, ..t })
            }
        };
        if let (true, Some(s)) = (mixed, seg) {
            if !links(&p, s, self.how.module) || !links(&q, s, self.how.module) {
                return None;
            }
        }
        let mut cells = BTreeMap::new();
        let before = self.lossy;
        for (at, size) in pieces(&p, &q) {
            let v = p.peek(self.how.module, at, size);
            let w = q.peek(self.how.module, at, size);
            let val = self.slot(&v, &w, size)?;
            cells.insert(at, Cell { size, val });
        }
        if mixed && self.lossy > before {
            return None;
        }
        let object = Object {
            size: p.size,
            kind: p.kind,
            fill: crate::segment::fill(&p, &q),
            cells,
            seg,
            loc: p.loc,
        };
        self.out.heap.insert(x, Rc::new(object));
        Some(())
    }

    /// A cell, of a region or of all nodes of a row.
    fn slot(&mut self, v: &Val, w: &Val, size: u64) -> Option<Val> {
        let bits = u32::try_from(size * 8)
            .ok()
            .filter(|b| (1..=64).contains(b));
        match (v, w) {
            (Val::Own(a), Val::Own(b)) => {
                let own = self.own(a, b)?;
                Some(Val::Own(Rc::new(own)))
            }
            (Val::Own(a), Val::Int(0)) => {
                self.grew |= !a.null;
                Some(Val::Own(Rc::new(Own {
                    null: true,
                    ..(**a).clone()
                })))
            }
            (Val::Int(0), Val::Own(b)) => {
                self.grew = true;
                Some(Val::Own(Rc::new(Own {
                    null: true,
                    ..(**b).clone()
                })))
            }
            (Val::Own(_), _) | (_, Val::Own(_)) => None,
            (Val::Each(_), _) | (_, Val::Each(_)) => {
                let (r, s) = (self.known(self.a, v, bits), self.known(self.b, w, bits));
                match (r, s) {
                    (Some(r), Some(s)) if r.bits == s.bits => {
                        let was_each = matches!(v, Val::Each(_));
                        if was_each && r.contains(&s) {
                            return Some(v.clone());
                        }
                        self.grew = true;
                        let same = r.contains(&s) || s.contains(&r);
                        self.lossy += u32::from(!same);
                        Some(Val::Each(self.wider(&r, &s)))
                    }
                    _ => match (v, w) {
                        (Val::Ptr(_) | Val::Func(_) | Val::Dangling, _)
                        | (_, Val::Ptr(_) | Val::Func(_) | Val::Dangling) => None,
                        (Val::Undef | Val::Opaque, _) => Some(v.clone()),
                        (_, Val::Undef | Val::Opaque) => {
                            self.grew = true;
                            self.lossy += 1;
                            Some(w.clone())
                        }
                        _ => {
                            self.grew |= *v != Val::Any;
                            Some(Val::Any)
                        }
                    },
                }
            }
            _ => self.value(v, w, bits, Place::Memory),
        }
    }

    fn known(&self, st: &State, v: &Val, bits: Option<u32>) -> Option<Range> {
        match v {
            Val::Sym(s) => st.syms.get(s).copied(),
            Val::Each(r) => Some(*r),
            Val::Int(_) => st.range(v, bits?),
            _ => None,
        }
    }

    fn wider(&self, r: &Range, s: &Range) -> Range {
        let hull = r.hull(s);
        match self.how.widen {
            Some(t) => hull.widened(r, t),
            None => hull,
        }
    }

    fn own(&mut self, a: &Own, b: &Own) -> Option<Own> {
        let (x, y) = (&a.object, &b.object);
        if x.size != y.size || x.fill != y.fill || a.off != b.off {
            return None;
        }
        let seg = match (x.seg, y.seg) {
            (None, None) => None,
            (Some(s), Some(t)) if s.next == t.next && s.prev == t.prev && s.head == t.head => {
                self.grew |= t.min < s.min;
                Some(Seg {
                    min: s.min.min(t.min),
                    ..s
                })
            }
            (Some(s), None) if links(y, s, self.how.module) => {
                self.grew |= s.min > 1;
                Some(Seg { min: 1, ..s })
            }
            (None, Some(t)) if links(x, t, self.how.module) => {
                self.grew = true;
                Some(Seg { min: 1, ..t })
            }
            _ => return None,
        };
        let mut cells = BTreeMap::new();
        for (at, size) in pieces(x, y) {
            let v = x.peek(self.how.module, at, size);
            let w = y.peek(self.how.module, at, size);
            let val = self.slot(&v, &w, size)?;
            cells.insert(at, Cell { size, val });
        }
        self.grew |= b.null && !a.null;
        Some(Own {
            object: Object {
                seg,
                cells,
                ..x.clone()
            },
            off: a.off,
            null: a.null || b.null,
        })
    }

    fn differs(&mut self, place: Place) {
        self.grew = true;
        match place {
            Place::Key => self.keyed = true,
            Place::Memory => self.lossy += 1,
            Place::Changing => {}
        }
    }

    fn value(&mut self, v: &Val, w: &Val, bits: Option<u32>, place: Place) -> Option<Val> {
        match (v, w) {
            (Val::Ptr(p), Val::Ptr(q)) => {
                if p.off != q.off {
                    return None;
                }
                let row = |st: &State, o: Obj| st.heap.get(&o).is_some_and(|o| o.seg.is_some());
                let last = match (row(self.a, p.obj), row(self.b, q.obj)) {
                    (true, true) if p.last != q.last => return None,
                    (true, _) => p.last,
                    (false, true) => q.last,
                    (false, false) => false,
                };
                self.object(p.obj, q.obj)?;
                return Some(Val::Ptr(Ptr { last, ..*p }));
            }
            (Val::Ptr(_), _) | (_, Val::Ptr(_)) => return None,
            (Val::Func(f), Val::Func(g)) if f == g => return Some(v.clone()),
            (Val::Dangling, Val::Dangling) | (Val::Any, Val::Any) => return Some(v.clone()),
            (Val::Undef, _) => return Some(Val::Undef),
            (Val::Opaque, _) => return Some(Val::Opaque),
            (_, Val::Opaque | Val::Undef) => {
                self.differs(place);
                return Some(w.clone());
            }
            (Val::Func(_) | Val::Dangling, _) | (_, Val::Func(_) | Val::Dangling) => return None,
            (Val::Any, _) => return Some(Val::Any),
            (_, Val::Any) => {
                self.differs(place);
                return Some(Val::Any);
            }
            (Val::Int(m), Val::Int(n)) if m == n => return Some(v.clone()),
            _ => {}
        }
        let seen = self.numbers.iter().find(|(x, y, _)| x == v && y == w);
        if let Some(same) = seen.map(|(_, _, same)| same.clone()) {
            if same != *v {
                self.differs(place);
            }
            return Some(same);
        }
        let of_symbol = |st: &State, v: &Val| match v {
            Val::Sym(s) => st.syms.get(s).map(|r| r.bits),
            _ => None,
        };
        let bits = of_symbol(self.a, v).or(of_symbol(self.b, w)).or(bits);
        let known = bits.and_then(|b| Some((self.a.range(v, b)?, self.b.range(w, b)?)));
        let Some((r, s)) = known else {
            self.differs(place);
            return Some(Val::Any);
        };
        let used = self.numbers.iter().any(|(x, _, _)| x == v);
        if let (Val::Sym(_), false, true) = (v, used, r.contains(&s)) {
            // The symbol itself stands for both.
            self.numbers.push((v.clone(), w.clone(), v.clone()));
            return Some(v.clone());
        }
        self.differs(place);
        let range = self.wider(&r, &s);
        let new = Sym(self.out.number());
        self.out.syms.insert(new, range);
        self.numbers.push((v.clone(), w.clone(), Val::Sym(new)));
        Some(Val::Sym(new))
    }
}
