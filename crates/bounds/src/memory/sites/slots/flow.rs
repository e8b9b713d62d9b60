//! What is known, at each place of a function, about the slots that it writes:
//! which hold no block that lives, and which registers hold what a slot holds.
//!
//! Idea: forward, over the instructions. A slot is an object and an offset over
//! registers; it is empty behind a `free` of what was read from it, where that is
//! null, or where nothing was ever stored. A store of something else fills it, and
//! may be to any slot of its object whose offset is not another number. What
//! mentions a register ends where the register is written. Source: available
//! expressions (Kildall, POPL 1973), with a fact for what was freed. Cost: the
//! instructions, as often as facts are lost around loops.
//!
//! What must never happen: a fact about a slot outlives a store that may be to it,
//! or a call that may store there.

use super::super::facts::null_test;
use super::super::slot::{Fill, Flow, Known, Object, Slot, State, Write};
use super::super::Sites;
use super::variables::variables;
use ep_ir::analysis::Cfg;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{
    visit, BlockId, Callee, CastOp, FuncId, Function, GlobalId, InstKind, Operand, Reg, Terminator,
    Type,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Walks over the blocks until nothing is lost any more.
const MOST_WALKS: usize = 40;

/// The walk over one function.
pub(super) struct Walk<'a, 'm> {
    sites: &'a mut Sites<'m>,
    pub(super) id: FuncId,
    function: &'m Function,
    /// What registers may point into.
    into: BTreeMap<Reg, BTreeSet<Object>>,
    /// Variables that are slots.
    pub(super) variables: BTreeSet<Reg>,
    word: u64,
    pub(super) flow: Flow,
    /// The facts are final, and what is written is noted.
    pub(super) telling: bool,
}

impl<'m> Sites<'m> {
    /// What a function does to slots.
    pub(super) fn flow(&mut self, id: FuncId) -> Option<Rc<Flow>> {
        if let Some(known) = self.slots.flows.get(&id) {
            return known.clone();
        }
        let module = self.module;
        let function = module.functions.get(id)?;
        let word = u64::from(self.module.layout.ptr_bits / 8);
        let into = points_into(id, function);
        let variables = variables(module, function);
        let mut walk = Walk {
            sites: self,
            id,
            function,
            into,
            variables,
            word,
            flow: Flow::default(),
            telling: false,
        };
        let found = walk.all().then(|| Rc::new(std::mem::take(&mut walk.flow)));
        self.slots.flows.insert(id, found.clone());
        found
    }
}

/// The objects that each register may point into, by the instructions that make
/// addresses of addresses.
fn points_into(id: FuncId, f: &Function) -> BTreeMap<Reg, BTreeSet<Object>> {
    let mut out: BTreeMap<Reg, BTreeSet<Object>> = BTreeMap::new();
    loop {
        let mut more = false;
        for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let from: Vec<Operand> = match &i.kind {
                InstKind::Copy { src, .. } | InstKind::Freeze { src, .. } => vec![*src],
                InstKind::PtrAdd { base, .. } => vec![*base],
                InstKind::Select { a, b, .. } => vec![*a, *b],
                InstKind::Alloca { .. } => Vec::new(),
                _ => continue,
            };
            let mut dst = None;
            visit::defs(&i.kind, &mut |r| dst = Some(*r));
            let Some(dst) = dst else { continue };
            let mut objects: BTreeSet<Object> = BTreeSet::new();
            if matches!(i.kind, InstKind::Alloca { .. }) {
                objects.insert(Object::Local(id, dst));
            }
            for o in from {
                objects.extend(objects_of(&out, o));
            }
            let known = out.entry(dst).or_default();
            let before = known.len();
            known.extend(objects);
            more |= known.len() > before;
        }
        if !more {
            return out;
        }
    }
}

fn objects_of(into: &BTreeMap<Reg, BTreeSet<Object>>, o: Operand) -> BTreeSet<Object> {
    match o {
        Operand::Global(g, _) => BTreeSet::from([Object::Global(g)]),
        Operand::Reg(r) => into.get(&r).cloned().unwrap_or_default(),
        _ => BTreeSet::new(),
    }
}

impl Walk<'_, '_> {
    /// Walks until the facts are final; `false` where that takes too long.
    fn all(&mut self) -> bool {
        let cfg = Cfg::new(self.function);
        let mut at: BTreeMap<BlockId, State> = BTreeMap::new();
        let mut first = State::default();
        if self.sites.begins_with(self.id) {
            let globals = self.sites.module.globals.iter();
            let globals = globals.map(|(g, _)| Object::Global(g));
            first.all_empty.extend(globals);
        }
        // None of this activation's blocks lies in a variable yet.
        let variables = self.variables.iter();
        (first.all_empty).extend(variables.map(|r| Object::Register(self.id, *r)));
        at.insert(BlockId(0), first);
        for _ in 0..MOST_WALKS {
            if self.sites.stop.now() {
                return false;
            }
            let before = at.clone();
            for b in cfg.reverse_post_order() {
                let Some(state) = at.get(b).cloned() else {
                    continue;
                };
                for (to, state) in self.block(*b, state) {
                    match at.get_mut(&to) {
                        Some(known) => known.meet(&state),
                        None => _ = at.insert(to, state),
                    }
                }
            }
            if before == at {
                self.telling = true;
                for b in cfg.reverse_post_order() {
                    if let Some(state) = at.get(b).cloned() {
                        self.block(*b, state);
                    }
                }
                return true;
            }
        }
        false
    }

    /// The states in which a block is left, by where it leads.
    fn block(&mut self, b: BlockId, state: State) -> Vec<(BlockId, State)> {
        let Some(block) = self.function.blocks.get(b) else {
            return Vec::new();
        };
        let mut state = state;
        for (i, inst) in block.insts.iter().enumerate() {
            self.inst((b, i), &inst.kind, &mut state);
        }
        if self.telling {
            let mut given = Vec::new();
            visit::term_uses(&block.term, &mut |o| given.push(*o));
            given.into_iter().for_each(|o| self.lose(o));
            if matches!(block.term, Terminator::Return(_)) {
                let here = state.all_of_empty();
                self.flow.empty_at_end = Some(match self.flow.empty_at_end.take() {
                    Some(others) => others.intersection(&here).copied().collect(),
                    None => here,
                });
            }
        }
        let mut out: Vec<(BlockId, State)> = Vec::new();
        for to in ep_ir::analysis::successors(&block.term) {
            out.push((to, state.clone()));
        }
        if let Terminator::Branch {
            cond: Operand::Reg(c),
            then,
            els,
        } = &block.term
        {
            let mut nulls: Vec<(Slot, bool)> = Vec::new();
            if let Some(Known::Null(s, null)) = state.known.get(c) {
                nulls.push((s.clone(), *null));
            }
            nulls.extend(self.variable_tested(block, *c));
            for (s, null) in nulls.into_iter().filter(|_| then != els) {
                let side = if null { then } else { els };
                for (to, state) in &mut out {
                    if to == side {
                        state.empty.insert(s.clone());
                    }
                }
            }
        }
        out
    }

    /// What is behind an operand may be written by others from here on.
    fn lose(&mut self, o: Operand) {
        if self.telling {
            self.flow.lost.extend(objects_of(&self.into, o));
        }
    }

    fn inst(&mut self, at: (BlockId, usize), kind: &InstKind, s: &mut State) {
        // What is known before a register is written.
        let mut learned: Option<(Reg, Known)> = None;
        match kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => {
                learned = match src {
                    Operand::Reg(r) => {
                        let same = s.known.get(r).cloned().or_else(|| self.as_slot(*r));
                        Some((*dst, same.unwrap_or_else(|| Known::Index(s.index(*r)))))
                    }
                    o => s.address(*o).map(|x| (*dst, Known::Address(x))),
                };
            }
            InstKind::Select { .. } => {}
            InstKind::Cast {
                op: op @ (CastOp::ZExt | CastOp::SExt | CastOp::Trunc),
                from,
                to,
                dst,
                src: Operand::Reg(r),
            } => {
                let mut i = s.index(*r);
                i.casts.push((*op == CastOp::SExt, bits(*from), bits(*to)));
                learned = Some((*dst, Known::Index(i)));
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } => learned = self.address(s, *base, *offset, terms).map(|x| (*dst, x)),
            InstKind::Alloca { dst, .. } => {
                let object = Object::Local(self.id, *dst);
                s.set(*dst);
                s.all_empty.insert(object);
                learned = Some((*dst, Known::Address(Slot::at(object, 0))));
            }
            InstKind::Load { dst, ty, addr, .. } => {
                if let (Type::Ptr, Some(x)) = (ty, s.address(*addr)) {
                    learned = Some((*dst, Known::Content(x)));
                }
            }
            InstKind::Cmp { .. } => {
                if let Some(test) = null_test(kind) {
                    if let Some(Known::Content(x)) = s.known.get(&test.of) {
                        learned = Some((test.dst, Known::Null(x.clone(), test.is_null)));
                    }
                }
            }
            InstKind::Lifetime { .. } | InstKind::ObjectSize { .. } => {}
            InstKind::Store {
                ty, value, addr, ..
            } => {
                self.lose(*value);
                self.store(at, (*ty, *value, *addr), s);
            }
            InstKind::MemSet { dst, value, .. } => {
                self.set_all(*dst, *value == Operand::Int(0), s);
            }
            // What an initialiser of a local says leads to no block.
            InstKind::MemCopy {
                dst,
                src: Operand::Global(g, _),
                ..
            } if self.holds_no_pointer(*g) => self.set_all(*dst, true, s),
            InstKind::MemCopy { dst, .. } => {
                self.lose(*dst);
                let to = objects_of(&self.into, *dst);
                s.forget(&|x| to.contains(&x));
            }
            InstKind::Call { callee, args, .. } => {
                args.iter().for_each(|a| self.lose(a.value));
                if let Callee::Indirect(o) = callee {
                    self.lose(*o);
                }
                let first = args.first().map(|a| a.value);
                self.call(at, *callee, first, s);
            }
            other => {
                let mut used = Vec::new();
                visit::uses(other, &mut |o| used.push(*o));
                used.into_iter().for_each(|o| self.lose(o));
            }
        }
        let mut set = Vec::new();
        visit::defs(kind, &mut |r| set.push(*r));
        let alloca = matches!(kind, InstKind::Alloca { .. });
        self.fill_variables(at, (kind, &set), s);
        for r in set.into_iter().filter(|_| !alloca) {
            s.set(r);
        }
        if let Some((r, known)) = learned {
            s.learn(r, known);
        }
        if self.telling && matches!(kind, InstKind::Call { .. }) {
            self.flow.behind.insert(at, s.clone());
        }
    }

    fn address(
        &self,
        s: &State,
        base: Operand,
        offset: i64,
        terms: &[ep_ir::inst::PtrTerm],
    ) -> Option<Known> {
        let mut x = s.address(base)?;
        x.offset = x.offset.checked_add(offset)?;
        for t in terms {
            match t.index {
                Operand::Reg(r) => {
                    let mut i = s.index(r);
                    if bits(t.ty) < 64 {
                        i.casts.push((true, bits(t.ty), 64));
                    }
                    let k = x.terms.entry(i).or_default();
                    *k = k.checked_add(t.scale)?;
                }
                Operand::Int(n) => {
                    let unused = 64 - bits(t.ty).clamp(1, 64);
                    let n = ((n << unused) as i64) >> unused;
                    x.offset = x.offset.checked_add(n.checked_mul(t.scale)?)?;
                }
                _ => return None,
            }
        }
        Some(Known::Address(x))
    }

    /// All bytes of what is there are set: where no block was in it, to none if `empty`.
    fn set_all(&mut self, dst: Operand, empty: bool, s: &mut State) {
        for o in objects_of(&self.into, dst) {
            let nothing = empty && s.all_empty.contains(&o);
            if self.telling && !nothing {
                self.flow.lost.insert(o);
            }
            s.contents_of(&|x| x == o);
        }
    }

    /// A constant without an address in it.
    fn holds_no_pointer(&self, g: GlobalId) -> bool {
        let g = self
            .sites
            .module
            .globals
            .get(g)
            .filter(|g| g.constant && !g.volatile);
        let init = g.and_then(|g| g.init.as_ref());
        init.is_some_and(|i| i.relocs.is_empty())
    }

    fn store(
        &mut self,
        at: (BlockId, usize),
        (ty, value, addr): (Type, Operand, Operand),
        s: &mut State,
    ) {
        let Some(slot) = s.address(addr) else {
            self.lose(addr);
            let to = objects_of(&self.into, addr);
            s.forget(&|x| to.contains(&x));
            return;
        };
        let bytes = self.sites.module.layout.store_size(ty);
        let null = value == Operand::Int(0) && bytes == self.word;
        let pointer = ty == Type::Ptr || null;
        let object = slot.object;
        let span = match self.telling {
            true => self.sites.span(self.id, at.0, &slot),
            false => None,
        };
        if self.telling {
            let overwritten = pointer && !s.is_empty(&slot);
            if overwritten && !(null && self.freed_next(at, &slot, s)) {
                self.flow.lost.insert(object);
            }
            self.flow.writes.push(Write {
                slot: slot.clone(),
                bytes,
                pointer,
                span,
            });
        }
        if !pointer {
            // Where it lies beside all pointers it is none of them; else the object is lost.
            return;
        }
        s.contents_of(&|x| x == object);
        if null {
            s.empty.insert(slot);
            return;
        }
        s.all_empty.remove(&object);
        s.empty.retain(|x| x.apart(&slot, self.word));
        if let Operand::Reg(r) = value {
            if self.telling {
                self.flow.fills.push(Fill {
                    at,
                    value: self.root(s, r),
                    slot: slot.clone(),
                    span,
                });
            }
            s.learn(r, Known::Content(slot));
        }
    }

    /// Whether what a slot holds is freed further on in its block, with nothing on the
    /// way that could make a block: `o = s->b; s->b = 0; free(o);`.
    fn freed_next(&self, at: (BlockId, usize), slot: &Slot, s: &State) -> bool {
        let held = |r: &Reg| s.known.get(r) == Some(&Known::Content(slot.clone()));
        let mut holders: BTreeSet<Reg> = s.known.keys().filter(|r| held(r)).copied().collect();
        let module = self.sites.module;
        let insts = self.function.blocks.get(at.0).map(|b| b.insts.as_slice());
        for i in insts.unwrap_or_default().iter().skip(at.1 + 1) {
            if let InstKind::Call { callee, args, .. } = &i.kind {
                let Callee::Direct(f) = callee else {
                    return false;
                };
                let f = module.functions.get(*f).filter(|f| f.is_declaration());
                let frees = f.is_some_and(|f| lookup(&f.name) == Some(Builtin::Free));
                let own = args
                    .first()
                    .is_some_and(|a| matches!(a.value, Operand::Reg(r) if holders.contains(&r)));
                return frees && own;
            }
            let copy = match &i.kind {
                InstKind::Copy {
                    dst,
                    src: Operand::Reg(r),
                } if holders.contains(r) => Some(*dst),
                _ => None,
            };
            visit::defs(&i.kind, &mut |r| _ = holders.remove(r));
            holders.extend(copy);
        }
        false
    }

    fn call(
        &mut self,
        at: (BlockId, usize),
        callee: Callee,
        first: Option<Operand>,
        s: &mut State,
    ) {
        let module = self.sites.module;
        let function = match callee {
            Callee::Direct(f) => module.functions.get(f).map(|x| (f, x)),
            Callee::Indirect(_) => None,
        };
        let Some((f, function)) = function else {
            return s.forget(&Object::in_memory);
        };
        if !function.is_declaration() {
            // Locals whose address was not given away stay as they are.
            let touched = self.sites.touched(f);
            return s.forget(&|x| match (x, &touched) {
                (Object::Register(..) | Object::Crowd(_), _) | (Object::Local(..), Some(_)) => {
                    false
                }
                (Object::Global(g), Some(all)) => all.contains(&g),
                (_, None) => true,
            });
        }
        match lookup(&function.name) {
            Some(builtin @ (Builtin::Free | Builtin::Realloc)) => {
                // One that makes a block frees the old one; that it does is asked of its
                // size where the call is looked at.
                let before = s.empty.len();
                let content = match first {
                    Some(Operand::Reg(r)) => s.known.get(&r).cloned(),
                    _ => None,
                };
                if let Some(Known::Content(x)) = content {
                    s.empty.insert(x);
                }
                if let Some(Operand::Reg(r)) = first {
                    if let Some(Known::Content(x)) = self.as_slot(r) {
                        s.empty.insert(x);
                    }
                }
                if self.telling && builtin == Builtin::Realloc && s.empty.len() > before {
                    self.flow.grown.insert(at);
                }
            }
            Some(Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc) => {}
            // What they write may lie over a slot.
            Some(
                Builtin::MakeSymbolic
                | Builtin::Memcpy
                | Builtin::Memmove
                | Builtin::Memset
                | Builtin::Read,
            ) => s.forget(&Object::in_memory),
            _ if super::super::super::reach::harmless(&function.name) => {}
            _ => s.forget(&Object::in_memory),
        }
    }
}

fn bits(t: Type) -> u32 {
    match t {
        Type::Int(w) => w,
        _ => 64,
    }
}
