//! What pointers can point to, by object and offset.
//!
//! Idea: inclusion-based points-to sets over the program that is reached
//! (Andersen, 1994), insensitive to flow and context. An element is an object
//! and an offset; offsets are residue classes, so that the members of a
//! structure, and of each element of an array of structures, are kept apart
//! (Pearce, Kelly and Hankin, PASTE 2004, with a stride in addition). What must
//! never happen: a pointer that reaches an object which is not in its set.
//! Where memory that is not seen takes part it is one object, `Outside`.
//! Cost: passes over all instructions until nothing grows.

use super::offsets::{gcd, Off};
use ep_base::Stop;
use ep_ir::inst::Arg;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{
    BlockId, Callee, CastOp, FuncId, GlobalId, InstKind, Module, Operand, Reg, RelocTarget,
    Terminator, Type,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Memory that pointers lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Object {
    Function(FuncId),
    Global(GlobalId),
    /// A place that makes memory: function, block, instruction.
    Made(FuncId, u32, u32),
    /// The variable arguments of a function.
    Rest(FuncId),
    /// Memory that is not seen.
    Outside,
}

/// Places, with few offsets per object.
pub(super) type Set = BTreeSet<(Object, Off)>;

/// Offsets of one object that a set keeps apart.
const MOST_OFFSETS: usize = 12;
/// Places of one object whose contents are kept apart.
const MOST_CELLS: usize = 96;

/// So many bytes of an object: those of a `char` beside a pointer are none of the pointer's.
type Cell = (Off, u64);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Register(FuncId, Reg),
    Result(FuncId),
}

/// The sets of a program.
pub(super) struct Points<'m> {
    module: &'m Module,
    sets: HashMap<Node, Set>,
    content: HashMap<Object, BTreeMap<Cell, Set>>,
    pub reached: BTreeSet<FuncId>,
    /// Registers that are never negative as numbers with a sign.
    unsigned: HashSet<(FuncId, Reg)>,
    /// Addresses of elements that are read and written there, and not moved on from.
    only_read: HashSet<(FuncId, Reg)>,
    taken: BTreeSet<FuncId>,
    /// Registers that do not lead to these objects, whatever flows into them.
    guarded: HashSet<(FuncId, Reg)>,
    apart: [Option<GlobalId>; 2],
    grew: bool,
    stop: Stop,
}

/// What is known of two objects beside what the program says.
#[derive(Clone, Default)]
pub(in super::super) struct Marks {
    /// A text, and what stands for any number of pointers to it.
    pub objects: Option<[GlobalId; 2]>,
    /// Registers that lead to neither, as a comparison has found.
    pub guarded: HashSet<(FuncId, Reg)>,
}

/// Looks at a program that is entered there. None where it has to end before
/// that is done: sets that still grow say nothing.
pub(super) fn points<'m>(
    module: &'m Module,
    entries: &[FuncId],
    stop: &Stop,
) -> Option<Points<'m>> {
    marked(module, entries, Marks::default(), stop)
}

/// The same where something is known of two objects.
pub(super) fn marked<'m>(
    module: &'m Module,
    entries: &[FuncId],
    marks: Marks,
    stop: &Stop,
) -> Option<Points<'m>> {
    let mut p = Points {
        module,
        sets: HashMap::new(),
        content: HashMap::new(),
        reached: BTreeSet::new(),
        unsigned: unsigned(module),
        only_read: only_read(module),
        taken: ep_ir::analysis::addresses_taken(module),
        guarded: marks.guarded,
        apart: marks.objects.map_or([None; 2], |o| o.map(Some)),
        grew: false,
        stop: stop.clone(),
    };
    let outside = Set::from([(Object::Outside, Off::ANY)]);
    p.store_at(Object::Outside, Off::ANY, &outside);
    for entry in entries {
        let params = module.functions.get(*entry).map(|f| &f.params);
        for x in params.into_iter().flatten().filter(|x| x.ty == Type::Ptr) {
            p.add(Node::Register(*entry, x.reg), &outside);
        }
    }
    for (g, global) in module.globals.iter() {
        if global.is_device() {
            p.store_at(Object::Global(g), Off::ANY, &outside);
        }
        match &global.init {
            Some(init) => {
                for r in &init.relocs {
                    let to = match r.target {
                        RelocTarget::Func(f) => (Object::Function(f), Off::START),
                        RelocTarget::Global(g) => (Object::Global(g), Off::at(r.addend)),
                        RelocTarget::Label(..) => continue,
                    };
                    let at = i64::try_from(r.offset).map_or(Off::ANY, Off::at);
                    p.store_at(Object::Global(g), at, &Set::from([to]));
                }
            }
            None => p.store_at(Object::Global(g), Off::ANY, &outside),
        }
    }
    if let [Some(text), Some(all)] = p.apart {
        let text = Set::from([(Object::Global(text), Off::START)]);
        p.store_at(Object::Global(all), Off::ANY, &text);
    }
    p.reached.extend(entries);
    p.reached.extend(module.constructors.iter().copied());
    loop {
        p.grew = false;
        for f in p.reached.clone() {
            p.function(f);
        }
        if p.stop.now() {
            return None;
        }
        if !p.grew {
            return Some(p);
        }
    }
}

impl Points<'_> {
    fn get(&self, n: Node) -> Set {
        self.sets.get(&n).cloned().unwrap_or_default()
    }

    fn add(&mut self, n: Node, set: &Set) {
        let old = self.sets.entry(n).or_default();
        let apart = match n {
            Node::Register(f, r) => self.guarded.contains(&(f, r)),
            Node::Result(_) => false,
        };
        self.grew |= match apart {
            false => take_in(old, set),
            true => {
                let kept = |o: &Object| match o {
                    Object::Global(g) => !self.apart.contains(&Some(*g)),
                    _ => true,
                };
                let set = set.iter().filter(|s| kept(&s.0)).copied().collect();
                take_in(old, &set)
            }
        };
    }

    fn store_at(&mut self, o: Object, at: Off, set: &Set) {
        self.store_in(o, (at, u64::from(self.word())), set);
    }

    fn store_in(&mut self, o: Object, cell: Cell, set: &Set) {
        if set.is_empty() {
            return;
        }
        let any = (Off::ANY, u64::from(self.word()));
        let cells = self.content.entry(o).or_default();
        let cell = match cells.len() >= MOST_CELLS && !cells.contains_key(&cell) {
            true => any,
            false => cell,
        };
        self.grew |= take_in(cells.entry(cell).or_default(), set);
    }

    fn store(&mut self, into: &Set, set: &Set) {
        self.store_bytes(into, u64::from(self.word()), set);
    }

    fn store_bytes(&mut self, into: &Set, n: u64, set: &Set) {
        for (o, at) in into {
            self.store_in(*o, (*at, n), set);
        }
    }

    /// What `n` bytes there can hold.
    pub fn load(&self, from: &Set, n: Option<u64>) -> Set {
        let mut out = Set::new();
        for (o, at) in from {
            for ((cell, wide), set) in self.content.get(o).into_iter().flatten() {
                if at.overlaps(n, *cell, Some(*wide)) {
                    take_in(&mut out, set);
                }
            }
        }
        out
    }

    /// An index that was made longer without its sign.
    fn not_negative(&self, f: FuncId, o: &Operand) -> bool {
        match o {
            Operand::Int(n) => *n <= i64::MAX as u64,
            Operand::Reg(r) => self.unsigned.contains(&(f, *r)),
            _ => false,
        }
    }

    /// Bytes that are copied keep their distance where both ends are known.
    fn copy(&mut self, to: &Set, from: &Set) {
        for (o, at) in from {
            let cells: Vec<(Cell, Set)> = (self.content.get(o).into_iter().flatten())
                .map(|(c, s)| (*c, s.clone()))
                .collect();
            for ((cell, wide), set) in cells {
                for (p, there) in to {
                    let off = match (at.stride, there.base.checked_sub(at.base)) {
                        (0, Some(way)) => cell.on(way, there.stride, there.up),
                        _ => Off::ANY,
                    };
                    self.store_in(*p, (off, wide), &set);
                }
            }
        }
    }

    /// Bytes of a pointer.
    pub fn word(&self) -> u32 {
        self.module.layout.ptr_bits / 8
    }

    /// What an operand can point to.
    pub fn value(&self, f: FuncId, o: &Operand) -> Set {
        match o {
            Operand::Reg(r) => self.get(Node::Register(f, *r)),
            Operand::Global(g, off) => Set::from([(Object::Global(*g), Off::at(*off))]),
            Operand::Func(g) => Set::from([(Object::Function(*g), Off::START)]),
            _ => Set::new(),
        }
    }

    /// Whether an object is a variable that holds no pointers.
    pub fn is_text(&self, o: &Object) -> bool {
        let variable = match o {
            Object::Global(_) => true,
            Object::Made(f, b, i) => {
                let function = self.module.functions.get(*f);
                let block = function.and_then(|g| g.blocks.get(BlockId(*b)));
                let made = block.and_then(|x| x.insts.get(*i as usize));
                made.is_some_and(|i| matches!(i.kind, InstKind::Alloca { .. }))
            }
            _ => false,
        };
        let mut held = self.content.get(o).into_iter().flatten();
        variable && held.all(|(_, set)| set.is_empty())
    }

    fn anywhere(set: &Set) -> Set {
        set.iter().map(|(o, _)| (*o, Off::ANY)).collect()
    }

    fn union<'o>(&self, f: FuncId, list: impl Iterator<Item = &'o Operand>) -> Set {
        let mut out = Set::new();
        for o in list {
            take_in(&mut out, &self.value(f, o));
        }
        out
    }

    fn function(&mut self, f: FuncId) {
        let module = self.module;
        let Some(function) = module.functions.get(f) else {
            return;
        };
        for (b, block) in function.blocks.iter() {
            if self.stop.now() {
                return;
            }
            for (i, inst) in block.insts.iter().enumerate() {
                self.inst(f, (b.0, i as u32), &inst.kind);
            }
            if let Terminator::Return(values) = &block.term {
                let set = self.union(f, values.iter());
                self.add(Node::Result(f), &set);
            }
        }
    }

    fn inst(&mut self, f: FuncId, at: (u32, u32), kind: &InstKind) {
        let to = |r: &Reg| Node::Register(f, *r);
        match kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => {
                let set = self.value(f, src);
                self.add(to(dst), &set);
            }
            InstKind::Cast { op, dst, src, .. } => {
                let set = self.value(f, src);
                let whole = matches!(op, CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast);
                let set = if whole { set } else { Self::anywhere(&set) };
                self.add(to(dst), &set);
            }
            InstKind::Bin { dst, a, b, .. } => {
                let set = self.union(f, [a, b].into_iter());
                self.add(to(dst), &Self::anywhere(&set));
            }
            InstKind::Select { dst, a, b, .. } => {
                let set = self.union(f, [a, b].into_iter());
                self.add(to(dst), &set);
            }
            InstKind::FloatBin { dst, a, b, .. } => {
                let set = self.union(f, [a, b].into_iter());
                self.add(to(dst), &Self::anywhere(&set));
            }
            InstKind::FloatUn { dst, a, .. } => {
                let set = self.value(f, a);
                self.add(to(dst), &Self::anywhere(&set));
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } => {
                let stride = terms.iter().fold(0, |g, t| gcd(g, t.scale.unsigned_abs()));
                let up = (terms.iter())
                    .all(|t| t.scale >= 0 && (t.within > 0 || self.not_negative(f, &t.index)));
                // The end of an array can be made, and is not read.
                let read = self.only_read.contains(&(f, *dst));
                let most = terms.iter().try_fold(0i64, |sum, t| {
                    let own = i64::try_from(t.within).ok().filter(|n| *n > 0)?;
                    sum.checked_add(if read { own.checked_sub(t.scale)? } else { own })
                });
                let from = self.value(f, base);
                let mut set: Set = (from.iter())
                    .map(|(o, at)| (*o, at.within(*offset, (stride, up), most)))
                    .collect();
                // An index can be an address where there is no other.
                let mut steps = self.union(f, terms.iter().map(|t| &t.index));
                if !set.is_empty() {
                    steps.retain(|s| s.0 != Object::Outside);
                }
                set.extend(Self::anywhere(&steps));
                self.add(to(dst), &set);
            }
            InstKind::Load { dst, ty, addr, .. } => {
                let n = self.module.layout.store_size(*ty);
                let mut set = self.load(&self.value(f, addr), Some(n));
                if n * 8 < u64::from(self.module.layout.ptr_bits) {
                    set = Self::anywhere(&set);
                }
                self.add(to(dst), &set);
            }
            InstKind::Store {
                ty, value, addr, ..
            } => {
                let (into, set) = (self.value(f, addr), self.value(f, value));
                let n = self.module.layout.store_size(*ty);
                self.store_bytes(&into, n, &set);
            }
            InstKind::Alloca { dst, .. } => {
                let made = (Object::Made(f, at.0, at.1), Off::START);
                self.add(to(dst), &Set::from([made]));
            }
            InstKind::MemCopy { dst, src, .. } | InstKind::VaCopy { dst, src } => {
                let (into, from) = (self.value(f, dst), self.value(f, src));
                self.copy(&into, &from);
            }
            InstKind::VaStart { list } => {
                let rest = Set::from([(Object::Rest(f), Off::ANY)]);
                let into = Self::anywhere(&self.value(f, list));
                self.store(&into, &rest);
                self.store(&rest, &rest);
            }
            InstKind::Intrinsic { dsts, args, .. } => {
                let set = self.union(f, args.iter());
                for d in dsts {
                    self.add(to(d), &Self::anywhere(&set));
                }
            }
            InstKind::AtomicRmw {
                dst, addr, value, ..
            } => {
                let into = self.value(f, addr);
                let (old, new) = (self.load(&into, Some(8)), self.value(f, value));
                self.add(to(dst), &old);
                self.store_bytes(&into, 8, &Self::anywhere(&new));
                self.store_bytes(&into, 8, &new);
            }
            InstKind::CmpXchg { old, addr, new, .. } => {
                let into = self.value(f, addr);
                let (was, new) = (self.load(&into, Some(8)), self.value(f, new));
                self.add(to(old), &was);
                self.store_bytes(&into, 8, &new);
            }
            InstKind::Unsupported { dsts, .. } => {
                for d in dsts {
                    self.add(to(d), &Set::from([(Object::Outside, Off::ANY)]));
                }
            }
            InstKind::Call {
                dsts, callee, args, ..
            } => {
                for g in self.targets(f, callee) {
                    self.call(f, at, g, dsts, args);
                }
                if self.leaves(f, callee) {
                    self.escape(f, dsts, args);
                }
            }
            _ => {}
        }
    }

    /// The functions that a call can reach.
    pub fn targets(&self, f: FuncId, callee: &Callee) -> Vec<FuncId> {
        match callee {
            Callee::Direct(g) => vec![*g],
            Callee::Indirect(o) => {
                let set = self.value(f, o);
                let mut out: BTreeSet<FuncId> = (set.iter())
                    .filter_map(|(o, _)| match o {
                        Object::Function(g) => Some(*g),
                        _ => None,
                    })
                    .collect();
                if out.is_empty() || set.iter().any(|s| s.0 == Object::Outside) {
                    out.extend(&self.taken);
                }
                out.into_iter().collect()
            }
        }
    }

    /// Whether a call can reach a function that is not seen.
    fn leaves(&self, f: FuncId, callee: &Callee) -> bool {
        match callee {
            Callee::Direct(_) => false,
            Callee::Indirect(o) => self.value(f, o).iter().any(|s| s.0 == Object::Outside),
        }
    }

    fn call(&mut self, f: FuncId, at: (u32, u32), g: FuncId, dsts: &[Reg], args: &[Arg]) {
        let module = self.module;
        let Some(callee) = module.functions.get(g) else {
            return;
        };
        let made = Set::from([(Object::Made(f, at.0, at.1), Off::START)]);
        let given = |s: &Self, i: usize| args.get(i).map_or(Set::new(), |a| s.value(f, &a.value));
        if !callee.is_declaration() {
            if self.reached.insert(g) {
                self.grew = true;
            }
            for (n, a) in args.iter().enumerate() {
                let set = self.value(f, &a.value);
                match callee.params.get(n) {
                    Some(p) => self.add(Node::Register(g, p.reg), &set),
                    // The list has the bytes of what is passed by value.
                    None if a.byval.is_some() => {
                        let held = self.load(&Self::anywhere(&set), None);
                        self.store_at(Object::Rest(g), Off::ANY, &held);
                    }
                    None => self.store_at(Object::Rest(g), Off::ANY, &set),
                }
            }
            let set = self.get(Node::Result(g));
            for d in dsts {
                self.add(Node::Register(f, *d), &set);
            }
            return;
        }
        let result = match lookup(&callee.name) {
            Some(Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc) => made,
            Some(Builtin::Realloc) => {
                let mut set = made;
                take_in(&mut set, &given(self, 0));
                set
            }
            Some(Builtin::PosixMemalign) => {
                let into = given(self, 0);
                self.store(&into, &made);
                return;
            }
            Some(Builtin::Memcpy | Builtin::Memmove) => {
                let (into, from) = (given(self, 0), given(self, 1));
                self.copy(&into, &from);
                into
            }
            Some(Builtin::Memset | Builtin::Identity) => given(self, 0),
            // What a number has of an address, its result may have.
            Some(Builtin::Math | Builtin::MathError) => {
                let all = self.union(f, args.iter().map(|a| &a.value));
                Self::anywhere(&all)
            }
            Some(b) if keeps_nothing(b) => return,
            _ => return self.escape(f, dsts, args),
        };
        for d in dsts {
            self.add(Node::Register(f, *d), &result);
        }
    }

    /// What is not seen can keep its arguments, write to whatever they reach,
    /// hand out anything that it ever got, and call what it has.
    fn escape(&mut self, f: FuncId, dsts: &[Reg], args: &[Arg]) {
        let given = self.union(f, args.iter().map(|a| &a.value));
        let reached = Self::anywhere(&self.closure(&given));
        self.store_at(Object::Outside, Off::ANY, &reached);
        let known = self.load(&Set::from([(Object::Outside, Off::ANY)]), None);
        self.store(&reached, &known);
        for d in dsts {
            self.add(Node::Register(f, *d), &known);
        }
        for (o, _) in &reached {
            let Object::Function(g) = o else { continue };
            if self.reached.insert(*g) {
                self.grew = true;
            }
            let params = self.module.functions.get(*g).map(|x| x.params.clone());
            for p in params.unwrap_or_default() {
                self.add(Node::Register(*g, p.reg), &known);
            }
        }
    }

    /// Everything that is reached from there through memory.
    pub fn closure(&self, from: &Set) -> Set {
        let mut seen: BTreeSet<Object> = from.iter().map(|s| s.0).collect();
        let mut work: Vec<Object> = seen.iter().copied().collect();
        while let Some(o) = work.pop() {
            for next in self.content.get(&o).into_iter().flatten() {
                for (p, _) in next.1 {
                    if seen.insert(*p) {
                        work.push(*p);
                    }
                }
            }
        }
        seen.into_iter().map(|o| (o, Off::ANY)).collect()
    }
}

/// Registers with addresses of elements that are used for loads and stores alone, or by a
/// copy or a member of the element that is: with what C defines none is the end of its
/// array.
fn only_read(module: &Module) -> HashSet<(FuncId, Reg)> {
    let mut out = HashSet::new();
    for (id, f) in module.functions.iter() {
        // What gets an address on, and what is used otherwise.
        let mut on: BTreeMap<Reg, Vec<Reg>> = BTreeMap::new();
        let mut other: BTreeSet<Reg> = BTreeSet::new();
        let mut asked: BTreeSet<Reg> = BTreeSet::new();
        for (_, block) in f.blocks.iter() {
            for i in &block.insts {
                match &i.kind {
                    InstKind::Load { .. } | InstKind::Cmp { .. } => {}
                    InstKind::Store { value, .. } => {
                        if let Operand::Reg(r) = value {
                            other.insert(*r);
                        }
                    }
                    InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => {
                        if let Operand::Reg(r) = src {
                            on.entry(*r).or_default().push(*dst);
                        }
                    }
                    InstKind::PtrAdd {
                        dst,
                        base,
                        offset,
                        terms,
                        ..
                    } if *offset >= 0 && terms.is_empty() => {
                        if let Operand::Reg(r) = base {
                            on.entry(*r).or_default().push(*dst);
                        }
                    }
                    kind => {
                        if let InstKind::PtrAdd { dst, terms, .. } = kind {
                            let one = terms.iter().any(|t| t.within > 0);
                            asked.extend(one.then_some(*dst));
                        }
                        ep_ir::visit::uses(kind, &mut |o| {
                            if let Operand::Reg(r) = o {
                                other.insert(*r);
                            }
                        });
                    }
                }
            }
            ep_ir::visit::term_uses(&block.term, &mut |o| {
                if let Operand::Reg(r) = o {
                    other.insert(*r);
                }
            });
        }
        for r in asked {
            let mut seen = BTreeSet::from([r]);
            let mut work = vec![r];
            let mut fine = true;
            while let Some(r) = work.pop() {
                fine &= !other.contains(&r);
                let next = on.get(&r).into_iter().flatten();
                work.extend(next.copied().filter(|n| seen.insert(*n)));
            }
            if fine {
                out.insert((id, r));
            }
        }
    }
    out
}

/// Registers that only a conversion to a wider type without sign sets.
fn unsigned(module: &Module) -> HashSet<(FuncId, Reg)> {
    let mut out = HashSet::new();
    let mut others = HashSet::new();
    for (f, function) in module.functions.iter() {
        for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let wider = match &inst.kind {
                InstKind::Cast {
                    op: CastOp::ZExt,
                    from: Type::Int(a),
                    to: Type::Int(b),
                    ..
                } => a < b,
                _ => false,
            };
            ep_ir::visit::defs(&inst.kind, &mut |r| {
                let new = match wider {
                    true => out.insert((f, *r)),
                    false => false,
                };
                if !new {
                    others.insert((f, *r));
                }
            });
        }
    }
    out.retain(|r| !others.contains(r));
    out
}

/// Builtins that store no pointer and give none back.
fn keeps_nothing(b: Builtin) -> bool {
    matches!(
        b,
        Builtin::Free
            | Builtin::Exit
            | Builtin::Abort
            | Builtin::Assume
            | Builtin::Assert
            | Builtin::AssertFail
            | Builtin::ReachError
            | Builtin::ReportError
            | Builtin::SilentExit
            | Builtin::MakeSymbolic
            | Builtin::Range
            | Builtin::KleeInt
            | Builtin::Nondet
            | Builtin::NondetBool
            | Builtin::NondetMemory
            | Builtin::Nothing
            | Builtin::Zero
            | Builtin::IsReplay
            | Builtin::Read
            | Builtin::ReadAny
            | Builtin::Write
            | Builtin::Seek
            | Builtin::IsOpen
            | Builtin::Clock
            | Builtin::Order
            | Builtin::AnyNumber
            | Builtin::IsSymbolic
    )
}

/// Adds what is there; true when that is new.
fn take_in(old: &mut Set, more: &Set) -> bool {
    let mut grew = false;
    for (o, at) in more {
        if old.contains(&(*o, *at)) || old.contains(&(*o, Off::ANY)) {
            continue;
        }
        let own: Vec<Off> = offsets(old, *o);
        if own.iter().any(|c| c.covers(*at)) {
            continue;
        }
        grew = true;
        if own.len() < MOST_OFFSETS && *at != Off::ANY {
            old.insert((*o, *at));
            continue;
        }
        let mut one = own.iter().fold(*at, |a, b| a.join(*b));
        if own.iter().any(|c| c.up && c.base > one.base) {
            one = one.lower();
        }
        for c in own {
            old.remove(&(*o, c));
        }
        old.insert((*o, one));
    }
    grew
}

fn offsets(set: &Set, o: Object) -> Vec<Off> {
    let low = Off::at(i64::MIN);
    (set.range((o, low)..))
        .take_while(|s| s.0 == o)
        .map(|s| s.1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pointer that walks down, alone or beside others: sets end to grow.
    #[test]
    fn what_falls_ends_to_fall() {
        let o = Object::Outside;
        for (begin, step) in [(0, -1), (1_000_000, -8), (7, -3), (i64::MIN + 9, -1)] {
            let mut set = Set::from([(o, Off::at(begin)), (o, Off::new(24, 8, true))]);
            let mut rounds = 0;
            loop {
                let more: Set = (set.iter())
                    .map(|(o, at)| (*o, at.on(step, 0, true)))
                    .collect();
                if !take_in(&mut set, &more) {
                    break;
                }
                rounds += 1;
                assert!(rounds < 200, "{begin} {step}: {set:?}");
            }
            let all: Vec<Off> = offsets(&set, o);
            for k in 0..1000 {
                let there = Off::at(begin.saturating_add(k * step));
                let ends = begin.checked_add(k * step).is_none();
                assert!(
                    ends || all.iter().any(|c| c.covers(there)),
                    "{set:?} {there:?}"
                );
            }
        }
    }

    #[test]
    fn sets_stay_small() {
        let o = Object::Outside;
        let mut set = Set::new();
        for k in 0..40 {
            take_in(&mut set, &Set::from([(o, Off::at(3 + 8 * k))]));
        }
        assert_eq!(set, Set::from([(o, Off::new(3, 8, true))]));
        assert!(!take_in(
            &mut set,
            &Set::from([(o, Off::new(11, 16, true))])
        ));
        assert!(take_in(&mut set, &Set::from([(o, Off::ANY)])));
        assert_eq!(set, Set::from([(o, Off::ANY)]));
    }
}
