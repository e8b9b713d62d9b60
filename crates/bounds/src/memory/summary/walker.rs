//! The regions that are being walked, their symbols, and the summaries.
//!
//! Idea: a region is walked over symbols of its own for what it finds at its
//! entry: registers and pieces of memory become symbols when they are first
//! read. What a symbol is outside decides which sides of a branch are followed,
//! but nothing that is derived inside depends on it, so that the reasons of
//! sides that are impossible can be asked for over the symbols, whether a
//! solver or a number decided. Source: document 000, section 3 (interpolant,
//! witness, dominance, transformer), Algorithm 1. Alternative: to run in the
//! context and generalise afterwards, which needs every step twice. Cost: a
//! substitution per symbol and nesting.

use super::map::Map;
use super::parts::{Parts, Visit};
use super::sum::{Bytes, Subst, SIZE_BITS};
use super::value::{Base, Fresh, Object, Ptr, State, Ty, Val};
use ep_base::memory::Allocator;
use ep_base::Budget;
use ep_ir::analysis::{Cfg, Dominators, Live, Loops};
use ep_ir::{BlockId, FuncId, LocId, Module, Reg, Type};
use ep_machine::driver::Solving;
use ep_machine::memory::ledger::Realloc;
use ep_term::{Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Why there is no answer: what is not modelled here, or a limit.
#[derive(Clone, Debug)]
pub struct Why(pub String);

pub(super) type Res<T> = Result<T, Why>;

pub(super) fn why<T>(what: impl Into<String>) -> Res<T> {
    Err(Why(what.into()))
}

/// A part of the program that has summaries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    /// A function.
    Call(FuncId),
    /// A round of the loop with this head.
    Round(FuncId, BlockId),
    /// From here to the end of the round or function around it.
    Rest(FuncId, BlockId),
}

/// Where a region ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Exit {
    /// The head of the loop again.
    Back,
    /// A block outside of the loop.
    To(BlockId),
    Return,
    /// The program ends.
    Stop,
}

/// Where a symbol of a region comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Access {
    Param(u32),
    Reg(Reg),
    Cell(Base, TermId),
}

/// What the object behind a pointer has to be where a summary is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// This one.
    Is(Base),
    /// That of another symbol.
    Same(u32),
    /// One that no other symbol of the region has, and no global.
    Own,
}

/// What a region found at its entry.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub at: Access,
    pub ty: Ty,
    pub val: Val,
    /// Over the symbols of the region around it, once it was asked for.
    pub outer: Option<Val>,
    pub shape: Option<Shape>,
    /// The summary mentions it.
    pub needed: bool,
}

/// A sum that may be the highest, and where.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub sum: Bytes,
    /// The path that reached it.
    pub path: TermId,
    /// It stands for others too, which are not above it: it is a bound where
    /// this holds.
    pub within: TermId,
}

/// Where a path is taken, one sum is not above another one: what the other one
/// is more is not negative. Two comparisons with the same rest are one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AtMost {
    pub when: TermId,
    pub rest: Bytes,
}

/// The end of a region.
#[derive(Clone)]
pub(super) struct Leaf {
    pub exit: Exit,
    pub state: State,
}

/// A merged end of a region, over its symbols.
pub(super) struct End {
    pub exit: Exit,
    /// Its paths.
    pub cond: TermId,
    pub state: State,
}

/// What is known about a region: Definition 9.
pub(super) struct Summary {
    pub symbols: Vec<Symbol>,
    /// Values that are anything, new at each use.
    pub anything: Vec<(VarId, Sort)>,
    /// The interpolant: none of these conjunctions can hold.
    pub reasons: Vec<Vec<TermId>>,
    /// What must hold, so that the candidates are the highest.
    pub dominance: Vec<AtMost>,
    /// The witnesses of the highest point.
    pub high: Vec<Candidate>,
    /// The path of the highest net at the ends, and whether it is one for all.
    pub net: Option<Candidate>,
    /// The values of the symbols where it was made, for patterns by equality.
    pub made_at: Vec<Val>,
    pub ends: Vec<End>,
    /// Some path ends the program.
    pub stops: bool,
    /// Which visit it is of.
    pub visit: usize,
}

/// A region that is being walked.
pub(super) struct Region {
    pub key: Key,
    pub outer: State,
    pub args: Vec<Val>,
    pub symbols: Vec<Symbol>,
    index: FxHashMap<(Access, Ty), u32>,
    /// Over the inputs of the program.
    pub root: Subst,
    /// Over the symbols of the region around it.
    pub out: Subst,
    pub anything: Vec<(VarId, Sort)>,
    pub reasons: Vec<Vec<TermId>>,
    /// The same, to look one up.
    pub given: FxHashSet<Vec<TermId>>,
    pub known: FxHashSet<Vec<TermId>>,
    /// Symbols whose value in the region around was not asked for yet.
    later: FxHashMap<VarId, u32>,
    /// Objects that the regions around wrote, the whole program left out.
    pub touched: Map<Base, ()>,
    pub dominance: Vec<AtMost>,
    pub high: Vec<Candidate>,
}

impl Region {
    pub fn new(key: Key, outer: State, args: Vec<Val>) -> Region {
        Region {
            key,
            outer,
            args,
            symbols: Vec::new(),
            index: FxHashMap::default(),
            root: Subst::default(),
            out: Subst::default(),
            anything: Vec::new(),
            reasons: Vec::new(),
            given: FxHashSet::default(),
            known: FxHashSet::default(),
            later: FxHashMap::default(),
            touched: Map::default(),
            dominance: Vec::new(),
            high: Vec::new(),
        }
    }
}

/// Facts about a function.
pub(super) struct Facts {
    pub cfg: Cfg,
    pub loops: Loops,
    pub live: Live,
    /// By block: the loop that it is the head of.
    pub heads: BTreeMap<BlockId, ep_ir::analysis::LoopId>,
}

/// Walks a program.
pub(super) struct Walker<'m> {
    pub module: &'m Module,
    pub cx: Solving,
    pub parts: Parts,
    pub realloc: Realloc,
    pub allocator: Allocator,
    pub budget: Budget,
    pub regions: Vec<Region>,
    pub memo: FxHashMap<Key, Vec<Rc<Summary>>>,
    pub facts: FxHashMap<FuncId, Rc<Facts>>,
    /// Functions whose address is taken, once asked for.
    pub taken: Option<BTreeSet<FuncId>>,
    pub next_object: u32,
    pub visits: Vec<Visit>,
    /// Visits whose regions are being walked, outermost first.
    pub open: Vec<usize>,
    /// What is being executed.
    pub at: (FuncId, LocId),
    pub paths: u64,
    pub steps: u64,
    /// The most parts of a size that a join made.
    pub widest: usize,
    pub reuses: u64,
    /// Reuses that were explored instead and gave the same.
    pub checked: u64,
}

impl<'m> Walker<'m> {
    pub fn level(&self) -> usize {
        self.regions.len() - 1
    }

    pub fn facts(&mut self, f: FuncId) -> Res<Rc<Facts>> {
        if let Some(x) = self.facts.get(&f) {
            return Ok(x.clone());
        }
        let Some(function) = self.module.functions.get(f) else {
            return why("a function that there is not");
        };
        let cfg = Cfg::new(function);
        let dom = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dom);
        if !loops.irreducible.is_empty() {
            return why(format!(
                "a cycle with several entries in `{}`",
                function.name
            ));
        }
        let live = Live::new(function, &cfg);
        let heads = loops.loops.iter().map(|(id, l)| (l.header, id)).collect();
        let facts = Rc::new(Facts {
            cfg,
            loops,
            live,
            heads,
        });
        self.facts.insert(f, facts.clone());
        Ok(facts)
    }

    /// The kind of a register.
    pub fn kind(&self, f: FuncId, r: Reg) -> Ty {
        let function = self.module.functions.get(f);
        match function.and_then(|f| f.regs.get(r)) {
            Some(t) => self.ty(*t),
            None => Ty::Ptr,
        }
    }

    pub fn ty(&self, t: Type) -> Ty {
        match t {
            Type::Ptr => Ty::Ptr,
            t => Ty::Num(self.module.layout.bits(t)),
        }
    }

    /// The time is over.
    pub fn tick(&mut self) -> Res<()> {
        self.steps += 1;
        if self.steps % 256 == 0 {
            if self.budget.stop_now().is_some() {
                return why("the time limit");
            }
            if self
                .budget
                .max_memory
                .is_some_and(|m| ep_explore::resident() > m)
            {
                return why("the memory limit");
            }
        }
        Ok(())
    }

    fn sort(ty: Ty) -> Sort {
        match ty {
            Ty::Num(1) => Sort::Bool,
            Ty::Num(w) => Sort::BitVec(w),
            Ty::Ptr => Sort::BitVec(64),
        }
    }

    /// A term that can be anything, at this region.
    pub fn anything(&mut self, level: usize, sort: Sort) -> TermId {
        let t = self.cx.pool.fresh_var("any", sort);
        if level > 0 {
            if let Some(v) = self.cx.pool.as_var(t) {
                let r = self.cx.pool.fresh_var("any", sort);
                let region = &mut self.regions[level];
                region.root.terms.insert(v, r);
                region.anything.push((v, sort));
            }
        }
        t
    }

    /// A value that can be anything.
    pub fn any(&mut self, level: usize, ty: Ty) -> Val {
        match ty {
            Ty::Num(_) => Val::Num(self.anything(level, Self::sort(ty))),
            Ty::Ptr => {
                let off = self.anything(level, Sort::BitVec(64));
                let null = self.anything(level, Sort::Bool);
                Val::Ptr(Rc::new(Ptr {
                    base: Base::Unknown,
                    off,
                    null,
                    size: Bytes::default(),
                }))
            }
        }
    }

    pub fn null(&mut self) -> Val {
        let (off, null) = (self.cx.pool.bv(64, 0), self.cx.pool.tru());
        Val::Ptr(Rc::new(Ptr {
            base: Base::Null,
            off,
            null,
            size: Bytes::default(),
        }))
    }

    /// A pointer to the start of an object that is not null.
    pub fn pointer(&mut self, base: Base, off: u64, size: Bytes) -> Val {
        let null = self.cx.pool.fls();
        let off = self.cx.pool.bv(64, u128::from(off));
        Val::Ptr(Rc::new(Ptr {
            base,
            off,
            null,
            size,
        }))
    }

    /// A term over the inputs of the program.
    pub fn at_root(&mut self, level: usize, t: TermId) -> TermId {
        match level {
            0 => t,
            _ => self.regions[level].root.term(&mut self.cx.pool, t),
        }
    }

    pub fn bytes_at_root(&mut self, level: usize, b: &Bytes) -> Bytes {
        match level {
            0 => b.clone(),
            _ => self.regions[level].root.bytes(&mut self.cx.pool, b),
        }
    }

    fn value_at_root(&mut self, level: usize, v: &Val) -> Val {
        match v {
            Val::Num(t) => Val::Num(self.at_root(level, *t)),
            Val::Ptr(p) => {
                let base = self.identity(level, p.base);
                let (off, null) = (self.at_root(level, p.off), self.at_root(level, p.null));
                let size = self.bytes_at_root(level, &p.size);
                Val::Ptr(Rc::new(Ptr {
                    base,
                    off,
                    null,
                    size,
                }))
            }
        }
    }

    /// The object that it is in the program.
    fn identity(&self, level: usize, base: Base) -> Base {
        match base {
            Base::Entry(k) if level > 0 => {
                let symbol = self.regions[level].symbols.get(k as usize);
                match symbol.and_then(|s| s.outer.as_ref()) {
                    Some(Val::Ptr(p)) => self.identity(level - 1, p.base),
                    _ => Base::Unknown,
                }
            }
            b => b,
        }
    }

    /// The object behind a pointer, by one name in this region; what a use of
    /// the summary must keep is noted.
    pub fn resolve(&mut self, level: usize, base: Base) -> Base {
        let Base::Entry(k) = base else { return base };
        let known = self.regions[level].symbols.get(k as usize);
        match known.and_then(|s| s.shape) {
            Some(Shape::Is(b)) => return b,
            Some(Shape::Same(j)) => return Base::Entry(j),
            Some(Shape::Own) => return base,
            None => {}
        }
        let it = self.identity(level, base);
        let shape = match it {
            Base::Unknown => return Base::Unknown,
            Base::Global(_) | Base::Func(_) | Base::Null => Shape::Is(it),
            _ => {
                let others = 0..self.regions[level].symbols.len() as u32;
                let same = others.into_iter().find(|j| {
                    let s = &self.regions[level].symbols[*j as usize];
                    s.shape == Some(Shape::Own) && self.identity(level, Base::Entry(*j)) == it
                });
                same.map_or(Shape::Own, Shape::Same)
            }
        };
        if let Some(s) = self.regions[level].symbols.get_mut(k as usize) {
            s.shape = Some(shape);
        }
        match shape {
            Shape::Is(b) => b,
            Shape::Same(j) => Base::Entry(j),
            Shape::Own => base,
        }
    }

    /// What a region finds at its entry.
    pub fn entry(&mut self, level: usize, at: Access, ty: Ty) -> Res<Val> {
        if let Some(i) = self.regions[level].index.get(&(at, ty)) {
            return Ok(self.regions[level].symbols[*i as usize].val.clone());
        }
        if level == 0 {
            return Ok(self.initial(at, ty));
        }
        if let Access::Cell(_, off) = at {
            // Where it is depends on what is anything in this region: no use
            // of a summary could look there.
            let vars = self.cx.pool.vars(off).to_vec();
            for v in &vars {
                self.ask(level, *v)?;
            }
            let known = &self.regions[level].out.terms;
            if vars.iter().any(|v| !known.contains_key(v)) {
                return Ok(self.any(level, ty));
            }
            if let Some(v) = self.through(level, at, ty)? {
                return Ok(v);
            }
        }
        let mut outer = std::mem::take(&mut self.regions[level].outer);
        let seen = self.see(level, at, ty, &mut outer);
        self.regions[level].outer = outer;
        let outer = seen?;
        let number = self.regions[level].symbols.len() as u32;
        let name = self.name_of(level, at);
        let val = self.symbol(level, number, (ty, &name), &outer);
        let region = &mut self.regions[level];
        region.index.insert((at, ty), number);
        region.symbols.push(Symbol {
            at,
            ty,
            val: val.clone(),
            outer: Some(outer),
            shape: None,
            needed: true,
        });
        Ok(val)
    }

    /// A number in memory that no region around wrote is what it is in the
    /// whole program: a symbol here, and none on the way. Else a recursion of
    /// depth n has a symbol per level for all that is read below.
    fn through(&mut self, level: usize, at: Access, ty: Ty) -> Res<Option<Val>> {
        let (Access::Cell(base @ Base::Global(_), off), Ty::Num(_)) = (at, ty) else {
            return Ok(None);
        };
        let root = self.at_root(level, off);
        let fixed = self.cx.pool.as_bv(root).is_some();
        if level < 2 || !fixed || self.regions[level].touched.contains_key(&base) {
            return Ok(None);
        }
        let mut first = std::mem::take(&mut self.regions[1].outer);
        let seen = self.load(0, &mut first, base, root, ty);
        self.regions[1].outer = first;
        let Val::Num(t) = seen? else { return Ok(None) };
        let name = self.name_of(level, at);
        let s = self.cx.pool.fresh_var(&name, self.cx.pool.sort(t));
        let number = self.regions[level].symbols.len() as u32;
        let region = &mut self.regions[level];
        if let Some(v) = self.cx.pool.as_var(s) {
            region.root.terms.insert(v, t);
            region.later.insert(v, number);
        }
        region.index.insert((at, ty), number);
        region.symbols.push(Symbol {
            at,
            ty,
            val: Val::Num(s),
            outer: None,
            shape: None,
            needed: true,
        });
        Ok(Some(Val::Num(s)))
    }

    /// What a symbol is in the region around, if that is still open.
    fn ask(&mut self, level: usize, v: VarId) -> Res<()> {
        let Some(i) = self.regions[level].later.remove(&v) else {
            return Ok(());
        };
        let Some(symbol) = self.regions[level].symbols.get(i as usize).cloned() else {
            return Ok(());
        };
        let mut outer = std::mem::take(&mut self.regions[level].outer);
        let seen = self.see(level, symbol.at, symbol.ty, &mut outer);
        self.regions[level].outer = outer;
        let seen = seen?;
        let Val::Num(t) = seen else {
            return why("a number that is none in the region around");
        };
        let root = self.at_root(level - 1, t);
        let region = &mut self.regions[level];
        if region.root.terms.get(&v) != Some(&root) {
            return why("a value that is another one in the region around");
        }
        region.out.terms.insert(v, t);
        if let Some(s) = region.symbols.get_mut(i as usize) {
            s.outer = Some(seen);
        }
        Ok(())
    }

    /// The value outside that a symbol stands for.
    fn see(&mut self, level: usize, at: Access, ty: Ty, outer: &mut State) -> Res<Val> {
        match at {
            Access::Param(i) => match self.regions[level].args.get(i as usize) {
                Some(v) => {
                    let v = v.clone();
                    Ok(self.coerce(level - 1, v, ty))
                }
                None => Ok(self.any(level - 1, ty)),
            },
            Access::Reg(r) => self.reg(level - 1, outer, r, ty),
            Access::Cell(base, off) => {
                let base = match base {
                    Base::Entry(k) => match self.regions[level].symbols.get(k as usize) {
                        Some(Symbol {
                            outer: Some(Val::Ptr(p)),
                            ..
                        }) => {
                            let b = p.base;
                            self.resolve(level - 1, b)
                        }
                        _ => Base::Unknown,
                    },
                    b => b,
                };
                let off = self.regions[level].out.term(&mut self.cx.pool, off);
                self.load(level - 1, outer, base, off, ty)
            }
        }
    }

    /// A symbol for a value, with what it stands for.
    fn symbol(&mut self, level: usize, number: u32, (ty, name): (Ty, &str), outer: &Val) -> Val {
        match outer {
            Val::Num(t) => {
                let s = self.cx.pool.fresh_var(name, self.cx.pool.sort(*t));
                self.stands_for(level, s, *t);
                Val::Num(s)
            }
            Val::Ptr(p) => {
                let of = |what: &str| format!("{what}({name})");
                let off = self.cx.pool.fresh_var(&of("offset"), Self::sort(ty));
                self.stands_for(level, off, p.off);
                let null = self.cx.pool.fresh_var(&of("null"), Sort::Bool);
                self.stands_for(level, null, p.null);
                let size = self.cx.pool.fresh_var(&of("size"), Sort::BitVec(SIZE_BITS));
                let root = self.bytes_at_root(level - 1, &p.size);
                if let Some(v) = self.cx.pool.as_var(size) {
                    let region = &mut self.regions[level];
                    region.root.sizes.insert(v, root);
                    region.out.sizes.insert(v, p.size.clone());
                }
                Val::Ptr(Rc::new(Ptr {
                    base: Base::Entry(number),
                    off,
                    null,
                    size: Bytes::size(&self.cx.pool, size),
                }))
            }
        }
    }

    fn stands_for(&mut self, level: usize, s: TermId, t: TermId) {
        let root = self.at_root(level - 1, t);
        if let Some(v) = self.cx.pool.as_var(s) {
            let region = &mut self.regions[level];
            region.root.terms.insert(v, root);
            region.out.terms.insert(v, t);
        }
    }

    /// The values of the symbols over the inputs.
    pub fn values_at(&mut self, level: usize) -> Vec<Val> {
        let list: Vec<Val> = self.regions[level]
            .symbols
            .iter()
            .map(|s| s.val.clone())
            .collect();
        list.iter().map(|v| self.value_at_root(level, v)).collect()
    }

    /// The same of values outside of a region.
    pub fn root_of(&mut self, level: usize, v: &Val) -> Val {
        self.value_at_root(level, v)
    }

    /// A register.
    pub fn reg(&mut self, level: usize, st: &State, r: Reg, ty: Ty) -> Res<Val> {
        if let Some(v) = st.regs.get(&r) {
            let v = v.clone();
            return Ok(self.coerce(level, v, ty));
        }
        match self.regions[level].key {
            Key::Call(_) => Ok(self.any(level, ty)),
            _ => self.entry(level, Access::Reg(r), ty),
        }
    }

    /// A value as one of this kind.
    pub fn coerce(&mut self, level: usize, v: Val, ty: Ty) -> Val {
        match (&v, ty) {
            (Val::Ptr(_), Ty::Ptr) => v,
            (Val::Num(t), Ty::Num(w)) => {
                let t = *t;
                match self.cx.pool.sort(t) {
                    Sort::Bool if w == 1 => v,
                    Sort::Bool => {
                        let b = self.cx.pool.bool_to_bv(t);
                        Val::Num(self.cx.pool.zext(b, w))
                    }
                    Sort::BitVec(n) if n == w && w != 1 => v,
                    Sort::BitVec(1) if w == 1 => Val::Num(self.cx.pool.bv_to_bool(t)),
                    _ => self.any(level, ty),
                }
            }
            _ => self.any(level, ty),
        }
    }

    /// All that a path decided in its region.
    pub fn path(&mut self, st: &State) -> TermId {
        let mut out = self.cx.pool.tru();
        for c in &st.prefix {
            out = self.cx.pool.and(out, *c);
        }
        out
    }

    /// The sum at hand may be the highest.
    pub fn note(&mut self, level: usize, st: &mut State) {
        if !std::mem::take(&mut st.grown) {
            return;
        }
        let path = self.path(st);
        let sum = st.net.clone();
        self.candidate(
            level,
            Candidate {
                sum,
                path,
                within: path,
            },
        );
    }

    /// A new object.
    pub fn make(&mut self, st: &mut State, fresh: Fresh) -> Base {
        self.next_object += 1;
        st.made.insert(self.next_object, fresh);
        Base::Made(self.next_object)
    }

    /// An object of the state, taken out of it to be changed.
    pub fn take(st: &mut State, base: Base) -> Object {
        match st.mem.remove(&base) {
            Some(o) => Rc::try_unwrap(o).unwrap_or_else(|o| (*o).clone()),
            None => Object::default(),
        }
    }
}
