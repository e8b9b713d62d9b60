//! A state: activations, memory, and what is known of unknown integers.

use crate::range::Range;
use crate::value::{Obj, Object, Own, Ptr, Sym, Val};
use ep_base::entity::EntityId;
use ep_ir::{BlockId, FuncId, IntPred, Operand, Reg};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An activation. A caller stands at its call.
#[derive(Clone, Debug)]
pub struct Frame {
    pub func: FuncId,
    pub block: BlockId,
    pub inst: usize,
    pub regs: Vec<Val>,
    pub allocas: Vec<Obj>,
    /// Bytes of its locals.
    pub bytes: u64,
}

/// How a symbol was computed: what is learned of one is learned of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    Zext(Sym),
    Sext(Sym),
    /// The same number in fewer bits: nothing was cut off, read as signed
    /// (`true`) or as unsigned.
    Narrow(Sym, bool),
    /// A sum that does not leave the signed type.
    Plus(Sym, i128),
}

impl Def {
    fn of(self) -> Sym {
        match self {
            Def::Zext(s) | Def::Sext(s) | Def::Narrow(s, _) | Def::Plus(s, _) => s,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct State {
    pub frames: Vec<Rc<Frame>>,
    pub heap: BTreeMap<Obj, Rc<Object>>,
    pub syms: BTreeMap<Sym, Range>,
    pub defs: Vec<(Sym, Def)>,
    pub next: u32,
}

impl State {
    pub fn frame(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut().map(Rc::make_mut)
    }

    pub fn top(&self) -> Option<&Frame> {
        self.frames.last().map(|f| &**f)
    }

    pub fn set(&mut self, r: Reg, v: Val) {
        if let Some(f) = self.frame() {
            if let Some(slot) = f.regs.get_mut(r.index()) {
                *slot = v;
            }
        }
    }

    pub fn operand(&self, o: &Operand) -> Val {
        match o {
            Operand::Reg(r) => {
                let regs = self.top().map(|f| &f.regs);
                let v = regs.and_then(|v| v.get(r.index()));
                v.cloned().unwrap_or(Val::Opaque)
            }
            Operand::Int(v) => Val::Int(*v),
            Operand::Wide(_) => Val::Any,
            Operand::Global(g, off) => Val::Ptr(Ptr {
                obj: Obj(g.0),
                last: false,
                off: *off,
            }),
            Operand::Func(f) => Val::Func(*f),
            Operand::Label(..) => Val::Opaque,
            Operand::Undef => Val::Undef,
        }
    }

    pub fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    pub fn add(&mut self, o: Object) -> Obj {
        let id = Obj(self.number());
        self.heap.insert(id, Rc::new(o));
        id
    }

    pub fn object(&mut self, o: Obj) -> Option<&mut Object> {
        self.heap.get_mut(&o).map(Rc::make_mut)
    }

    /// A value of this range.
    pub fn unknown(&mut self, r: Range) -> Val {
        if let Some(v) = r.value() {
            return Val::Int(v);
        }
        let s = Sym(self.number());
        self.syms.insert(s, r);
        Val::Sym(s)
    }

    pub fn range(&self, v: &Val, bits: u32) -> Option<Range> {
        match v {
            Val::Int(n) => Some(Range::single(bits, n & ep_ir::scalar::mask64(bits))),
            Val::Sym(s) => self.syms.get(s).filter(|r| r.bits == bits).copied(),
            Val::Each(r) => (r.bits == bits).then_some(*r),
            _ => None,
        }
    }

    /// Replaces values everywhere but inside of what nodes own.
    pub fn replace(&mut self, by: &dyn Fn(&Val) -> Option<Val>) {
        for f in &mut self.frames {
            if f.regs.iter().any(|v| by(v).is_some()) {
                for v in &mut Rc::make_mut(f).regs {
                    if let Some(new) = by(v) {
                        *v = new;
                    }
                }
            }
        }
        for o in self.heap.values_mut() {
            if o.cells.values().any(|c| by(&c.val).is_some()) {
                for c in Rc::make_mut(o).cells.values_mut() {
                    if let Some(new) = by(&c.val) {
                        c.val = new;
                    }
                }
            }
        }
    }

    /// Learns that a symbol lies in a range too. Whether it is possible.
    #[must_use]
    pub fn refine(&mut self, s: Sym, with: Range) -> bool {
        let mut work = vec![(s, with)];
        let mut steps = 0;
        while let Some((s, with)) = work.pop() {
            let Some(old) = self.syms.get(&s).copied() else {
                continue;
            };
            let Some(new) = old.meet(&with) else {
                return false;
            };
            steps += 1;
            if new == old || steps > 64 {
                continue;
            }
            self.syms.insert(s, new);
            for (derived, def) in self.defs.clone() {
                if derived == s {
                    if let Some(of) = self.syms.get(&def.of()).copied() {
                        work.push((def.of(), backward(def, &new, of.bits)));
                    }
                } else if def.of() == s {
                    if let Some(d) = self.syms.get(&derived).copied() {
                        work.push((derived, forward(def, &new, d.bits)));
                    }
                }
            }
        }
        let single: Vec<(Sym, u64)> = (self.syms.iter())
            .filter_map(|(s, r)| Some((*s, r.value()?)))
            .collect();
        for (s, v) in single {
            self.syms.remove(&s);
            self.defs.retain(|(d, def)| *d != s && def.of() != s);
            self.replace(&|x| (*x == Val::Sym(s)).then_some(Val::Int(v)));
        }
        true
    }

    /// Learns that a comparison of integers holds. Whether it can.
    #[must_use]
    pub fn assume(&mut self, pred: IntPred, a: &Val, b: &Val, bits: u32) -> bool {
        let (Some(x), Some(y)) = (self.range(a, bits), self.range(b, bits)) else {
            return true;
        };
        if a == b {
            use IntPred::*;
            return matches!(pred, Eq | Ule | Uge | Sle | Sge);
        }
        let Some((x, y)) = Range::compared(pred, &x, &y) else {
            return false;
        };
        if let Val::Sym(s) = a {
            if !self.refine(*s, x) {
                return false;
            }
        }
        if let Val::Sym(s) = b {
            if !self.refine(*s, y) {
                return false;
            }
        }
        if let (IntPred::Eq, Val::Sym(s), Val::Sym(t)) = (pred, a, b) {
            // One symbol for both from here on.
            if self.syms.contains_key(s) && self.syms.contains_key(t) {
                self.syms.remove(t);
                self.defs.retain(|(d, def)| d != t && def.of() != *t);
                self.replace(&|x| (*x == Val::Sym(*t)).then_some(Val::Sym(*s)));
            }
        }
        true
    }

    /// The objects that something leads to, from globals and activations.
    pub fn reachable(&self, globals: u32, with_frames: bool) -> BTreeSet<Obj> {
        let mut work: Vec<Obj> = self
            .heap
            .keys()
            .filter(|o| o.0 < globals)
            .copied()
            .collect();
        if with_frames {
            for f in &self.frames {
                work.extend(f.allocas.iter().copied());
                work.extend(f.regs.iter().filter_map(|v| v.ptr().map(|p| p.obj)));
            }
        }
        let mut seen = BTreeSet::new();
        while let Some(o) = work.pop() {
            if seen.insert(o) {
                if let Some(object) = self.heap.get(&o) {
                    let out = object.cells.values();
                    work.extend(out.filter_map(|c| c.val.ptr().map(|p| p.obj)));
                }
            }
        }
        seen
    }

    /// Drops objects that nothing leads to and symbols that do not occur.
    /// Whether an object of the heap was lost.
    pub fn collect(&mut self, globals: u32) -> bool {
        let live = self.reachable(globals, true);
        let before = self.heap.len();
        self.heap.retain(|o, _| live.contains(o));
        let mut used = BTreeSet::new();
        let mut note = |v: &Val| {
            if let Val::Sym(s) = v {
                used.insert(*s);
            }
        };
        self.frames
            .iter()
            .for_each(|f| f.regs.iter().for_each(&mut note));
        for o in self.heap.values() {
            o.cells.values().for_each(|c| note(&c.val));
        }
        self.syms.retain(|s, _| used.contains(s));
        self.defs.clear();
        before != self.heap.len()
    }

    /// Every pointer to an object that is no more leads nowhere.
    pub fn remove(&mut self, o: Obj) {
        self.heap.remove(&o);
        self.replace(&|v| v.ptr().is_some_and(|p| p.obj == o).then_some(Val::Dangling));
    }

    /// A structure of its own becomes objects; where its pointer leads.
    pub fn unpack(&mut self, own: &Own) -> Val {
        let mut object = own.object.clone();
        for c in object.cells.values_mut() {
            c.val = match &c.val {
                Val::Own(inner) if !inner.null && object.seg.is_none() => self.unpack(inner),
                Val::Each(r) if object.seg.is_none() => self.unknown(*r),
                other => other.clone(),
            };
        }
        let obj = self.add(object);
        Val::Ptr(Ptr {
            obj,
            last: false,
            off: own.off,
        })
    }
}

/// What a derived symbol's range says of what it comes from.
fn backward(def: Def, d: &Range, bits: u32) -> Range {
    match def {
        Def::Zext(_) => Range::unsigned(bits, d.umin, d.umax),
        Def::Sext(_) => Range::signed(bits, d.smin, d.smax),
        Def::Narrow(_, true) => Range::signed(bits, d.smin, d.smax),
        Def::Narrow(_, false) => Range::unsigned(bits, d.umin, d.umax),
        Def::Plus(_, k) => Range::signed(bits, d.smin - k, d.smax - k),
    }
}

/// And the other way.
fn forward(def: Def, of: &Range, bits: u32) -> Range {
    match def {
        Def::Zext(_) => Range::unsigned(bits, of.umin, of.umax),
        Def::Sext(_) => Range::signed(bits, of.smin, of.smax),
        Def::Narrow(_, true) => Range::signed(bits, of.smin, of.smax),
        Def::Narrow(_, false) => Range::unsigned(bits, of.umin, of.umax),
        Def::Plus(_, k) => Range::signed(bits, of.smin + k, of.smax + k),
    }
}
