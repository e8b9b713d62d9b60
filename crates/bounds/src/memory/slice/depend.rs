//! What can influence memory: the backward slice from allocation, `free` and
//! the ends of the program.
//!
//! Idea: an instruction matters if it allocates, frees, ends the program or is
//! not modelled; if its result is read by one that matters; if it writes bytes
//! that such a load can read; if its branch decides whether one that matters
//! is reached. Calls matter where their callee has something that does, and
//! only the arguments that it reads. Source: Weiser, ICSE 1981; Horwitz, Reps
//! and Binkley, TOPLAS 1990 (without call contexts); document 000, section 7
//! ("slicing"). What must never happen: something that an instruction inside
//! depends on stays outside. Cost: linear in the dependences, which are found
//! on demand.

use super::control::Control;
use super::offsets::Off;
use super::points::{Object, Points, Set};
use ep_base::Stop;
use ep_ir::analysis::Cfg;
use ep_ir::inst::Arg;
use ep_ir::provided::{lookup, overrides_body, Builtin};
use ep_ir::{visit, BlockId, Callee, FuncId, Function, Inst, InstKind, Module, Operand, Reg};
use ep_ir::{Terminator, Type};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// An instruction.
pub(super) type At = (FuncId, BlockId, u32);

struct Facts {
    cfg: Cfg,
    control: Control,
    defs: HashMap<Reg, BTreeMap<BlockId, Vec<u32>>>,
}

/// A write to memory.
struct Write {
    at: At,
    into: Set,
    len: Option<u64>,
}

/// What matters.
pub(super) struct Depend<'m> {
    module: &'m Module,
    points: Points<'m>,
    facts: HashMap<FuncId, Facts>,
    writes: HashMap<Object, Vec<Write>>,
    /// Calls by the function that they can reach.
    callers: BTreeMap<FuncId, Vec<At>>,
    pub keep: BTreeSet<At>,
    pub terms: BTreeSet<(FuncId, BlockId)>,
    pub params: BTreeSet<(FuncId, usize)>,
    pub rets: BTreeSet<(FuncId, usize)>,
    functions: BTreeSet<FuncId>,
    loads: BTreeSet<(Object, Off, Option<u64>)>,
    /// Functions without a body of which it is said what they take.
    told: BTreeSet<FuncId>,
    /// Their calls, and where their arguments lead, all together: what one was
    /// given another one may write later.
    told_calls: Vec<At>,
    told_into: Set,
    /// The same, by the function that reads.
    read_by: BTreeMap<FuncId, BTreeSet<(Object, Off, Option<u64>)>>,
    work: Vec<At>,
}

/// Everything that matters in a program that is entered there. None where it
/// has to end before that is done.
pub(super) fn depend<'m>(
    module: &'m Module,
    points: Points<'m>,
    stop: &Stop,
) -> Option<Depend<'m>> {
    depend_where(module, points, BTreeSet::new(), stop)
}

/// The same where these functions without a body do nothing to blocks and call
/// nothing of the program: they return anything, and may write wherever the
/// arguments of one of them lead.
pub(super) fn depend_where<'m>(
    module: &'m Module,
    points: Points<'m>,
    told: BTreeSet<FuncId>,
    stop: &Stop,
) -> Option<Depend<'m>> {
    let mut d = Depend {
        module,
        points,
        facts: HashMap::new(),
        writes: HashMap::new(),
        callers: BTreeMap::new(),
        keep: BTreeSet::new(),
        terms: BTreeSet::new(),
        params: BTreeSet::new(),
        rets: BTreeSet::new(),
        functions: BTreeSet::new(),
        loads: BTreeSet::new(),
        told,
        told_calls: Vec::new(),
        told_into: Set::new(),
        read_by: BTreeMap::new(),
        work: Vec::new(),
    };
    let mut seeds = Vec::new();
    let mut ends = Vec::new();
    for f in d.points.reached.clone() {
        let Some(function) = module.functions.get(f) else {
            continue;
        };
        d.facts.insert(f, Facts::new(function));
        for (b, block) in function.blocks.iter() {
            if stop.now() {
                return None;
            }
            for (i, inst) in block.insts.iter().enumerate() {
                let at = (f, b, i as u32);
                if d.index(at, inst) {
                    seeds.push(at);
                }
            }
            if matches!(
                block.term,
                Terminator::IndirectJump { .. } | Terminator::Unsupported(_)
            ) {
                ends.push((f, b));
            }
        }
    }
    if let Some(at) = d.told_calls.first().copied() {
        let all = d.points.closure(&d.told_into);
        d.writes_to(at, all, None);
    }
    for at in seeds {
        if stop.now() {
            return None;
        }
        d.inst(at);
    }
    for (f, b) in ends {
        d.function(f);
        d.term(f, b);
    }
    while let Some(at) = d.work.pop() {
        if stop.now() {
            return None;
        }
        d.follow(at);
    }
    Some(d)
}

impl Facts {
    fn new(f: &Function) -> Facts {
        let cfg = Cfg::new(f);
        let control = Control::new(f, &cfg);
        let mut defs: HashMap<Reg, BTreeMap<BlockId, Vec<u32>>> = HashMap::new();
        for (b, block) in f.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                visit::defs(&inst.kind, &mut |r| {
                    let list = defs.entry(*r).or_default().entry(b).or_default();
                    list.push(i as u32);
                });
            }
        }
        Facts { cfg, control, defs }
    }
}

/// A builtin that neither allocates nor frees nor ends a path, and is no input:
/// it matters only for what it computes or writes.
fn only_computes(b: Builtin) -> bool {
    matches!(
        b,
        Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset
            | Builtin::Nothing
            | Builtin::Identity
            | Builtin::Zero
            | Builtin::IsReplay
            | Builtin::IsSymbolic
            | Builtin::Write
            | Builtin::Math
            | Builtin::MathError
    )
}

impl<'m> Depend<'m> {
    fn get(&self, at: At) -> Option<&'m Inst> {
        let function = self.module.functions.get(at.0)?;
        function.blocks.get(at.1)?.insts.get(at.2 as usize)
    }

    /// A function that runs as it is written here.
    fn body(&self, g: FuncId) -> Option<&'m Function> {
        let callee = self.module.functions.get(g)?;
        (!callee.is_declaration()).then_some(callee)
    }

    /// Notes what an instruction writes and calls. True for one that matters
    /// by itself.
    fn index(&mut self, at: At, inst: &Inst) -> bool {
        let f = at.0;
        let module = self.module;
        let value = |d: &Self, o: &Operand| d.points.value(f, o);
        match &inst.kind {
            InstKind::Store { ty, addr, .. } => {
                let n = module.layout.store_size(*ty);
                let into = value(self, addr);
                self.writes_to(at, into, Some(n));
            }
            InstKind::AtomicRmw { ty, addr, .. } | InstKind::CmpXchg { ty, addr, .. } => {
                let n = module.layout.store_size(*ty);
                let into = value(self, addr);
                self.writes_to(at, into, Some(n));
            }
            InstKind::MemCopy { dst, len, .. } | InstKind::MemSet { dst, len, .. } => {
                let into = value(self, dst);
                self.writes_to(at, into, number(len));
            }
            InstKind::VaStart { list } | InstKind::VaCopy { dst: list, .. } => {
                let into = value(self, list);
                self.writes_to(at, into, None);
            }
            InstKind::Unsupported { .. } => return true,
            InstKind::Call { callee, args, .. } => {
                let mut matters = false;
                let targets = self.points.targets(f, callee);
                let seen = !targets.is_empty();
                for g in targets {
                    self.callers.entry(g).or_default().push(at);
                    matters |= self.declared(at, g, args);
                }
                return matters || !seen;
            }
            _ => {}
        }
        false
    }

    /// The same of a callee that is no body here.
    fn declared(&mut self, at: At, g: FuncId, args: &[Arg]) -> bool {
        let module = self.module;
        let Some(callee) = module.functions.get(g) else {
            return true;
        };
        let builtin = lookup(&callee.name);
        if !callee.is_declaration() {
            // A body that the engine replaces.
            return builtin.is_some_and(|b| !only_computes(b) && overrides_body(&callee.name));
        }
        let given = |i: usize| args.get(i).map(|a| self.points.value(at.0, &a.value));
        if self.told.contains(&g) {
            let all: Set = (0..args.len()).filter_map(given).flatten().collect();
            self.told_calls.push(at);
            self.told_into.extend(all);
            return false;
        }
        let len = |i: usize| args.get(i).and_then(|a| number(&a.value));
        let (into, n) = match builtin {
            Some(Builtin::Memcpy | Builtin::Memmove | Builtin::Memset) => (given(0), len(2)),
            Some(Builtin::MakeSymbolic) => (given(0), len(1)),
            _ => (None, None),
        };
        match into {
            Some(into) => self.writes_to(at, into, n),
            // Whoever is not known writes where its arguments lead.
            None if !builtin.is_some_and(only_computes) => {
                let all: Set = (0..args.len()).filter_map(given).flatten().collect();
                let all = self.points.closure(&all);
                self.writes_to(at, all, None);
            }
            None => {}
        }
        !builtin.is_some_and(only_computes)
    }

    fn writes_to(&mut self, at: At, into: Set, len: Option<u64>) {
        let objects: BTreeSet<Object> = into.iter().map(|s| s.0).collect();
        for o in objects {
            let own = into.iter().filter(|s| s.0 == o).copied().collect();
            self.writes
                .entry(o)
                .or_default()
                .push(Write { at, into: own, len });
        }
    }

    /// This instruction matters.
    fn inst(&mut self, at: At) {
        if self.keep.insert(at) {
            self.work.push(at);
        }
    }

    /// Something in this function matters: so do its calls.
    fn function(&mut self, f: FuncId) {
        if !self.functions.insert(f) {
            return;
        }
        for at in self.callers.get(&f).cloned().unwrap_or_default() {
            self.inst(at);
        }
    }

    /// Whether a block is reached matters.
    fn control(&mut self, f: FuncId, b: BlockId) {
        let Some(facts) = self.facts.get(&f) else {
            return;
        };
        let on = facts.control.on.get(b.0 as usize);
        for c in on.cloned().unwrap_or_default() {
            self.term(f, c);
        }
    }

    /// Where a block leads matters.
    fn term(&mut self, f: FuncId, b: BlockId) {
        if !self.terms.insert((f, b)) {
            return;
        }
        self.control(f, b);
        let block = self.module.functions.get(f).and_then(|f| f.blocks.get(b));
        let Some(block) = block else { return };
        let end = block.insts.len() as u32;
        match &block.term {
            Terminator::Branch { cond: o, .. }
            | Terminator::Switch { value: o, .. }
            | Terminator::IndirectJump { target: o, .. } => self.uses((f, b, end), o),
            _ => {}
        }
    }

    /// A value that is read there matters.
    fn uses(&mut self, at: At, o: &Operand) {
        let Operand::Reg(r) = o else { return };
        let (defs, entered) = self.reaching(at, *r);
        for d in defs {
            self.defines(d, *r);
        }
        let function = self.module.functions.get(at.0);
        if let (true, Some(f)) = (entered, function) {
            if let Some(i) = f.params.iter().position(|p| p.reg == *r) {
                self.param(at.0, i);
            }
        }
    }

    /// The instructions whose value of a register can get there, and whether
    /// that of the entry can.
    pub fn reaching(&self, at: At, r: Reg) -> (Vec<At>, bool) {
        let (f, b, i) = at;
        let mut out = Vec::new();
        let Some(facts) = self.facts.get(&f) else {
            return (out, false);
        };
        let none = BTreeMap::new();
        let defs = facts.defs.get(&r).unwrap_or(&none);
        let last = |b: BlockId, before: u32| {
            let list = defs.get(&b)?;
            list.iter().rev().find(|d| **d < before).copied()
        };
        if let Some(d) = last(b, i) {
            return (vec![(f, b, d)], false);
        }
        let mut entered = b == BlockId(0);
        let mut seen: BTreeSet<BlockId> = BTreeSet::new();
        let mut work: Vec<BlockId> = facts.cfg.predecessors(b).to_vec();
        while let Some(p) = work.pop() {
            if !seen.insert(p) {
                continue;
            }
            match last(p, u32::MAX) {
                Some(d) => out.push((f, p, d)),
                None => {
                    entered |= p == BlockId(0);
                    work.extend(facts.cfg.predecessors(p));
                }
            }
        }
        (out, entered)
    }

    fn defines(&mut self, at: At, r: Reg) {
        self.inst(at);
        let Some(inst) = self.get(at) else { return };
        let InstKind::Call { dsts, callee, .. } = &inst.kind else {
            return;
        };
        let Some(k) = dsts.iter().position(|d| *d == r) else {
            return;
        };
        for g in self.points.targets(at.0, callee) {
            self.ret(g, k);
        }
    }

    /// What a function returns matters.
    fn ret(&mut self, g: FuncId, k: usize) {
        if !self.rets.insert((g, k)) {
            return;
        }
        let Some(function) = self.body(g) else { return };
        for (b, block) in function.blocks.iter() {
            if let Terminator::Return(values) = &block.term {
                self.control(g, b);
                if let Some(o) = values.get(k) {
                    self.uses((g, b, block.insts.len() as u32), o);
                }
            }
        }
    }

    /// What a function gets matters.
    fn param(&mut self, f: FuncId, i: usize) {
        if !self.params.insert((f, i)) {
            return;
        }
        for at in self.callers.get(&f).cloned().unwrap_or_default() {
            self.argument(at, i);
        }
    }

    fn argument(&mut self, at: At, i: usize) {
        let Some(inst) = self.get(at) else { return };
        if let InstKind::Call { args, .. } = &inst.kind {
            if let Some(a) = args.get(i) {
                self.uses(at, &a.value);
            }
        }
    }

    /// The bytes there matter.
    fn load(&mut self, f: FuncId, from: &Set, len: Option<u64>) {
        for (o, off) in from {
            self.read_by.entry(f).or_default().insert((*o, *off, len));
            if !self.loads.insert((*o, *off, len)) {
                continue;
            }
            let list = self.writes.get(o);
            let hit: Vec<At> = (list.into_iter().flatten())
                .filter(|w| {
                    let mut all = w.into.iter();
                    all.any(|x| off.overlaps(len, x.1, w.len))
                })
                .map(|w| w.at)
                .collect();
            for at in hit {
                self.inst(at);
            }
            if let Object::Rest(g) = o {
                self.rest(*g);
            }
        }
    }

    /// The variable arguments of a function matter.
    fn rest(&mut self, g: FuncId) {
        let named = self.module.functions.get(g).map_or(0, |f| f.params.len());
        for at in self.callers.get(&g).cloned().unwrap_or_default() {
            self.inst(at);
            let Some(inst) = self.get(at) else { continue };
            if let InstKind::Call { args, .. } = &inst.kind {
                for i in named..args.len() {
                    self.argument(at, i);
                }
            }
        }
        let Some(function) = self.body(g) else { return };
        for (b, block) in function.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                if matches!(inst.kind, InstKind::VaStart { .. }) {
                    self.inst((g, b, i as u32));
                }
            }
        }
    }

    /// What an instruction that matters depends on.
    fn follow(&mut self, at: At) {
        let (f, b, _) = at;
        self.function(f);
        self.control(f, b);
        let Some(inst) = self.get(at) else { return };
        let from = |d: &Self, o: &Operand| d.points.value(f, o);
        let size = |ty: Type| Some(self.module.layout.store_size(ty));
        match &inst.kind {
            InstKind::Call { callee, args, .. } => return self.call(at, *callee, args),
            InstKind::Load { ty, addr, .. } => {
                let (set, n) = (from(self, addr), size(*ty));
                self.load(at.0, &set, n);
            }
            InstKind::AtomicRmw { ty, addr, .. } | InstKind::CmpXchg { ty, addr, .. } => {
                let (set, n) = (from(self, addr), size(*ty));
                self.load(at.0, &set, n);
            }
            InstKind::MemCopy { src, len, .. } => {
                let set = from(self, src);
                self.load(at.0, &set, number(len));
            }
            InstKind::VaCopy { src, .. } => {
                let set = from(self, src);
                self.load(at.0, &set, None);
            }
            _ => {}
        }
        let mut used = Vec::new();
        visit::uses(&inst.kind, &mut |o| used.push(*o));
        for o in used {
            self.uses(at, &o);
        }
    }

    fn call(&mut self, at: At, callee: Callee, args: &[Arg]) {
        if let Callee::Indirect(o) = callee {
            self.uses(at, &o);
        }
        // A copy of a structure is made at the call.
        for a in args.iter().filter(|a| a.byval.is_some()) {
            let set = self.points.value(at.0, &a.value);
            self.load(at.0, &set, a.byval.map(|x| x.0));
            self.uses(at, &a.value);
        }
        let targets = self.points.targets(at.0, &callee);
        for g in targets {
            match self.body(g) {
                Some(body) if !overrides_body(&body.name) => {
                    for i in 0..args.len() {
                        if self.params.contains(&(g, i)) {
                            self.argument(at, i);
                        }
                    }
                }
                _ => self.outside(at, g, args),
            }
        }
    }

    /// A callee without a body reads its arguments and what they lead to.
    fn outside(&mut self, at: At, g: FuncId, args: &[Arg]) {
        if self.told.contains(&g) {
            // What it returns is anything.
            return;
        }
        for i in 0..args.len() {
            self.argument(at, i);
        }
        let name = self.module.functions.get(g).map(|f| f.name.as_str());
        let builtin = name.and_then(lookup);
        let given = |d: &Self, i: usize| {
            let a = args.get(i);
            a.map_or(Set::new(), |a| d.points.value(at.0, &a.value))
        };
        match builtin {
            Some(Builtin::Memcpy | Builtin::Memmove) => {
                let set = given(self, 1);
                let n = args.get(2).and_then(|a| number(&a.value));
                self.load(at.0, &set, n);
            }
            // The content of a block that grows is copied.
            Some(Builtin::Realloc) => {}
            Some(
                Builtin::Malloc
                | Builtin::Calloc
                | Builtin::AlignedAlloc
                | Builtin::Free
                | Builtin::Memset
                | Builtin::Exit
                | Builtin::Abort
                | Builtin::Assume
                | Builtin::Assert
                | Builtin::MakeSymbolic,
            ) => {}
            _ => {
                let all: Set = (0..args.len()).flat_map(|i| given(self, i)).collect();
                let all = self.points.closure(&all);
                self.load(at.0, &all, None);
            }
        }
    }

    /// Whether a call that matters hands this argument to someone who reads it.
    pub fn reads(&self, at: At, callee: Callee, k: usize) -> bool {
        let read = |g: FuncId| {
            let body = self.body(g).filter(|b| !overrides_body(&b.name));
            match body {
                Some(b) if k < b.params.len() => self.params.contains(&(g, k)),
                Some(_) => self.loads.iter().any(|l| l.0 == Object::Rest(g)),
                None => true,
            }
        };
        self.points.targets(at.0, &callee).into_iter().any(read)
    }

    /// Functions that are reached from there by calls.
    fn reached(&self, from: &[FuncId]) -> BTreeSet<FuncId> {
        let mut out: BTreeSet<FuncId> = from.iter().copied().collect();
        let mut work: Vec<FuncId> = from.to_vec();
        while let Some(f) = work.pop() {
            for (g, sites) in &self.callers {
                if sites.iter().any(|s| s.0 == f) && out.insert(*g) {
                    work.push(*g);
                }
            }
        }
        out
    }

    /// Whether a function of which it is said what it takes can write what
    /// memory depends on.
    pub fn told_decide(&self) -> bool {
        self.loads.iter().any(|(o, off, len)| {
            let writes = self.writes.get(o).into_iter().flatten();
            writes
                .filter(|w| self.told_calls.contains(&w.at))
                .any(|w| w.into.iter().any(|x| off.overlaps(*len, x.1, w.len)))
        })
    }

    /// Whether what is reached from one place writes what memory depends on in
    /// what is reached from another one.
    pub fn interferes(&self, entries: &[FuncId], handlers: &[FuncId]) -> bool {
        let (own, theirs) = (self.reached(entries), self.reached(handlers));
        own.iter().filter_map(|f| self.read_by.get(f)).any(|reads| {
            reads.iter().any(|(o, off, len)| {
                let writes = self.writes.get(o).into_iter().flatten();
                writes
                    .filter(|w| theirs.contains(&w.at.0))
                    .any(|w| w.into.iter().any(|x| off.overlaps(*len, x.1, w.len)))
            })
        })
    }

    /// Whether what memory depends on in what is reached from `entry` can be
    /// another thing than its begin and it alone say: by what is reached from
    /// the others, or since it ran before. What it is given is anything, so
    /// that only globals outlive it; what others write where nobody sees may be
    /// any of these.
    pub fn disturbed(&self, entry: FuncId, others: &[FuncId]) -> bool {
        let (own, theirs) = (self.reached(&[entry]), self.reached(others));
        // What a library function may write is among its own writes.
        let stores = |at: &At| {
            let block = self
                .module
                .functions
                .get(at.0)
                .and_then(|f| f.blocks.get(at.1));
            let inst = block.and_then(|b| b.insts.get(at.2 as usize));
            !matches!(inst.map(|i| &i.kind), Some(InstKind::Call { .. }))
        };
        let unseen = self.writes.get(&Object::Outside).into_iter().flatten();
        let mut unseen = unseen.filter(|w| theirs.contains(&w.at.0) && stores(&w.at));
        // Without others it is not known who runs.
        let unseen = others.is_empty() || unseen.next().is_some();
        let reads = own.iter().filter_map(|f| self.read_by.get(f)).flatten();
        let mut lasting = reads.filter(|r| matches!(r.0, Object::Global(_) | Object::Outside));
        let before = lasting.any(|(o, off, len)| {
            let writes = self.writes.get(o).into_iter().flatten();
            let mut mine = writes.filter(|w| own.contains(&w.at.0));
            let global = matches!(o, Object::Global(_));
            unseen || global && mine.any(|w| w.into.iter().any(|x| off.overlaps(*len, x.1, w.len)))
        });
        before || self.interferes(&[entry], others)
    }

    /// Where all ways from a block come together.
    pub fn behind(&self, f: FuncId, b: BlockId) -> Option<BlockId> {
        let facts = self.facts.get(&f)?;
        facts.control.behind.get(b.0 as usize).copied().flatten()
    }
}

fn number(o: &Operand) -> Option<u64> {
    match o {
        Operand::Int(n) => Some(*n),
        _ => None,
    }
}
