//! Blocks that a program keeps in slots: `free(t[k]); t[k] = malloc(n);`.
//!
//! Idea: where every store of a pointer into an object is to a slot that holds no
//! block that lives (it was freed, is null, or was never filled), each block that
//! goes there has a slot of its own until it is freed. So at most as many live as
//! there are slots, however often rounds fill them, and an endless loop has a bound.
//! What is on its way to a slot counts beside them, unless its slot was emptied
//! before. Slots of an activation's own object count each time it runs; those of a
//! global once in the whole program. Source: document 000, section 4 (a round that
//! leaves no more than it found), for memory; ownership of a block by the slot that
//! it was stored in (Heine and Lam, PLDI 2003). Alternative: summaries, in which
//! each slot is a path per round ([`super::super::summary`]): exact for a few slots
//! and rounds. Cost: a walk of the functions that name the object.
//!
//! What must never happen: a slot that holds a block is overwritten unseen, by
//! another name, by another width, by a handler or in a callee; two blocks of one
//! slot on their way at one time.

mod flow;
mod span;
mod variables;

use super::amount::Amount;
use super::kept::{total, Kept, Row};
use super::numbers::Reading;
use super::slot::{Fill, Flow, Object, Slot, Span};
use super::{Context, Need, Sites};
use ep_base::memory::Gap;
use ep_explore::outcome::describe as findings;
use ep_ir::inst::Arg;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{visit, BlockId, Callee, FuncId, Function, Inst, InstKind, Operand, RelocTarget};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A write: where, how many bytes, whether it is of a pointer, and between which offsets.
type Wrote = (Slot, u64, bool, Option<Span>);

impl<'m> Sites<'m> {
    /// What a block needs that goes to a slot; none where it may not.
    pub(super) fn kept_in_a_slot(
        &mut self,
        cx: &Context<'m>,
        at: (BlockId, usize),
        made: &Inst,
        (size, grows): (&Amount, bool),
    ) -> Option<Need> {
        let InstKind::Call { dsts, .. } = &made.kind else {
            return None;
        };
        let [p] = dsts[..] else { return None };
        self.slots.on.then_some(())?;
        self.cycle_of(cx.id).is_none().then_some(())?;
        let own = self.flow(cx.id)?;
        let variable = Object::Register(cx.id, p);
        let once = cx.facts.set_once(p);
        let elsewhere = |x: &&Fill| once && x.value == p && x.slot.object != variable;
        let mut tried: BTreeSet<Row> = BTreeSet::new();
        for x in own.fills.iter().filter(elsewhere) {
            let Some(row) = self.row(&x.slot, x.span).filter(|r| tried.insert(*r)) else {
                continue;
            };
            let found = self.kept_in_row(cx, at, (p, &x.slot, row), &own, (size, grows));
            if found.is_some() {
                return found;
            }
        }
        // In the variable that it is made into.
        let made = |x: &Fill| x.at == at && x.slot.object == variable;
        (own.fills.iter().any(made) && self.kept_apart(variable)).then_some(())?;
        let row = self.row(&Slot::at(variable, 0), None)?;
        Some(Need {
            held: if grows {
                size.clone()
            } else {
                Amount::default()
            },
            kept: BTreeMap::from([(row, size.clone())]),
            ..Need::default()
        })
    }

    /// The same with a register that is set once, and one of the rows that it is stored to.
    fn kept_in_row(
        &mut self,
        cx: &Context<'m>,
        at: (BlockId, usize),
        (p, slot, row): (ep_ir::Reg, &Slot, Row),
        own: &Flow,
        (size, grows): (&Amount, bool),
    ) -> Option<Need> {
        let mut ends: BTreeMap<BlockId, usize> = BTreeMap::new();
        for x in own.fills.iter().filter(|x| x.value == p) {
            if self.row(&x.slot, x.span) == Some(row) {
                let first = ends.entry(x.at.0).or_insert(x.at.1);
                *first = (*first).min(x.at.1);
            }
        }
        // Where it is freed instead it is none of them, but was there until then.
        let mut freed = false;
        for (b, k) in self.frees_of(cx, p) {
            let first = ends.entry(b).or_insert(usize::MAX);
            freed |= k < *first;
            *first = (*first).min(k);
        }
        let straight = self.comes_to(cx, at, (p, slot), &ends)?;
        let straight = straight && !freed;
        self.kept_apart(row.object).then_some(())?;
        size.times(&Amount::number(row.number))?;
        let free_before = own.behind.get(&at).is_some_and(|s| s.is_empty(slot));
        let held = match straight && free_before && !grows {
            true => Amount::default(),
            false => size.clone(),
        };
        // What is on its way is told with its loop, and beside nothing behind that.
        (held.is_zero() || self.stays_in_loop(cx, at, p, &ends)).then_some(())?;
        Some(Need {
            held,
            kept: BTreeMap::from([(row, size.clone())]),
            ..Need::default()
        })
    }

    /// Whether no way from where a block is made to one of these ends leaves the innermost
    /// loop that it is made in.
    fn stays_in_loop(
        &self,
        cx: &Context<'m>,
        (from, at): (BlockId, usize),
        p: ep_ir::Reg,
        ends: &BTreeMap<BlockId, usize>,
    ) -> bool {
        let loops = &cx.facts.loops;
        let Some(l) = loops.innermost(from).and_then(|l| loops.loops.get(l)) else {
            return true;
        };
        let mut seen = BTreeSet::new();
        let mut work = match ends.get(&from).is_some_and(|end| *end > at) {
            true => Vec::new(),
            false => self.where_not_null(cx, from, p),
        };
        while let Some(b) = work.pop() {
            if !seen.insert(b) {
                continue;
            }
            if !l.contains(b) {
                return false;
            }
            if !ends.contains_key(&b) {
                work.extend(self.where_not_null(cx, b, p));
            }
        }
        true
    }

    /// Where a register that is set once is freed: block and instruction, the first of each
    /// block.
    fn frees_of(&self, cx: &Context<'m>, p: ep_ir::Reg) -> Vec<(BlockId, usize)> {
        let frees = |i: &Inst| match &i.kind {
            InstKind::Call {
                callee: Callee::Direct(f),
                args,
                ..
            } => {
                let f = self.module.functions.get(*f).filter(|f| f.is_declaration());
                let free = f.is_some_and(|f| lookup(&f.name) == Some(Builtin::Free));
                free && args.first().is_some_and(|a| a.value == Operand::Reg(p))
            }
            _ => false,
        };
        if !cx.facts.set_once(p) {
            return Vec::new();
        }
        let blocks = cx.function.blocks.iter();
        blocks
            .filter_map(|(b, x)| Some((b, x.insts.iter().position(frees)?)))
            .collect()
    }

    /// Models of the C library that a function calls and that make nothing: they write
    /// where their arguments lead, which is seen where these are given.
    fn quiet_models(&mut self, cx: &Context<'m>) -> BTreeSet<FuncId> {
        let insts = cx.function.blocks.iter().flat_map(|(_, b)| &b.insts);
        let called: BTreeSet<FuncId> = insts
            .filter_map(|i| match i.kind {
                InstKind::Call {
                    callee: Callee::Direct(f),
                    ref args,
                    ..
                } => {
                    // What it is given may be called.
                    let called = args.iter().any(|a| matches!(a.value, Operand::Func(_)));
                    (!called).then_some(f)
                }
                _ => None,
            })
            .collect();
        let module = self.module;
        let model = |f: &FuncId| {
            let g = module.functions.get(*f);
            g.is_some_and(|g| {
                !g.is_declaration() && findings::place(module, *f, g.loc).file.is_empty()
            })
        };
        let models: Vec<FuncId> = called.into_iter().filter(model).collect();
        models
            .into_iter()
            .filter(|f| self.makes_nothing(*f))
            .collect()
    }

    /// Whether every way on from where a block is made comes to a store of it, with no
    /// call of the program's own functions before: `true` where nothing is stored in
    /// between either.
    fn comes_to(
        &mut self,
        cx: &Context<'m>,
        from: (BlockId, usize),
        (p, slot): (ep_ir::Reg, &Slot),
        ends: &BTreeMap<BlockId, usize>,
    ) -> Option<bool> {
        let quiet = self.quiet_models(cx);
        let this = &*self;
        let calls = |i: &Inst| match &i.kind {
            InstKind::Call {
                callee: Callee::Direct(f),
                ..
            } => {
                let g = this.module.functions.get(*f);
                let other = |g: &Function| !g.is_declaration() || lookup(&g.name).is_none();
                g.is_none_or(other) && !quiet.contains(f)
            }
            InstKind::Call { .. } | InstKind::Unsupported { .. } => true,
            _ => false,
        };
        let writes = |i: &Inst| {
            matches!(
                i.kind,
                InstKind::Store { .. } | InstKind::MemCopy { .. } | InstKind::MemSet { .. }
            ) || matches!(i.kind, InstKind::Call { .. })
        };
        let moves = |i: &Inst| {
            let mut any = false;
            visit::defs(&i.kind, &mut |r| any |= slot.mentions(*r));
            any
        };
        let block = cx.function.blocks.get(from.0)?;
        if let Some(end) = ends.get(&from.0).filter(|end| **end > from.1) {
            let between = block.insts.get(from.1 + 1..*end)?;
            (!between.iter().any(calls)).then_some(())?;
            return Some(!between.iter().any(|i| writes(i) || moves(i)));
        }
        let to: BTreeSet<BlockId> = ends.keys().copied().collect();
        let on = |b: BlockId| this.where_not_null(cx, b, p);
        this.cannot_miss(cx, from.0, &to, &on).then_some(())?;
        (!block.insts.iter().skip(from.1 + 1).any(calls)).then_some(())?;
        let still = |i: &Inst| !writes(i) && !moves(i);
        let mut straight = block.insts.iter().skip(from.1 + 1).all(still);
        let mut seen = BTreeSet::new();
        let mut work = on(from.0);
        while let Some(b) = work.pop() {
            if !seen.insert(b) {
                continue;
            }
            let insts = &cx.function.blocks.get(b)?.insts;
            let until = ends.get(&b).copied().unwrap_or(insts.len());
            (!insts.iter().take(until).any(calls)).then_some(())?;
            straight &= insts.iter().take(until).all(still);
            if !to.contains(&b) {
                work.extend(on(b));
            }
        }
        Some(straight)
    }

    /// Whether a call of `realloc` does what slots take it to do: it frees the old block,
    /// since it makes one. Allocation does not fail below a size, which is the assumption
    /// of all bounds.
    pub(super) fn cannot_fail(
        &mut self,
        cx: &Context<'m>,
        at: (BlockId, usize),
        size: &Arg,
    ) -> bool {
        if !self.slots.on {
            return true;
        }
        let own = self.flow(cx.id);
        if !own.is_some_and(|f| f.grown.contains(&at)) {
            return true;
        }
        self.never_fails = true;
        // One that is negative is too large.
        let signed = self.read(cx, size.value, size.ty, Reading::Signed);
        let v = match signed.filter(|v| !v.low.is_negative()) {
            Some(v) => Some(v),
            None => self.read(cx, size.value, size.ty, Reading::Unsigned),
        };
        let most = v.and_then(|v| v.upper.most(&self.variables));
        let fails = match self.module.layout.ptr_bits {
            64 => 1u64 << 40,
            _ => 1 << 28,
        };
        most.is_some_and(|n| n < BigInt::from(fails))
    }

    /// The slots that a place is one of.
    fn row(&self, s: &Slot, span: Option<Span>) -> Option<Row> {
        let word = self.word();
        let room = self.room_of(s.object)?;
        let step = step_of(s);
        let mut last = room.checked_sub(word)?;
        let first = match (step, span) {
            (0, _) => u64::try_from(s.offset).ok()?,
            (_, Some((low, high))) => {
                last = last.min(u64::try_from(high).ok()?);
                u64::try_from(low).ok()?
            }
            (n, None) => s.offset.rem_euclid(i64::try_from(n).ok()?) as u64,
        };
        (first <= last && (step == 0 || step >= word)).then_some(())?;
        Some(Row {
            object: s.object,
            first,
            step,
            number: match step {
                0 => 1,
                n => (last - first) / n + 1,
            },
        })
    }

    fn word(&self) -> u64 {
        u64::from(self.module.layout.ptr_bits / 8)
    }

    /// The bytes of an object that slots can be looked for in.
    fn room_of(&self, object: Object) -> Option<u64> {
        match object {
            Object::Global(g) => {
                let g = self.module.globals.get(g)?;
                (g.init.is_some() && !g.volatile).then_some(g.size)
            }
            Object::Register(..) => Some(self.word()),
            Object::Crowd(_) => None,
            // Made once in each activation.
            Object::Local(f, r) => {
                let first = self.module.functions.get(f)?.blocks.get(BlockId(0))?;
                first.insts.iter().find_map(|i| match i.kind {
                    InstKind::Alloca {
                        dst,
                        size,
                        count: None,
                        ..
                    } if dst == r => Some(size),
                    _ => None,
                })
            }
        }
    }

    /// Whether no block in a slot of this object is ever overwritten.
    fn kept_apart(&mut self, object: Object) -> bool {
        if let Some(known) = self.slots.sound.get(&object) {
            return *known;
        }
        let found = self.look_at_all(object).is_some();
        self.slots.sound.insert(object, found);
        found
    }

    fn look_at_all(&mut self, object: Object) -> Option<()> {
        let functions = match object {
            Object::Crowd(_) => return None,
            Object::Local(f, _) | Object::Register(f, _) => BTreeSet::from([f]),
            Object::Global(g) => {
                let module = self.module;
                let given = module.globals.iter().any(|(_, x)| {
                    let relocs = x.init.iter().flat_map(|i| &i.relocs);
                    relocs
                        .into_iter()
                        .any(|r| r.target == RelocTarget::Global(g))
                });
                (!given).then_some(())?;
                self.naming().get(&g).cloned().unwrap_or_default()
            }
        };
        let word = self.word();
        let mut all: Vec<Wrote> = Vec::new();
        for f in functions {
            let there = self.flow(f)?;
            (!there.lost.contains(&object)).then_some(())?;
            let own = there.writes.iter().filter(|w| w.slot.object == object);
            all.extend(own.map(|w| (w.slot.clone(), w.bytes, w.pointer, w.span)));
        }
        // Each two pointers are of one row, or have no byte in common; what is none
        // has no byte in common with any.
        for (a, _, pointer, here) in all.iter().filter(|x| x.2) {
            for (b, bytes, other, there) in &all {
                if span::apart((*here, word), (*there, *bytes)) {
                    continue;
                }
                let same = *pointer && *other;
                let step = gcd(step_of(a), step_of(b));
                let apart = match i64::try_from(step).ok()? {
                    0 if a.offset == b.offset && same => true,
                    0 => {
                        let by = b.offset.checked_sub(a.offset)?;
                        by >= i64::try_from(word).ok()?
                            || by.checked_neg()? >= i64::try_from(*bytes).ok()?
                    }
                    n => {
                        let by = b.offset.checked_sub(a.offset)?.rem_euclid(n) as u64;
                        by == 0 && same && step >= word || by >= word && step - by >= *bytes
                    }
                };
                apart.then_some(())?;
            }
        }
        Some(())
    }

    /// Functions that name each global.
    fn naming(&mut self) -> &BTreeMap<ep_ir::GlobalId, BTreeSet<FuncId>> {
        let module = self.module;
        self.slots.naming.get_or_insert_with(|| {
            let mut out: BTreeMap<ep_ir::GlobalId, BTreeSet<FuncId>> = BTreeMap::new();
            for (id, f) in module.functions.iter() {
                let mut note = |o: &Operand| {
                    if let Operand::Global(g, _) = o {
                        out.entry(*g).or_default().insert(id);
                    }
                };
                for (_, b) in f.blocks.iter() {
                    b.insts.iter().for_each(|i| visit::uses(&i.kind, &mut note));
                    visit::term_uses(&b.term, &mut note);
                }
            }
            out
        })
    }

    /// The globals that a function or what it calls names; none where not all of that
    /// is known.
    fn touched(&mut self, f: FuncId) -> Option<Rc<BTreeSet<ep_ir::GlobalId>>> {
        if let Some(known) = self.slots.touched.get(&f) {
            return known.clone();
        }
        let found = self.reaches(f).map(|functions| {
            let naming = self.naming().iter();
            let own = naming.filter(|(_, by)| !by.is_disjoint(&functions));
            Rc::new(own.map(|(g, _)| *g).collect())
        });
        self.slots.touched.insert(f, found.clone());
        found
    }

    /// A function and all that it can call.
    fn reaches(&self, f: FuncId) -> Option<BTreeSet<FuncId>> {
        let mut seen = BTreeSet::new();
        let mut work = vec![f];
        while let Some(f) = work.pop() {
            if !seen.insert(f) {
                continue;
            }
            let function = self.module.functions.get(f)?;
            for i in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
                let InstKind::Call { callee, args, .. } = &i.kind else {
                    continue;
                };
                let Callee::Direct(g) = callee else {
                    return None;
                };
                work.push(*g);
                // Who gets a function may call it.
                let given = |a: &ep_ir::inst::Arg| match a.value {
                    Operand::Func(h) => Some(h),
                    _ => None,
                };
                work.extend(args.iter().filter_map(given));
                let callee = self.module.functions.get(*g)?;
                let calls_back = matches!(callee.name.as_str(), "qsort" | "bsearch" | "lfind");
                if calls_back && !args.iter().any(|a| given(a).is_some()) {
                    return None;
                }
            }
        }
        Some(seen)
    }

    /// Whether the program begins with this function, and nothing runs before it or
    /// calls it again.
    fn begins_with(&self, id: FuncId) -> bool {
        let module = self.module;
        if self.entry != Some(id) || !module.constructors.is_empty() {
            return false;
        }
        let mut named = false;
        for (_, f) in module.functions.iter() {
            for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
                named |=
                    matches!(i.kind, InstKind::Call { callee: Callee::Direct(g), .. } if g == id);
                visit::uses(&i.kind, &mut |o| named |= *o == Operand::Func(id));
            }
        }
        let mut relocs = module.globals.iter().flat_map(|(_, g)| &g.init);
        !named && !relocs.any(|i| i.relocs.iter().any(|r| r.target == RelocTarget::Func(id)))
    }

    /// What all rows hold, with a place where that cannot be told.
    pub(super) fn all_kept(&mut self, id: FuncId, need: &Need) -> Amount {
        let all = total(&need.kept);
        if all.is_none() {
            self.too_large(id);
        }
        all.unwrap_or_default()
    }

    fn too_large(&mut self, id: FuncId) {
        let f = self.module.functions.get(id);
        let place = f.map(|f| findings::place(self.module, id, f.loc));
        let what = "the expression of the bound grows too large";
        self.lacks(Gap::Limit, place.unwrap_or_default(), what);
    }

    /// The call is over, and what its own object kept is left behind.
    pub(super) fn without_own(&mut self, id: FuncId, need: Need) -> Need {
        let mut need = need;
        let flow = self.slots.flows.get(&id).cloned().flatten();
        let ends = flow.as_ref().map(|f| f.empty_at_end.as_ref());
        // What holds no block wherever the function returns leaves none behind.
        let empty = |o: Object| ends.is_some_and(|e| e.is_none_or(|e| e.contains(&o)));
        let (mut left, mut gone) = (Kept::new(), Kept::new());
        need.kept.retain(|row, size| {
            let own = row.object.of_activation(id);
            if own {
                let to = if empty(row.object) {
                    &mut gone
                } else {
                    &mut left
                };
                to.insert(*row, size.clone());
            }
            !own
        });
        let sum = |kept| Need {
            kept,
            ..Need::default()
        };
        need.net = need.net.plus(&self.all_kept(id, &sum(left)));
        need.extra = need.extra.plus(&self.all_kept(id, &sum(gone)));
        need
    }
}

/// The distance of the slots that an index reaches.
fn step_of(s: &Slot) -> u64 {
    s.terms.values().fold(0, |n, k| gcd(n, k.unsigned_abs()))
}

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}
