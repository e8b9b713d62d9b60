//! The walk over a round, and what functions that it calls do to blocks.
//!
//! Idea: forward over the blocks of a loop, or of a function that may free what it gets,
//! until nothing changes ([`super::cover`] says what is known). A callee that stores no
//! pointer into blocks of the group and frees none of them changes nothing. Source and
//! cost: [`super`].
//!
//! What must never happen: an instruction that writes a member, or frees, and is not
//! looked at. The points-to sets say where pointers lead, and an empty set says nothing: a
//! pointer with one may lead anywhere. A callee that frees what it gets frees nothing else
//! of the group, since what led on from there would be lost.

use super::super::facts::{builtin, moves_the_frame, null_test, only_computes, Facts};
use super::cover::{Cover, V};
use super::Group;
use crate::memory::reach::TEXT;
use crate::memory::slice::{Made, Places};
use ep_ir::analysis::{Cfg, Live, LoopId};
use ep_ir::inst::Arg;
use ep_ir::provided::Builtin;
use ep_ir::{
    visit, BlockId, Callee, FuncId, Function, InstKind, Module, Operand, Reg, Terminator, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Walks over the blocks.
const MOST_WALKS: usize = 30;

/// What is asked of callees, for one group.
pub(super) struct Calls<'a> {
    module: &'a Module,
    places: &'a Places<'a>,
    group: &'a Group,
    harmless: BTreeMap<FuncId, bool>,
    freeing: BTreeMap<(FuncId, usize), bool>,
}

impl<'a> Calls<'a> {
    pub fn new(module: &'a Module, places: &'a Places<'a>, group: &'a Group) -> Calls<'a> {
        Calls {
            module,
            places,
            group,
            harmless: BTreeMap::new(),
            freeing: BTreeMap::new(),
        }
    }

    /// Whether a pointer may lead to blocks of the group.
    fn leads(&self, f: FuncId, o: &Operand) -> bool {
        self.places.is_unknown(f, o) || self.places.leads_to_any(f, o, &self.group.made)
    }

    /// The same of a value that is a pointer if it has that type, and a number else, which
    /// is known where it is made of a pointer.
    fn holds(&self, f: FuncId, ty: Type, o: &Operand) -> bool {
        let unknown = ty == Type::Ptr && self.places.is_unknown(f, o);
        unknown || self.places.leads_to_any(f, o, &self.group.made)
    }

    /// Whether memory may lead there from an argument.
    fn reaches(&self, f: FuncId, a: &Arg) -> bool {
        let unknown = a.ty == Type::Ptr && self.places.is_unknown(f, &a.value);
        unknown || self.places.reaches_any(f, &a.value, &self.group.made)
    }

    /// Whether a pointer leads to a member of a block of the group, and nowhere else.
    fn is_member(&self, f: FuncId, o: &Operand) -> bool {
        let at = self.places.exactly_in(f, o, &self.group.made);
        let of = |(m, at): &(Made, i64)| self.group.members.get(m).is_some_and(|x| x.contains(at));
        let only = self.places.leads_only_to(f, o, &self.group.made);
        only && at.is_some_and(|all| all.iter().all(of))
    }

    /// The members of blocks that a pointer may lead to.
    fn members(&self, f: FuncId, o: &Operand) -> BTreeSet<i64> {
        let of = |m| self.places.leads_to_any(f, o, &BTreeSet::from([m]));
        let all = self.group.members.iter().filter(|(m, _)| of(**m));
        all.flat_map(|(_, at)| at).copied().collect()
    }

    /// Whether so many bytes there may be of a member.
    fn hits(&self, f: FuncId, o: &Operand, n: Option<u64>) -> bool {
        let word = Some(u64::from(self.module.layout.ptr_bits / 8));
        let mut all = self.group.addresses.iter();
        all.any(|(g, at)| self.places.overlap((f, o, n), (*g, at, word)))
    }

    /// Whether an instruction that is no call leaves the members of all blocks alone.
    fn leaves_members(&self, f: FuncId, kind: &InstKind) -> bool {
        match kind {
            InstKind::Store {
                ty, value, addr, ..
            } => {
                let n = self.module.layout.store_size(*ty);
                let known = !self.places.is_unknown(f, addr);
                !self.leads(f, addr)
                    || known && !self.hits(f, addr, Some(n)) && !self.holds(f, *ty, value)
            }
            InstKind::MemCopy { dst, src, .. } => {
                let unknown = self.places.is_unknown(f, dst) || self.places.is_unknown(f, src);
                let brings = || self.places.reaches_any(f, src, &self.group.made);
                !self.leads(f, dst) || !unknown && !self.hits(f, dst, None) && !brings()
            }
            InstKind::MemSet { dst, .. } => {
                let known = !self.places.is_unknown(f, dst);
                !self.leads(f, dst) || known && !self.hits(f, dst, None)
            }
            InstKind::AtomicRmw { addr, .. } | InstKind::CmpXchg { addr, .. } => {
                !self.leads(f, addr)
            }
            InstKind::VaStart { list } | InstKind::VaEnd { list } => !self.leads(f, list),
            InstKind::VaCopy { dst, src } => !self.leads(f, dst) && !self.leads(f, src),
            kind => only_computes(kind) || moves_the_frame(kind),
        }
    }

    /// Whether a function and what it calls leave the group's blocks and their members
    /// alone.
    fn is_harmless(&mut self, f: FuncId) -> bool {
        if let Some(known) = self.harmless.get(&f) {
            return *known;
        }
        let found = self.all_harmless(f).is_some();
        self.harmless.insert(f, found);
        found
    }

    /// The same of functions that may be called at any call of what is not seen.
    pub fn are_harmless(&mut self, all: &[FuncId]) -> bool {
        let defined = |g: &&FuncId| {
            let g = self.module.functions.get(**g);
            g.is_none_or(|g| !g.is_declaration())
        };
        let all: Vec<FuncId> = all.iter().filter(defined).copied().collect();
        all.into_iter().all(|g| self.is_harmless(g))
    }

    fn all_harmless(&self, f: FuncId) -> Option<()> {
        let mut seen: BTreeSet<FuncId> = BTreeSet::new();
        let mut work = vec![f];
        while let Some(f) = work.pop() {
            if !seen.insert(f) {
                continue;
            }
            // What the sets do not know was taken away before they were made.
            self.places.is_reached(f).then_some(())?;
            let function = self.module.functions.get(f)?;
            for (_, block) in function.blocks.iter() {
                for i in &block.insts {
                    let InstKind::Call { callee, args, .. } = &i.kind else {
                        self.leaves_members(f, &i.kind).then_some(())?;
                        continue;
                    };
                    let with = self.bodies(f, callee, args, &i.kind)?;
                    work.extend(with);
                }
                (!matches!(block.term, Terminator::Unsupported(_))).then_some(())?;
            }
        }
        Some(())
    }

    /// The functions with bodies that a call reaches; none where a function without one
    /// may do something to the group's blocks.
    fn bodies(
        &self,
        f: FuncId,
        callee: &Callee,
        args: &[Arg],
        kind: &InstKind,
    ) -> Option<Vec<FuncId>> {
        let targets = self.places.known_targets(f, callee)?;
        let mut out = Vec::new();
        for g in targets {
            // Bytes that come from outside are no pointers.
            let beside = |a: &Arg| {
                let known = || !self.places.is_unknown(f, &a.value);
                !self.leads(f, &a.value) || known() && !self.hits(f, &a.value, None)
            };
            let callee = self.module.functions.get(g)?;
            if callee.name == TEXT {
                let mut all = args.iter().filter(|a| a.ty == Type::Ptr);
                all.all(beside).then_some(())?;
                continue;
            }
            if !callee.is_declaration() {
                out.push(g);
                continue;
            }
            match builtin(self.module, kind) {
                Some(Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc) => {}
                Some(Builtin::Free) => {
                    let any = args.iter().any(|a| self.leads(f, &a.value));
                    (!any).then_some(())?;
                }
                Some(read @ (Builtin::Read | Builtin::ReadAny)) => {
                    let to = args.get(usize::from(read == Builtin::Read))?;
                    beside(to).then_some(())?;
                }
                Some(Builtin::Write) => {}
                _ => {
                    // What it calls is looked at too.
                    out.extend(args.iter().flat_map(|a| self.places.functions(f, &a.value)));
                    let any = args.iter().any(|a| self.reaches(f, a));
                    (!any).then_some(())?;
                }
            }
        }
        Some(out)
    }

    /// Whether a call that the sets leave out writes where members may be.
    fn writes_text(&self, f: FuncId, callee: &Callee, args: &[Arg]) -> bool {
        let Callee::Direct(g) = callee else {
            return false;
        };
        let name = self
            .module
            .functions
            .get(*g)
            .map_or("", |g| g.name.as_str());
        (matches!(name, "snprintf" | "sprintf") || name == TEXT)
            && args
                .iter()
                .filter(|a| a.ty == Type::Ptr && self.leads(f, &a.value))
                .any(|a| self.places.is_unknown(f, &a.value) || self.hits(f, &a.value, None))
    }

    /// Whether a function frees all that one of its arguments leads to, wherever it
    /// returns. That its own calls do is the assumption of an induction over their depth.
    fn frees_all(&mut self, g: FuncId, k: usize) -> bool {
        if let Some(known) = self.freeing.get(&(g, k)) {
            return *known;
        }
        let before = self.freeing.clone();
        self.freeing.insert((g, k), true);
        let found = self.ends_all(g, k).is_some();
        if !found {
            // What rests on it does not hold.
            self.freeing = before;
            self.freeing.insert((g, k), false);
        }
        found
    }

    fn ends_all(&mut self, g: FuncId, k: usize) -> Option<()> {
        let module = self.module;
        let function = module.functions.get(g).filter(|g| !g.is_declaration())?;
        for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let call = matches!(i.kind, InstKind::Call { .. });
            (call || self.leaves_members(g, &i.kind)).then_some(())?;
        }
        let facts = Facts::new(function);
        let live = Live::new(function, &facts.cfg);
        let p = function.params.get(k)?.reg;
        let others = function.params.iter().map(|x| x.reg).filter(|r| *r != p);
        let walk = Walk::new((g, function), &facts, &live).of_callee();
        let (_, ends) = walk.run(self, BlockId(0), Cover::given(p, others), &|_| true)?;
        for (b, s) in &ends {
            match function.blocks.get(*b).map(|b| &b.term)? {
                Terminator::Return(_) => s.is_empty().then_some(())?,
                Terminator::Unsupported(_) => return None,
                _ => {}
            }
        }
        Some(())
    }
}

/// A function that is walked.
pub(super) struct Walk<'a> {
    id: FuncId,
    f: &'a Function,
    facts: &'a Facts,
    live: &'a Live,
    /// Of values that are as good the last one counts.
    last: bool,
    /// It may free the blocks that it was given, and no others of the group.
    callee: bool,
}

impl<'a> Walk<'a> {
    pub fn new((id, f): (FuncId, &'a Function), facts: &'a Facts, live: &'a Live) -> Walk<'a> {
        Walk {
            id,
            f,
            facts,
            live,
            last: false,
            callee: false,
        }
    }

    fn of_callee(self) -> Walk<'a> {
        Walk {
            callee: true,
            ..self
        }
    }

    /// The same with another choice among values that are as good.
    pub fn with_last(self) -> Walk<'a> {
        Walk { last: true, ..self }
    }

    /// Whether no block of a round lives where the next round of a loop begins.
    pub fn leaves_none(&self, calls: &mut Calls<'_>, l: LoopId) -> bool {
        let Some(x) = self.facts.loops.loops.get(l) else {
            return false;
        };
        let inside = |b: BlockId| x.contains(b);
        let Some((_, ends)) = self.run(calls, x.header, Cover::begin(), &inside) else {
            return false;
        };
        // The ends of blocks, and what a branch says on its way to the next round.
        ends.iter().all(|(b, s)| {
            let sides = self.sides(*b, s.clone());
            sides.iter().all(|(to, s)| *to != x.header || s.is_empty())
        })
    }

    /// Where the last block of a whole activation ends that begins once: ways from one
    /// block to the next on which none lives, though one could before.
    pub fn ways_without(&self, calls: &mut Calls<'_>) -> BTreeSet<(BlockId, BlockId)> {
        let found = self.run(calls, BlockId(0), Cover::begin(), &|_| true);
        let (begins, ends) = found.unwrap_or_default();
        let some = |b: &BlockId| begins.get(b).is_some_and(|s| !s.is_empty());
        let mut out = BTreeSet::new();
        for (b, s) in ends.iter().filter(|(b, _)| some(b)) {
            let sides = self.sides(*b, s.clone()).into_iter();
            out.extend(sides.filter(|(_, s)| s.is_empty()).map(|(to, _)| (*b, to)));
        }
        out
    }

    /// What holds at the begin and at the end of each block; none where it takes too long.
    fn run(
        &self,
        calls: &mut Calls<'_>,
        begin: BlockId,
        first: Cover,
        inside: &dyn Fn(BlockId) -> bool,
    ) -> Option<(BTreeMap<BlockId, Cover>, BTreeMap<BlockId, Cover>)> {
        let cfg: &Cfg = &self.facts.cfg;
        // A function may be begun at a block that it comes back to, a round may not.
        let again = |to: BlockId| to != begin || begin == BlockId(0);
        let mut at: BTreeMap<BlockId, Cover> = BTreeMap::from([(begin, first)]);
        for _ in 0..MOST_WALKS {
            let before = at.clone();
            let mut ends = BTreeMap::new();
            for b in cfg.reverse_post_order() {
                let Some(s) = at.get(b).cloned() else {
                    continue;
                };
                let s = self.block(calls, *b, s);
                ends.insert(*b, s.clone());
                for (to, s) in self.sides(*b, s) {
                    if !inside(to) || !again(to) {
                        continue;
                    }
                    let live = |r: Reg| self.live.is_live(to, r);
                    let met = match at.get(&to) {
                        Some(known) => known.meet(&s, &live, self.last),
                        None => s.meet(&s, &live, self.last),
                    };
                    if met.lost && !s.lost && at.get(&to).is_none_or(|k| !k.lost) {
                        tracing::trace!(from = ?b, ?to, "blocks are lost sight of where ways meet");
                    }
                    at.insert(to, met);
                }
            }
            if before == at {
                return Some((at, ends));
            }
        }
        None
    }

    /// Where a block leads, with what its branch says there.
    fn sides(&self, b: BlockId, s: Cover) -> Vec<(BlockId, Cover)> {
        let to = self.facts.cfg.successors(b);
        let mut out: Vec<(BlockId, Cover)> = to.iter().map(|to| (*to, s.clone())).collect();
        if let Some(Terminator::Branch {
            cond: Operand::Reg(c),
            then,
            els,
        }) = self.f.blocks.get(b).map(|b| &b.term)
        {
            if then != els {
                out.retain_mut(|(to, s)| s.learn(*c, to == then));
            }
        }
        out
    }

    fn block(&self, calls: &mut Calls<'_>, b: BlockId, mut s: Cover) -> Cover {
        let insts = self.f.blocks.get(b).map(|b| b.insts.as_slice());
        for (i, inst) in insts.into_iter().flatten().enumerate() {
            if s.lost {
                break;
            }
            self.inst(calls, (b, i), &inst.kind, &mut s);
            if s.lost {
                tracing::trace!(?b, i, what = ?inst.kind, "blocks are lost sight of");
            }
        }
        s
    }

    /// A member of a block that begins where the pointer leads, whichever block it is.
    fn target(&self, calls: &Calls<'_>, s: &mut Cover, o: &Operand) -> Option<(V, i64)> {
        let Operand::Reg(r) = o else { return None };
        let v = s.get(*r);
        if let Some(x) = s.member(v) {
            return Some(x);
        }
        let begins = calls.places.begins_in(self.id, o, &calls.group.made);
        (begins && !calls.places.is_unknown(self.id, o)).then_some((v, 0))
    }

    /// A register that is set to something else.
    fn define(&self, calls: &Calls<'_>, s: &mut Cover, r: Reg) {
        let v = s.set_unknown(r);
        self.known(calls, s, r, v);
    }

    /// What the sets say of a value that a register has got.
    fn known(&self, calls: &Calls<'_>, s: &mut Cover, r: Reg, v: V) {
        let pointer = self.f.regs.get(r) == Some(&Type::Ptr);
        if pointer && !calls.leads(self.id, &Operand::Reg(r)) {
            s.is_other(v);
        }
    }

    fn inst(&self, calls: &mut Calls<'_>, at: (BlockId, usize), kind: &InstKind, s: &mut Cover) {
        if let Some(test) = null_test(kind) {
            let v = s.get(test.of);
            s.set_test(test.dst, v, test.is_null);
            return;
        }
        match kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => match src {
                Operand::Reg(r) => {
                    let v = s.get(*r);
                    s.set(*dst, v);
                }
                Operand::Int(0) => s.set_null(*dst),
                _ => self.define(calls, s, *dst),
            },
            InstKind::PtrAdd {
                dst,
                base: base @ Operand::Reg(_),
                offset,
                terms,
                ..
            } if terms.is_empty() && calls.leads(self.id, base) => {
                let to = self.target(calls, s, base);
                match to.and_then(|(x, o)| Some((x, o.checked_add(*offset)?))) {
                    Some((x, 0)) => s.set(*dst, x),
                    Some(to) => s.set_member(*dst, to),
                    None => {
                        self.shared(s, kind);
                        self.define(calls, s, *dst);
                    }
                }
            }
            InstKind::Load {
                dst,
                ty: Type::Ptr,
                addr,
                volatile: false,
                ..
            } => {
                let only = calls.places.leads_only_to(self.id, addr, &calls.group.made);
                match self.target(calls, s, addr).filter(|_| only) {
                    Some(to) => {
                        let v = s.load(*dst, to, calls.is_member(self.id, addr));
                        self.known(calls, s, *dst, v);
                    }
                    None => self.define(calls, s, *dst),
                }
            }
            InstKind::Load { dst, .. } => self.define(calls, s, *dst),
            InstKind::Store {
                ty,
                value,
                addr,
                volatile,
                ..
            } => {
                if calls.leaves_members(self.id, kind) {
                    if let Operand::Reg(r) = value {
                        let v = s.get(*r);
                        s.escapes(v);
                    }
                    return;
                }
                let to = self.target(calls, s, addr);
                let (Some(to), Type::Ptr, false) = (to, ty, volatile) else {
                    *s = Cover::lost();
                    return;
                };
                let (v, members) = match value {
                    Operand::Reg(r) => (Some(s.get(*r)), calls.members(self.id, value)),
                    _ => (None, BTreeSet::new()),
                };
                let word = u64::from(calls.module.layout.ptr_bits / 8);
                let certain = calls.is_member(self.id, addr);
                s.store(to, v, (word, &members), certain);
            }
            InstKind::MemSet {
                dst,
                value: Operand::Int(0),
                ..
            } => {
                let to = self.target(calls, s, dst).filter(|to| to.1 == 0);
                let members = calls.members(self.id, dst);
                let clean = to.is_some_and(|(v, _)| s.holds_nothing(v, &members));
                if !clean && !calls.leaves_members(self.id, kind) {
                    *s = Cover::lost();
                }
            }
            InstKind::Call {
                callee, args, dsts, ..
            } => self.call(calls, at, (callee, args, kind), dsts, s),
            _ => {
                if !calls.leaves_members(self.id, kind) {
                    *s = Cover::lost();
                    return;
                }
                self.shared(s, kind);
                visit::defs(kind, &mut |r| self.define(calls, s, *r));
            }
        }
    }

    /// What an instruction reads may be known by other names from here.
    fn shared(&self, s: &mut Cover, kind: &InstKind) {
        visit::uses(kind, &mut |o| {
            if let Operand::Reg(r) = o {
                let v = s.get(*r);
                s.escapes(v);
            }
        });
    }

    fn call(
        &self,
        calls: &mut Calls<'_>,
        at: (BlockId, usize),
        (callee, args, kind): (&Callee, &[Arg], &InstKind),
        dsts: &[Reg],
        s: &mut Cover,
    ) {
        let made = (self.id, at.0, at.1);
        match builtin(calls.module, kind) {
            Some(Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc) => {
                for r in dsts {
                    match calls.group.made.contains(&made) {
                        true => {
                            let members = calls.group.members.get(&made);
                            s.make(*r, &members.cloned().unwrap_or_default());
                        }
                        false => self.define(calls, s, *r),
                    }
                }
                return;
            }
            Some(Builtin::Free) => {
                let Some(a) = args.first().filter(|a| calls.leads(self.id, &a.value)) else {
                    return;
                };
                match a.value {
                    Operand::Reg(r) => {
                        let v = s.get(r);
                        let members = calls.members(self.id, &a.value);
                        let known = !calls.places.is_unknown(self.id, &a.value);
                        match known && s.member(v).is_none() && self.may_end(s, v) {
                            true => s.free(v, &members),
                            false => *s = Cover::lost(),
                        }
                    }
                    _ => *s = Cover::lost(),
                }
                return;
            }
            _ => {}
        }
        let quiet = calls.bodies(self.id, callee, args, kind);
        let quiet = quiet.filter(|_| !calls.writes_text(self.id, callee, args));
        let harmless = quiet.is_some_and(|all| all.into_iter().all(|g| calls.is_harmless(g)));
        self.shared(s, kind);
        if !harmless {
            let freed = self.freed_by(calls, callee, args, s);
            match freed {
                Some(v) => s.has_none(v),
                None => {
                    *s = Cover::lost();
                    return;
                }
            }
        }
        for r in dsts {
            self.define(calls, s, *r);
        }
    }

    /// The value of which a callee frees all that it leads to.
    fn freed_by(
        &self,
        calls: &mut Calls<'_>,
        callee: &Callee,
        args: &[Arg],
        s: &mut Cover,
    ) -> Option<V> {
        let Callee::Direct(g) = callee else {
            return None;
        };
        let mut of = None;
        for (k, a) in args.iter().enumerate() {
            if !calls.reaches(self.id, a) {
                continue;
            }
            (of.is_none() && a.byval.is_none()).then_some(())?;
            let Operand::Reg(r) = a.value else {
                return None;
            };
            of = Some((k, r));
        }
        let (k, r) = of?;
        let v = s.get(r);
        let known = !calls.places.is_unknown(self.id, &Operand::Reg(r));
        let ends = known && s.member(v).is_none() && self.may_end(s, v);
        (ends && calls.frees_all(*g, k)).then_some(v)
    }

    /// Whether the walk may see a block end there.
    fn may_end(&self, s: &Cover, v: V) -> bool {
        !self.callee || s.is_own(v)
    }
}
