//! A node is taken out of a segment, and rows of nodes become one.
//!
//! Idea: nodes that are reached one through the other and hold alike values are
//! one object, which stands for so many or more of them; what is read or
//! written is a single node again, in a state for each way the row can be.
//! Source: K. Dudka, P. Peringer, T. Vojnar, "Byte-Precise Verification of
//! Low-Level List Manipulation", SAS 2013 (symbolic memory graphs: first and
//! last node, nested objects). Here rows are never empty: empty, one and more
//! are different states, which costs states and saves a disjunction in each
//! address. Cost: linear in the addresses of a state per step.
//!
//! What must never happen: two nodes become one although something else leads
//! to the second, or a value is left out that one of the nodes has.

use crate::range::Range;
use crate::state::State;
use crate::value::{Cell, Fill, Kind, Obj, Object, Own, Ptr, Seg, Val};
use ep_ir::Module;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A row with so many objects is folded although their values differ.
const LONG: usize = 5;
/// How deep structures of nodes' own are nested.
const DEEP: u32 = 4;

/// The states in which the node that an address leads to is a region. None if
/// it already is.
pub fn expose(st: &State, p: Ptr) -> Option<Vec<State>> {
    let object = st.heap.get(&p.obj)?;
    let Some(seg) = object.seg else {
        // What it owns stands apart before anything of it is used.
        let owns = |c: &Cell| matches!(c.val, Val::Own(_) | Val::Each(_));
        let packed = object.cells.values().any(owns);
        return packed.then(|| own_values(st.clone(), p.obj));
    };
    let mut out = Vec::new();
    if seg.min == 1 {
        let mut one = st.clone();
        let node = one.add(Object {
            seg: None,
            ..(**object).clone()
        });
        one.heap.remove(&p.obj);
        one.replace(&|v| {
            let q = v.ptr().filter(|q| q.obj == p.obj)?;
            Some(Val::Ptr(Ptr {
                obj: node,
                last: false,
                ..q
            }))
        });
        out.extend(own_values(one, node));
    }
    let mut more = st.clone();
    let node = more.number();
    let node = Obj(node);
    let rest = Obj(more.number());
    let row = Object {
        seg: Some(Seg { min: 1, ..seg }),
        ..(**object).clone()
    };
    let single = Object {
        seg: None,
        ..(**object).clone()
    };
    more.heap.remove(&p.obj);
    more.heap.insert(node, Rc::new(single));
    more.heap.insert(rest, Rc::new(row));
    more.replace(&|v| {
        let q = v.ptr().filter(|q| q.obj == p.obj)?;
        let single = q.last == p.last;
        Some(Val::Ptr(Ptr {
            obj: if single { node } else { rest },
            last: !single && q.last,
            off: q.off,
        }))
    });
    // The links between both.
    let to = |obj: Obj, last: bool| {
        Val::Ptr(Ptr {
            obj,
            last,
            off: seg.head,
        })
    };
    let mut link = |o: Obj, at: u64, v: Val| {
        if let Some(c) = more.object(o).and_then(|o| o.cells.get_mut(&at)) {
            c.val = v;
        }
    };
    if p.last {
        link(rest, seg.next, to(node, false));
        if let Some(prev) = seg.prev {
            link(node, prev, to(rest, true));
        }
    } else {
        link(node, seg.next, to(rest, false));
        if let Some(prev) = seg.prev {
            link(rest, prev, to(node, false));
        }
    }
    out.extend(own_values(more, node));
    Some(out)
}

/// The values of a node that was taken out: its own.
fn own_values(st: State, node: Obj) -> Vec<State> {
    let mut work = vec![st];
    let mut done = Vec::new();
    while let Some(mut st) = work.pop() {
        let Some(object) = st.heap.get(&node).cloned() else {
            continue;
        };
        let next = object
            .cells
            .iter()
            .find(|(_, c)| matches!(c.val, Val::Each(_) | Val::Own(_)));
        let Some((at, cell)) = next else {
            done.push(st);
            continue;
        };
        let at = *at;
        let put = |st: &mut State, v: Val| {
            if let Some(c) = st.object(node).and_then(|o| o.cells.get_mut(&at)) {
                c.val = v;
            }
        };
        match &cell.val {
            Val::Each(r) => {
                let v = st.unknown(*r);
                put(&mut st, v);
            }
            Val::Own(own) => {
                if own.null {
                    let mut none = st.clone();
                    put(&mut none, Val::Int(0));
                    work.push(none);
                }
                let v = st.unpack(own);
                // What it owns in turn is taken out when it is reached, and
                // where a row of it starts it is one already.
                put(&mut st, v);
            }
            _ => {}
        }
        work.push(st);
    }
    done
}

/// Who leads to what.
struct Incoming {
    /// From registers.
    regs: BTreeMap<Obj, u32>,
    /// From cells: the object and the offset.
    cells: BTreeMap<Obj, Vec<(Obj, u64, Ptr)>>,
}

impl Incoming {
    fn new(st: &State) -> Incoming {
        let mut regs: BTreeMap<Obj, u32> = BTreeMap::new();
        let mut cells: BTreeMap<Obj, Vec<(Obj, u64, Ptr)>> = BTreeMap::new();
        for p in st
            .frames
            .iter()
            .flat_map(|f| f.regs.iter())
            .filter_map(Val::ptr)
        {
            *regs.entry(p.obj).or_default() += 1;
        }
        for (o, object) in &st.heap {
            for (at, c) in &object.cells {
                if let Val::Ptr(p) = c.val {
                    cells.entry(p.obj).or_default().push((*o, *at, p));
                }
            }
        }
        Incoming { regs, cells }
    }

    fn links_to(&self, o: Obj) -> &[(Obj, u64, Ptr)] {
        self.cells.get(&o).map_or(&[], |v| v)
    }
}

/// Two neighbours that can become one.
struct Pair {
    a: Obj,
    b: Obj,
    seg: Seg,
}

/// Folds what can be folded.
pub fn fold(st: &mut State, module: &Module) {
    loop {
        let incoming = Incoming::new(st);
        let mut pairs = pairs(st, module, &incoming);
        // Alike ones first; different ones where the row is long.
        let mut done = false;
        for exactly in [true, false] {
            for p in &pairs {
                if !exactly && row(&pairs, p) < LONG {
                    continue;
                }
                if merge(st, module, p, exactly, &incoming) {
                    done = true;
                    break;
                }
            }
            if done {
                break;
            }
        }
        pairs.clear();
        if !done {
            return;
        }
    }
}

/// How many objects the row has that a pair is part of.
fn row(pairs: &[Pair], p: &Pair) -> usize {
    let alike = |q: &&Pair| q.seg.next == p.seg.next && q.seg.prev == p.seg.prev;
    let mut n = 2;
    let mut b = p.b;
    while let Some(q) = pairs.iter().find(|q| alike(q) && q.a == b) {
        n += 1;
        b = q.b;
        if n > pairs.len() + 2 {
            break;
        }
    }
    let mut a = p.a;
    while let Some(q) = pairs.iter().find(|q| alike(q) && q.b == a) {
        n += 1;
        a = q.a;
        if n > 2 * pairs.len() + 4 {
            break;
        }
    }
    n
}

/// All pairs by their addresses alone.
fn pairs(st: &State, module: &Module, incoming: &Incoming) -> Vec<Pair> {
    let word = u64::from(module.layout.ptr_bits / 8);
    let mut out = Vec::new();
    for (a, x) in &st.heap {
        if x.kind != Kind::Heap {
            continue;
        }
        for (next, cell) in &x.cells {
            let Val::Ptr(to) = cell.val else { continue };
            let Some(y) = st.heap.get(&to.obj) else {
                continue;
            };
            let fits = to.obj != *a
                && y.kind == Kind::Heap
                && y.size == x.size
                && y.fill == x.fill
                && !to.last
                && cell.size == word
                && x.seg.is_none_or(|s| s.next == *next && s.head == to.off)
                && y.seg.is_none_or(|s| s.next == *next && s.head == to.off);
            if !fits {
                continue;
            }
            let Some(onward) = y.cells.get(next).filter(|c| c.size == word) else {
                continue;
            };
            if !matches!(onward.val, Val::Ptr(_) | Val::Int(0) | Val::Undef) {
                continue;
            }
            let back = |at: u64, c: &Cell| match c.val {
                Val::Ptr(p) => {
                    at != *next
                        && p.obj == *a
                        && p.off == to.off
                        && (x.seg.is_none() || p.last)
                        && c.size == word
                }
                _ => false,
            };
            let prev = y
                .cells
                .iter()
                .find(|(at, c)| back(**at, c))
                .map(|(at, _)| *at);
            // Of both directions the first field is the one to the next.
            if prev.is_some_and(|p| p < *next) {
                continue;
            }
            let same = |s: &Option<Seg>| s.is_none_or(|s| s.prev == prev);
            if !same(&x.seg) || !same(&y.seg) {
                continue;
            }
            if let Some(p) = prev {
                if x.cells.get(&p).is_none_or(|c| c.size != word) {
                    continue;
                }
            }
            let seg = Seg {
                next: *next,
                prev,
                head: to.off,
                min: 2,
            };
            let pair = Pair {
                a: *a,
                b: to.obj,
                seg,
            };
            if alone(st, incoming, &pair) {
                out.push(pair);
            }
        }
    }
    out
}

/// Nothing else leads into the middle.
fn alone(st: &State, incoming: &Incoming, p: &Pair) -> bool {
    let (Some(x), Some(y)) = (st.heap.get(&p.a), st.heap.get(&p.b)) else {
        return false;
    };
    // To the second: the first, and the one behind it where it knows its
    // predecessor.
    if incoming.regs.contains_key(&p.b) {
        return false;
    }
    let behind = y.cells.get(&p.seg.next).and_then(|c| c.val.ptr());
    let allowed = |(o, at, q): &(Obj, u64, Ptr)| {
        let from_first = *o == p.a && *at == p.seg.next;
        let from_behind = p.seg.prev.is_some_and(|prev| {
            behind.is_some_and(|b| b.obj == *o)
                && q.off == p.seg.head
                && (*at == prev || st.heap.get(o).is_some_and(|o| o.kind != Kind::Heap))
        });
        from_first || (from_behind && (y.seg.is_none() || q.last))
    };
    let to_second = incoming.links_to(p.b);
    if !to_second.iter().all(allowed) {
        return false;
    }
    let first_of_second = to_second
        .iter()
        .filter(|(o, at, _)| *o == p.a && *at == p.seg.next);
    if first_of_second.count() != 1 {
        return false;
    }
    // To the last node of the first, if it is a row: only the second.
    if x.seg.is_some() {
        let last = incoming.links_to(p.a).iter().filter(|(_, _, q)| q.last);
        let from_second = |(o, at, _): &(Obj, u64, Ptr)| *o == p.b && Some(*at) == p.seg.prev;
        if !last.clone().all(from_second) || last.count() > 1 {
            return false;
        }
        let regs = st.frames.iter().flat_map(|f| f.regs.iter());
        if regs.filter_map(Val::ptr).any(|q| q.obj == p.a && q.last) {
            return false;
        }
    }
    true
}

/// Makes one row of a pair. Whether their values allowed it.
fn merge(st: &mut State, module: &Module, p: &Pair, exactly: bool, incoming: &Incoming) -> bool {
    let (Some(x), Some(y)) = (st.heap.get(&p.a).cloned(), st.heap.get(&p.b).cloned()) else {
        return false;
    };
    let variable = |(o, ..): &(Obj, u64, Ptr)| st.heap.get(o).is_some_and(|o| o.kind != Kind::Heap);
    let pinned = incoming.regs.contains_key(&p.a) || incoming.links_to(p.a).iter().any(variable);
    let mut join = Join {
        pinned,
        st,
        module,
        incoming,
        nodes: [p.a, p.b],
        eaten: Vec::new(),
        exactly,
    };
    let links = [Some(p.seg.next), p.seg.prev];
    let Some(mut cells) = join.cells(&x, &y, &links, DEEP) else {
        return false;
    };
    let eaten = join.eaten;
    let get = |o: &Object, at: u64| o.cells.get(&at).cloned();
    if let Some(c) = get(&y, p.seg.next) {
        cells.insert(p.seg.next, c);
    }
    if let Some((prev, c)) = p.seg.prev.and_then(|at| Some((at, get(&x, at)?))) {
        cells.insert(prev, c);
    }
    let row = st.add(Object {
        size: x.size,
        kind: Kind::Heap,
        fill: x.fill,
        cells,
        seg: Some(p.seg),
        loc: x.loc,
    });
    st.heap.remove(&p.a);
    st.heap.remove(&p.b);
    for o in eaten {
        st.heap.remove(&o);
    }
    let (a, b) = (p.a, p.b);
    st.replace(&|v| {
        let q = v.ptr()?;
        let last = if q.obj == a {
            false
        } else if q.obj == b {
            true
        } else {
            return None;
        };
        Some(Val::Ptr(Ptr {
            obj: row,
            last,
            off: q.off,
        }))
    });
    true
}

/// The common content of two nodes.
struct Join<'a> {
    st: &'a State,
    module: &'a Module,
    incoming: &'a Incoming,
    nodes: [Obj; 2],
    /// Objects that become a part of the row.
    eaten: Vec<Obj>,
    exactly: bool,
    /// A variable leads to the first node.
    pinned: bool,
}

impl Join<'_> {
    fn cells(
        &mut self,
        x: &Object,
        y: &Object,
        links: &[Option<u64>],
        depth: u32,
    ) -> Option<BTreeMap<u64, Cell>> {
        let mut out = BTreeMap::new();
        for (at, size) in pieces(x, y) {
            if links.contains(&Some(at)) {
                continue;
            }
            let v = x.peek(self.module, at, size);
            let w = y.peek(self.module, at, size);
            let val = self.value(&v, &w, size, depth)?;
            out.insert(at, Cell { size, val });
        }
        Some(out)
    }

    fn value(&mut self, v: &Val, w: &Val, size: u64, depth: u32) -> Option<Val> {
        let bits = u32::try_from(size * 8)
            .ok()
            .filter(|b| (1..=64).contains(b));
        match (v, w) {
            (Val::Own(_), _) | (_, Val::Own(_)) => return self.owned(v, w, depth),
            (Val::Ptr(p), Val::Ptr(q)) if p == q => return Some(v.clone()),
            (Val::Ptr(_), Val::Ptr(_)) => return self.owned(v, w, depth),
            (Val::Ptr(_), Val::Int(0)) | (Val::Int(0), Val::Ptr(_)) if !self.exactly => {
                return self.owned(v, w, depth)
            }
            (Val::Ptr(_), _) | (_, Val::Ptr(_)) => return None,
            _ if v == w => return Some(v.clone()),
            (Val::Undef, _) | (_, Val::Undef) => {
                return (!self.exactly).then_some(Val::Undef);
            }
            (Val::Opaque, _) | (_, Val::Opaque) => return Some(Val::Opaque),
            (Val::Dangling | Val::Func(_), _) | (_, Val::Dangling | Val::Func(_)) => return None,
            _ => {}
        }
        let known = |v: &Val| {
            self.st.range(v, bits?).or_else(|| match v {
                Val::Sym(s) => self.st.syms.get(s).copied(),
                Val::Each(r) => Some(*r),
                _ => None,
            })
        };
        let (r, s) = match (known(v), known(w)) {
            (Some(r), Some(s)) if r.bits == s.bits => (r, s),
            _ => return Some(Val::Any),
        };
        // The first node keeps what is known of it alone while a variable
        // leads there.
        let into_second = s.contains(&r) && (!self.pinned || r == s);
        let alike = match (v, w) {
            (Val::Each(_), Val::Each(_)) => r.contains(&s) || into_second,
            (Val::Each(_), _) => r.contains(&s),
            (_, Val::Each(_)) => into_second,
            _ => r == s,
        };
        (alike || !self.exactly).then(|| Val::Each(r.hull(&s)))
    }

    /// Both nodes have a structure of their own, or none.
    fn owned(&mut self, v: &Val, w: &Val, depth: u32) -> Option<Val> {
        let depth = depth.checked_sub(1)?;
        let a = self.own(v, depth)?;
        let b = self.own(w, depth)?;
        let (a, b) = match (a, b) {
            (None, None) => return Some(Val::Int(0)),
            (Some(a), None) | (None, Some(a)) => {
                let alike = a.null;
                return (alike || !self.exactly)
                    .then(|| Val::Own(Rc::new(Own { null: true, ..a })));
            }
            (Some(a), Some(b)) => (a, b),
        };
        let own = self.both(&a, &b, depth)?;
        Some(Val::Own(Rc::new(own)))
    }

    /// One structure for two.
    fn both(&mut self, a: &Own, b: &Own, depth: u32) -> Option<Own> {
        let (x, y) = (&a.object, &b.object);
        if x.size != y.size || x.fill != y.fill || a.off != b.off {
            return None;
        }
        let seg = match (x.seg, y.seg) {
            (None, None) => None,
            (Some(s), Some(t)) => {
                if s.next != t.next || s.prev != t.prev || s.head != t.head {
                    return None;
                }
                Some(Seg {
                    min: s.min.min(t.min),
                    ..s
                })
            }
            (Some(s), None) | (None, Some(s)) => Some(Seg { min: 1, ..s }),
        };
        if let (Some(s), true) = (seg, x.seg.is_some() != y.seg.is_some()) {
            if !links(x, s, self.module) || !links(y, s, self.module) {
                return None;
            }
        }
        let cells = self.cells(x, y, &[], depth)?;
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

    /// What a pointer leads to as a structure that nothing else leads to; null
    /// is none.
    fn own(&mut self, v: &Val, depth: u32) -> Option<Option<Own>> {
        let p = match v {
            Val::Own(o) => return Some(Some((**o).clone())),
            Val::Int(0) => return Some(None),
            Val::Ptr(p) => *p,
            _ => return None,
        };
        let depth = depth.checked_sub(1)?;
        let object = self.st.heap.get(&p.obj)?;
        let others = self.incoming.links_to(p.obj).len() != 1
            || self.incoming.regs.contains_key(&p.obj)
            || self.nodes.contains(&p.obj);
        if others || object.kind != Kind::Heap || p.last || self.eaten.contains(&p.obj) {
            return None;
        }
        self.eaten.push(p.obj);
        let mut object = (**object).clone();
        for c in object.cells.values_mut() {
            c.val = match &c.val {
                Val::Ptr(_) => Val::Own(Rc::new(self.own(&c.val, depth)??)),
                Val::Sym(s) => Val::Each(self.st.syms.get(s).copied().unwrap_or(Range::full(64))),
                Val::Dangling => return None,
                other => other.clone(),
            };
        }
        // A chain of single nodes that end with null is a row, so that one and
        // more of them are alike.
        Some(Some(Own {
            object,
            off: p.off,
            null: false,
        }))
    }
}

/// Whether an object has cells where the pointers of such a row lie.
pub fn links(o: &Object, s: Seg, module: &Module) -> bool {
    let word = u64::from(module.layout.ptr_bits / 8);
    let has = |at: u64| o.cells.get(&at).is_some_and(|c| c.size == word);
    has(s.next) && s.prev.is_none_or(has)
}

/// The pieces in which the cells of both are whole; what lies in no cell of
/// either is left out where both are filled alike.
pub fn pieces(x: &Object, y: &Object) -> Vec<(u64, u64)> {
    let mut cuts: Vec<u64> = Vec::new();
    for (at, c) in x.cells.iter().chain(&y.cells) {
        cuts.push(*at);
        cuts.push(at + c.size);
    }
    let alike = x.fill == y.fill;
    if !alike {
        cuts.push(0);
        cuts.push(x.size);
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut out = Vec::new();
    for w in cuts.windows(2) {
        let [from, to] = w else { continue };
        let size = to - from;
        let covered = |o: &Object| o.overlapping(*from, size).next().is_some();
        if !alike || covered(x) || covered(y) {
            out.push((*from, size));
        }
    }
    out
}

/// What both are filled with, where they differ.
pub fn fill(x: &Object, y: &Object) -> Fill {
    if x.fill == y.fill {
        x.fill
    } else {
        Fill::Undef
    }
}
