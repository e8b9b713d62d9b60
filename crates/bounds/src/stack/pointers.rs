//! Which functions an indirect call can reach.
//!
//! Idea: inclusion-based points-to sets over the whole program (Andersen),
//! insensitive to flow, fields and context. A call whose pointer can only come
//! from stores that are seen is resolved by them; where memory that is not
//! seen takes part (the entry's arguments, results of functions without a
//! body), every function of that signature whose address is taken counts too.
//! Alternatives: unification is faster and mixes what a table keeps apart;
//! fields are not needed for tables of functions. What code without source has
//! got is one object, since all of it holds the same. Cost: passes over all
//! instructions until nothing grows.

use ep_base::memory::Resolution;
use ep_base::outcome::Place;
use ep_base::Stop;
use ep_ir::analysis::addresses_taken;
use ep_ir::{
    BlockId, Callee, FuncId, GlobalId, InstKind, Module, Operand, Reg, RelocTarget, Terminator,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An indirect call of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Where.
    pub place: Place,
    /// The functions, by name.
    pub targets: BTreeSet<String>,
    /// How they were found.
    pub how: Resolution,
}

/// A call of a function whose arguments lead to functions, which it may call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handed {
    /// Where.
    pub place: Place,
    /// The function that is called.
    pub callee: String,
    /// The functions that it is given.
    pub functions: BTreeSet<String>,
}

/// What is known of the calls of a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Calls {
    /// Indirect calls.
    pub sites: Vec<Site>,
    /// Calls that hand functions on.
    pub handed: Vec<Handed>,
    /// Functions whose address is taken.
    pub taken: BTreeSet<String>,
    /// Functions that run before `main`.
    pub constructors: BTreeSet<String>,
}

impl Calls {
    /// What a library function that is called here may call back. Compilers
    /// do not agree on the line of a call that takes several: where none of
    /// them is on this one, any may be.
    pub fn handed_at(&self, callee: &str, place: &Place) -> BTreeSet<String> {
        let line = |p: &Place| (base_name(&p.file), p.line);
        let all = || self.handed.iter().filter(|h| h.callee == callee);
        let here = || all().filter(|h| line(&h.place) == line(place));
        let names = |h: &Handed| h.functions.iter().cloned().collect::<Vec<_>>();
        match here().next() {
            Some(_) if place.line > 0 => here().flat_map(names).collect(),
            _ => all().flat_map(names).collect(),
        }
    }
}

/// Functions that call back, and which of their arguments that is.
const CALL_BACK: [(&str, usize); 2] = [("qsort", 3), ("bsearch", 4)];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Object {
    Function(FuncId),
    Global(GlobalId),
    /// A place that makes memory: function, block, instruction.
    Made(FuncId, u32, u32),
    /// The variable arguments of a function.
    Rest(FuncId),
    /// Memory that is not seen.
    Outside,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Node {
    Register(FuncId, Reg),
    Content(Object),
    Result(FuncId),
}

type Set = BTreeSet<Object>;

/// Functions that make memory and keep nothing of what they are given.
const MAKERS: [&str; 8] = [
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "memalign",
    "valloc",
    "alloca",
    "reallocarray",
];

/// Functions that keep nothing of what they are given and hand out nothing.
const TAKERS: [&str; 1] = ["free"];

struct Solver<'a> {
    module: &'a Module,
    sets: HashMap<Node, Set>,
    /// Objects that code which is not seen has got. All of them hold the same:
    /// what is outside, and whatever was ever written to one of them. So they
    /// have no set of their own, and a value that is any of them is `Outside`.
    escaped: Set,
    grew: bool,
}

/// What calls are resolved by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// What is stored where a pointer is read from.
    Sets,
    /// Signatures: the address of a function may be made of a number.
    Signatures,
}

/// Resolves the indirect calls of a program that is entered at `entries`; none
/// where it was stopped, since half of the sets say nothing.
pub fn resolve(module: &Module, entries: &[FuncId], trust: Trust, stop: &Stop) -> Option<Calls> {
    let mut s = Solver {
        module,
        sets: HashMap::new(),
        escaped: Set::from([Object::Outside]),
        grew: false,
    };
    s.sets
        .entry(Node::Content(Object::Outside))
        .or_default()
        .insert(Object::Outside);
    for e in entries {
        if let Some(f) = module.functions.get(*e) {
            for p in f.params.iter().filter(|p| p.ty == ep_ir::Type::Ptr) {
                s.add(Node::Register(*e, p.reg), &Set::from([Object::Outside]));
            }
        }
    }
    for (g, global) in module.globals.iter() {
        let mut set = Set::new();
        match &global.init {
            Some(init) => {
                for r in &init.relocs {
                    match r.target {
                        RelocTarget::Func(f) => set.insert(Object::Function(f)),
                        RelocTarget::Global(g) => set.insert(Object::Global(g)),
                        RelocTarget::Label(..) => false,
                    };
                }
            }
            None => {
                set.insert(Object::Outside);
            }
        }
        if global.is_device() {
            set.insert(Object::Outside);
        }
        s.add(Node::Content(Object::Global(g)), &set);
    }
    loop {
        s.grew = false;
        for (f, function) in module.functions.iter() {
            if stop.now() {
                return None;
            }
            for (b, block) in function.blocks.iter() {
                for (i, inst) in block.insts.iter().enumerate() {
                    s.inst(f, b, i as u32, &inst.kind);
                }
                if let Terminator::Return(values) = &block.term {
                    let set = s.union(f, values.iter());
                    s.add(Node::Result(f), &set);
                    // It may be called by what is not seen.
                    if s.escaped.contains(&Object::Function(f)) {
                        s.leak(&set);
                    }
                }
            }
        }
        s.called_from_outside();
        if !s.grew {
            break;
        }
    }
    Some(s.sites(trust))
}

impl Solver<'_> {
    fn get(&self, n: Node) -> Set {
        self.sets.get(&n).cloned().unwrap_or_default()
    }

    fn add(&mut self, n: Node, set: &Set) {
        if set.is_empty() {
            return;
        }
        let old = self.sets.entry(n).or_default();
        let before = old.len();
        old.extend(set.iter().copied());
        self.grew |= old.len() != before;
    }

    fn value(&self, f: FuncId, o: &Operand) -> Set {
        match o {
            Operand::Reg(r) => self.get(Node::Register(f, *r)),
            Operand::Global(g, _) => Set::from([Object::Global(*g)]),
            Operand::Func(g) => Set::from([Object::Function(*g)]),
            // An address that is a number: a device, or memory that is not seen.
            Operand::Int(n) if *n > 0xffff => Set::new(),
            _ => Set::new(),
        }
    }

    fn union<'o>(&self, f: FuncId, list: impl Iterator<Item = &'o Operand>) -> Set {
        list.flat_map(|o| self.value(f, o)).collect()
    }

    /// The objects whose contents count: `Outside` for all that has escaped,
    /// and beside it what was only written there.
    fn every(&self, of: &Set) -> Set {
        let mut out = of.clone();
        if of.iter().any(|o| self.escaped.contains(o)) {
            let more = self.sets.get(&Node::Content(Object::Outside));
            out.extend(more.into_iter().flatten());
            out.retain(|o| !self.escaped.contains(o));
            out.insert(Object::Outside);
        }
        out
    }

    /// What is read from outside: its functions, and `Outside` for the rest.
    fn known(&self) -> Set {
        let held = self.sets.get(&Node::Content(Object::Outside));
        let functions = held.into_iter().flatten().copied();
        let mut out: Set = functions
            .filter(|o| matches!(o, Object::Function(_)))
            .collect();
        out.insert(Object::Outside);
        out
    }

    fn content(&self, of: &Set) -> Set {
        let mut out = Set::new();
        for o in self.every(of) {
            match o {
                Object::Outside => out.extend(self.known()),
                _ => out.extend(self.sets.get(&Node::Content(o)).into_iter().flatten()),
            }
        }
        out
    }

    fn store(&mut self, into: &Set, set: &Set) {
        if set.is_empty() {
            return;
        }
        for o in self.every(into) {
            self.add(Node::Content(o), set);
        }
    }

    /// Code that is not seen gets these objects and all that they lead to.
    fn leak(&mut self, set: &Set) {
        let mut work: Vec<Object> = set.iter().copied().collect();
        if set.iter().any(|o| self.escaped.contains(o)) {
            work.extend(self.get(Node::Content(Object::Outside)));
        }
        while let Some(o) = work.pop() {
            if !self.escaped.insert(o) {
                continue;
            }
            self.grew = true;
            let held = self.sets.remove(&Node::Content(o)).unwrap_or_default();
            self.add(Node::Content(Object::Outside), &held);
            self.add(Node::Content(Object::Outside), &Set::from([o]));
            work.extend(held);
        }
    }

    /// Functions that code which is not seen can call get anything from there.
    fn called_from_outside(&mut self) {
        let known = self.known();
        for g in self.functions(&self.escaped) {
            let params = self.module.functions.get(g).map(|x| x.params.clone());
            for p in params.unwrap_or_default() {
                self.add(Node::Register(g, p.reg), &known);
            }
        }
    }

    fn inst(&mut self, f: FuncId, b: BlockId, i: u32, kind: &InstKind) {
        let to = |r: &Reg| Node::Register(f, *r);
        match kind {
            InstKind::Copy { dst, src }
            | InstKind::Freeze { dst, src }
            | InstKind::Cast { dst, src, .. } => {
                let set = self.value(f, src);
                self.add(to(dst), &set);
            }
            InstKind::Bin { dst, a, b, .. } | InstKind::Select { dst, a, b, .. } => {
                let set = self.union(f, [a, b].into_iter());
                self.add(to(dst), &set);
            }
            InstKind::PtrAdd {
                dst, base, terms, ..
            } => {
                let mut set = self.value(f, base);
                let mut steps = self.union(f, terms.iter().map(|t| &t.index));
                // An index that is read from memory that is not seen is a
                // number, unless there is nothing else to be an address.
                let held = self.sets.get(&Node::Content(Object::Outside));
                if !set.is_empty() && held.is_none_or(|h| h.len() <= 1) {
                    steps.remove(&Object::Outside);
                }
                set.extend(steps);
                self.add(to(dst), &set);
            }
            InstKind::Load { dst, addr, .. } => {
                let set = self.content(&self.value(f, addr));
                self.add(to(dst), &set);
            }
            InstKind::Store { value, addr, .. } => {
                let (into, set) = (self.value(f, addr), self.value(f, value));
                self.store(&into, &set);
            }
            InstKind::Alloca { dst, .. } => {
                self.add(to(dst), &Set::from([Object::Made(f, b.0, i)]));
            }
            InstKind::MemCopy { dst, src, .. } => {
                let (into, from) = (self.value(f, dst), self.value(f, src));
                let set = self.content(&from);
                self.store(&into, &set);
            }
            InstKind::VaCopy { dst, src } => {
                let (into, from) = (self.value(f, dst), self.value(f, src));
                let set = self.content(&from);
                self.store(&into, &set);
            }
            InstKind::VaStart { list } => {
                let into = self.value(f, list);
                self.store(&into, &Set::from([Object::Rest(f)]));
                // Pieces of it are addressed through pointers in the list.
                let rest = Set::from([Object::Rest(f)]);
                self.store(&rest, &rest);
            }
            InstKind::Intrinsic { dsts, args, .. } => {
                let set = self.union(f, args.iter());
                for d in dsts {
                    self.add(to(d), &set);
                }
            }
            InstKind::AtomicRmw {
                dst, addr, value, ..
            } => {
                let into = self.value(f, addr);
                let (old, new) = (self.content(&into), self.value(f, value));
                self.add(to(dst), &old);
                self.store(&into, &new);
            }
            InstKind::CmpXchg { old, addr, new, .. } => {
                let into = self.value(f, addr);
                let (was, new) = (self.content(&into), self.value(f, new));
                self.add(to(old), &was);
                self.store(&into, &new);
            }
            InstKind::Unsupported { dsts, .. } => {
                for d in dsts {
                    self.add(to(d), &Set::from([Object::Outside]));
                }
            }
            InstKind::Call {
                dsts, callee, args, ..
            } => {
                // A list of variable arguments has the bytes of what is passed by value.
                let listed = |a: &ep_ir::inst::Arg| match self.value(f, &a.value) {
                    set if a.byval.is_some() => self.content(&set),
                    set => set,
                };
                let listed: Vec<Set> = args.iter().map(listed).collect();
                let args: Vec<Set> = args.iter().map(|a| self.value(f, &a.value)).collect();
                let targets: Vec<FuncId> = match callee {
                    Callee::Direct(g) => vec![*g],
                    Callee::Indirect(o) => self.functions(&self.value(f, o)),
                };
                let outside = match callee {
                    Callee::Direct(_) => false,
                    Callee::Indirect(o) => self.value(f, o).contains(&Object::Outside),
                };
                for g in targets {
                    self.call(f, (b, i), g, dsts, (&args, &listed));
                }
                if outside {
                    self.escape(f, dsts, &args);
                }
            }
            _ => {}
        }
    }

    fn functions(&self, set: &Set) -> Vec<FuncId> {
        set.iter()
            .filter_map(|o| match o {
                Object::Function(g) => Some(*g),
                _ => None,
            })
            .collect()
    }

    /// A call with these arguments, by what each is and what a list of them has of it.
    fn call(
        &mut self,
        f: FuncId,
        (b, i): (BlockId, u32),
        g: FuncId,
        dsts: &[Reg],
        (args, listed): (&[Set], &[Set]),
    ) {
        let Some(callee) = self.module.functions.get(g) else {
            return;
        };
        if callee.is_declaration() {
            if MAKERS.contains(&callee.name.as_str()) {
                let mut set = Set::from([Object::Made(f, b.0, i)]);
                if callee.name.starts_with("realloc") {
                    set.extend(args.first().into_iter().flatten());
                }
                for d in dsts {
                    self.add(Node::Register(f, *d), &set);
                }
            } else if !TAKERS.contains(&callee.name.as_str()) {
                self.escape(f, dsts, args);
            }
            return;
        }
        for (n, (set, listed)) in args.iter().zip(listed).enumerate() {
            match callee.params.get(n) {
                Some(p) => self.add(Node::Register(g, p.reg), set),
                None => self.store(&Set::from([Object::Rest(g)]), listed),
            }
        }
        let set = self.get(Node::Result(g));
        for d in dsts {
            self.add(Node::Register(f, *d), &set);
        }
    }

    /// What is not seen can keep its arguments, write to whatever they reach,
    /// and hand out anything that it ever got.
    fn escape(&mut self, f: FuncId, dsts: &[Reg], args: &[Set]) {
        let all: Set = args.iter().flatten().copied().collect();
        self.leak(&all);
        for d in dsts {
            let known = self.known();
            self.add(Node::Register(f, *d), &known);
        }
    }

    fn sites(&self, trust: Trust) -> Calls {
        let mut out = Calls::default();
        let taken = addresses_taken(self.module);
        for (f, function) in self.module.functions.iter() {
            for (_, block) in function.blocks.iter() {
                for inst in &block.insts {
                    let InstKind::Call {
                        callee, args, rets, ..
                    } = &inst.kind
                    else {
                        continue;
                    };
                    let place = self.place(f, inst.loc);
                    match callee {
                        Callee::Indirect(o) => {
                            let set = self.value(f, o);
                            let mut targets: BTreeSet<FuncId> =
                                self.functions(&set).into_iter().collect();
                            let seen = !set.contains(&Object::Outside)
                                && !targets.is_empty()
                                && trust == Trust::Sets;
                            if !seen {
                                let fits = taken.iter().filter(|g| self.fits(**g, args, rets));
                                targets.extend(fits);
                            }
                            let how = match (seen, targets.len()) {
                                (true, 1) => Resolution::Value,
                                (true, _) => Resolution::PointsTo,
                                (false, _) => Resolution::Signature,
                            };
                            for g in &targets {
                                out.handed.extend(self.handed(f, *g, args, &place, &taken));
                            }
                            out.sites.push(Site {
                                place,
                                targets: self.names(&targets),
                                how,
                            });
                        }
                        Callee::Direct(g) => {
                            out.handed.extend(self.handed(f, *g, args, &place, &taken));
                        }
                    }
                }
            }
        }
        out.taken = self.names(&taken);
        let early: BTreeSet<FuncId> = self.module.constructors.iter().copied().collect();
        out.constructors = self.names(&early);
        out
    }

    /// The functions that a call hands on. What the library is given from
    /// memory that is not seen is any function that can be called so.
    fn handed(
        &self,
        f: FuncId,
        callee: FuncId,
        args: &[ep_ir::inst::Arg],
        place: &Place,
        taken: &BTreeSet<FuncId>,
    ) -> Option<Handed> {
        let callee = self.module.functions.get(callee)?;
        let sets: Vec<Set> = args.iter().map(|a| self.value(f, &a.value)).collect();
        let mut given: BTreeSet<FuncId> = sets.iter().flat_map(|s| self.functions(s)).collect();
        let back = CALL_BACK.iter().find(|(n, _)| *n == callee.name);
        let unseen = back.and_then(|(_, i)| sets.get(*i));
        if callee.is_declaration() && unseen.is_some_and(|s| s.contains(&Object::Outside)) {
            let takes_two =
                |g: &&FuncId| (self.module.functions.get(**g)).is_some_and(|g| g.params.len() == 2);
            given.extend(taken.iter().filter(takes_two));
        }
        (!given.is_empty()).then(|| Handed {
            place: place.clone(),
            callee: callee.name.clone(),
            functions: self.names(&given),
        })
    }

    fn names(&self, set: &BTreeSet<FuncId>) -> BTreeSet<String> {
        set.iter()
            .filter_map(|f| self.module.functions.get(*f).map(|f| f.name.clone()))
            .collect()
    }

    /// A function that can be called so: other calls are undefined. A function
    /// without a prototype takes what it is given.
    fn fits(&self, g: FuncId, args: &[ep_ir::inst::Arg], rets: &[ep_ir::Type]) -> bool {
        let Some(f) = self.module.functions.get(g) else {
            return false;
        };
        let arity = if f.variadic {
            f.params.len() <= args.len()
        } else {
            f.params.len() == args.len()
        };
        let same = f.params.iter().zip(args).all(|(p, a)| p.ty == a.ty);
        arity && same && (rets.is_empty() || f.rets == rets)
    }

    fn place(&self, f: FuncId, loc: ep_ir::LocId) -> Place {
        let at = self.module.locs.get(loc);
        Place {
            file: at
                .and_then(|p| self.module.files.get(p.file))
                .cloned()
                .unwrap_or_default(),
            line: at.map_or(0, |p| p.line),
            column: at.map_or(0, |p| p.column),
            function: self
                .module
                .functions
                .get(f)
                .map(|f| f.name.clone())
                .unwrap_or_default(),
        }
    }
}

/// Sites by the name of their file and their line: what two compilers agree on.
pub fn by_line(calls: &Calls) -> BTreeMap<(String, u32), Vec<&Site>> {
    let mut out: BTreeMap<(String, u32), Vec<&Site>> = BTreeMap::new();
    for s in &calls.sites {
        out.entry((base_name(&s.place.file), s.place.line))
            .or_default()
            .push(s);
    }
    out
}

/// The last part of a path.
pub fn base_name(file: &str) -> String {
    file.rsplit('/').next().unwrap_or(file).to_string()
}
