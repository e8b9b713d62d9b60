//! Calls replaced by the bodies of the functions that they call.
//!
//! Idea: an analysis that looks at one function at a time sees what a caller and its
//! callee do together where there is no call between them: `set(&s, n)` is a store to
//! `s`, `xmalloc(n)` a `malloc` of that place alone. Functions are taken from the leaves
//! of the call graph up, so that a body is whole when it is copied; recursions stay.
//! Registers, variables and blocks of a body get new numbers, lines stay what they
//! were. Objects of a body are made once, where the caller begins, and hold nothing
//! (`Lifetime`) each time that the body runs. Source: Cooper, Hall and Torczon ("An
//! experiment with inline substitution", SP&E 1991). Alternative: an analysis with
//! summaries of callees, which has to say what a callee does to each object that it is
//! handed. Cost: the instructions of the copies, which are limited.
//!
//! What must never happen: two activations that live at one time share an object or a
//! register; a call that the copy does not do (an argument that the callee does not
//! take) is dropped. So a body is only copied where nothing of it outlives a call but
//! what memory holds, and where arguments and results fit one to one.

use crate::debug::LocId;
use crate::inst::{Callee, Inst, InstKind, Operand, Reg, Terminator};
use crate::module::{Block, BlockId, FuncId, Function, Module, RelocTarget};
use crate::visit;
use ep_base::entity::{Arena, EntityId};
use std::collections::{BTreeMap, BTreeSet};

/// How large things may grow, in instructions.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// A body that is copied.
    pub body: usize,
    /// A function with all that was copied into it.
    pub function: usize,
}

/// The program with bodies of `wanted` functions in place of calls, in all that these
/// `roots` reach; none where there is nothing to copy. What is not reached any more has
/// no body.
pub fn inlined(
    module: &Module,
    roots: &[FuncId],
    wanted: &dyn Fn(FuncId) -> bool,
    limits: Limits,
) -> Option<Module> {
    let order = leaves_first(module, roots);
    let mut fits: BTreeSet<FuncId> = BTreeSet::new();
    let mut out = module.clone();
    let mut any = false;
    for id in order {
        let function = grown(&out, id, &fits, limits.function);
        if let Some(function) = function {
            any = true;
            out.functions[id] = function;
        }
        let alone = !reaches_itself(module, id) && !roots.contains(&id);
        let small = out
            .functions
            .get(id)
            .is_some_and(|f| size(f) <= limits.body);
        if alone && small && wanted(id) && can_be_copied(module, id) {
            fits.insert(id);
        }
    }
    any.then(|| without_unused(out, roots))
}

/// The functions with a body that these reach by calls or by address, callees before
/// callers.
fn leaves_first(module: &Module, roots: &[FuncId]) -> Vec<FuncId> {
    let mut seen: BTreeSet<FuncId> = roots.iter().copied().collect();
    let mut out = Vec::new();
    let roots = roots.iter().chain(&module.constructors);
    let mut work: Vec<(FuncId, Vec<FuncId>)> = roots.map(|f| (*f, named(module, *f))).collect();
    while let Some((f, rest)) = work.last_mut() {
        match rest.pop() {
            Some(g) if seen.insert(g) => {
                let next = named(module, g);
                work.push((g, next));
            }
            Some(_) => {}
            None => {
                out.push(*f);
                work.pop();
            }
        }
    }
    out.retain(|f| {
        module
            .functions
            .get(*f)
            .is_some_and(|f| !f.is_declaration())
    });
    out
}

/// The functions that one names: those that it calls, and those whose address it takes.
fn named(module: &Module, f: FuncId) -> Vec<FuncId> {
    let mut out = BTreeSet::new();
    let Some(f) = module.functions.get(f) else {
        return Vec::new();
    };
    for (_, block) in f.blocks.iter() {
        let mut note = |o: &Operand| {
            if let Operand::Func(g) = o {
                out.insert(*g);
            }
        };
        for i in &block.insts {
            visit::uses(&i.kind, &mut note);
        }
        visit::term_uses(&block.term, &mut note);
    }
    for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        if let InstKind::Call {
            callee: Callee::Direct(g),
            ..
        } = &i.kind
        {
            out.insert(*g);
        }
    }
    out.into_iter().collect()
}

/// Whether a function may be on a recursion: by calls that are seen, or by any call
/// through a pointer.
fn reaches_itself(module: &Module, id: FuncId) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = named(module, id);
    while let Some(f) = work.pop() {
        if f == id {
            return true;
        }
        if seen.insert(f) {
            work.extend(named(module, f));
        }
    }
    false
}

/// Whether nothing of an activation counts but its registers and objects of a fixed size.
fn can_be_copied(module: &Module, id: FuncId) -> bool {
    let Some(f) = module.functions.get(id) else {
        return false;
    };
    if f.is_declaration() || f.variadic || f.params.iter().any(|p| p.byval.is_some()) {
        return false;
    }
    let labels = module.globals.iter().flat_map(|(_, g)| &g.init);
    let mut labels = labels.flat_map(|i| &i.relocs);
    if labels.any(|r| matches!(r.target, RelocTarget::Label(g, _) if g == id)) {
        return false;
    }
    let first = BlockId::from_index(0);
    f.blocks.iter().all(|(b, block)| {
        let insts = block.insts.iter().all(|i| match &i.kind {
            InstKind::Alloca { count, .. } => count.is_none() && b == first,
            InstKind::StackSave { .. }
            | InstKind::StackRestore { .. }
            | InstKind::VaStart { .. }
            | InstKind::Unsupported { .. } => false,
            _ => true,
        });
        let term = !matches!(
            block.term,
            Terminator::IndirectJump { .. } | Terminator::Unsupported(_)
        );
        let mut label = false;
        let mut look = |o: &Operand| label |= matches!(o, Operand::Label(..));
        block
            .insts
            .iter()
            .for_each(|i| visit::uses(&i.kind, &mut look));
        insts && term && !label
    })
}

/// The instructions of a function, with the ends of its blocks.
fn size(f: &Function) -> usize {
    f.blocks.iter().map(|(_, b)| b.insts.len() + 1).sum()
}

/// A function with the bodies of those in `fits` in place of calls; none where none is
/// called, or all are too large.
fn grown(module: &Module, id: FuncId, fits: &BTreeSet<FuncId>, most: usize) -> Option<Function> {
    let mut f = module.functions.get(id)?.clone();
    let mut room = most.checked_sub(size(&f))?;
    let mut objects: Vec<Inst> = Vec::new();
    let mut any = false;
    let mut work: Vec<BlockId> = f.blocks.ids().rev().collect();
    while let Some(b) = work.pop() {
        let call = |i: &Inst| callee_of(module, &i.kind).filter(|g| fits.contains(g));
        let insts = &f.blocks.get(b)?.insts;
        let found = insts.iter().enumerate().find_map(|(k, i)| {
            let g = call(i)?;
            let body = module.functions.get(g)?;
            let n = size(body) + body.params.len() + body.rets.len();
            (n <= room).then_some((k, body, n))
        });
        let Some((at, body, n)) = found else {
            continue;
        };
        room -= n;
        any = true;
        work.push(put(&mut f, (b, at), body, &mut objects)?);
    }
    let first = f.blocks.iter_mut().next()?.1;
    first.insts.splice(0..0, objects);
    any.then(|| {
        crate::undefined::set_where_it_begins(&mut f);
        without_copies(&mut f);
        f
    })
}

/// What an instruction calls, where arguments and results are those of the function.
fn callee_of(module: &Module, kind: &InstKind) -> Option<FuncId> {
    let InstKind::Call {
        dsts,
        callee: Callee::Direct(g),
        args,
        rets,
    } = kind
    else {
        return None;
    };
    let f = module.functions.get(*g)?;
    let params = f.params.iter().map(|p| p.ty);
    let fits = params.eq(args.iter().map(|a| a.ty)) && args.iter().all(|a| a.byval.is_none());
    let results = *rets == f.rets && (dsts.len() == f.rets.len() || dsts.is_empty());
    (fits && results).then_some(*g)
}

/// Puts a body where its call stands; the block that what follows the call is in.
fn put(
    f: &mut Function,
    (b, at): (BlockId, usize),
    body: &Function,
    objects: &mut Vec<Inst>,
) -> Option<BlockId> {
    let regs = f.regs.len();
    for (_, ty) in body.regs.iter() {
        f.regs.push(*ty);
    }
    let vars = f.vars.len();
    let reg = |r: Reg| Reg::from_index(regs + r.index());
    for (_, v) in body.vars.iter() {
        let mut v = v.clone();
        v.storage = v.storage.renamed(&reg);
        v.arg = 0;
        f.vars.push(v);
    }
    // What follows the call has a block of its own.
    let block = f.blocks.get(b)?;
    let rest = block.insts.get(at + 1..)?.to_vec();
    let call = block.insts.get(at)?.clone();
    let behind = f.blocks.push(Block {
        insts: rest,
        term: block.term.clone(),
        term_loc: block.term_loc,
        term_weight: block.term_weight,
    });
    let InstKind::Call { dsts, args, .. } = &call.kind else {
        return None;
    };
    let first = f.blocks.len();
    let place = |x: BlockId| BlockId::from_index(first + x.index());
    let copy = |dst: Reg, src: Operand, loc: LocId| Inst {
        kind: InstKind::Copy { dst, src },
        loc,
        weight: 0,
    };
    for (_, own) in body.blocks.iter() {
        let mut insts: Vec<Inst> = Vec::new();
        for i in &own.insts {
            let mut i = i.clone();
            visit::uses_mut(&mut i.kind, &mut |o| rename(o, &reg));
            visit::defs_mut(&mut i.kind, &mut |r| *r = reg(*r));
            if let InstKind::Alloca { dst, var, .. } = &mut i.kind {
                *var = var.map(|v| crate::VarId::from_index(vars + v.index()));
                let fresh = InstKind::Lifetime {
                    ptr: Operand::Reg(*dst),
                    end: false,
                };
                let (loc, weight) = (i.loc, i.weight);
                i.weight = 0;
                objects.push(i);
                i = Inst {
                    kind: fresh,
                    loc,
                    weight,
                };
            }
            insts.push(i);
        }
        let mut term = own.term.clone();
        visit::term_uses_mut(&mut term, &mut |o| rename(o, &reg));
        match &mut term {
            Terminator::Return(values) => {
                for (dst, value) in dsts.iter().zip(values) {
                    insts.push(copy(*dst, *value, own.term_loc));
                }
                term = Terminator::Jump(behind);
            }
            Terminator::Jump(to) => *to = place(*to),
            Terminator::Branch { then, els, .. } => {
                *then = place(*then);
                *els = place(*els);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|c| c.target = place(c.target));
                *default = place(*default);
            }
            Terminator::IndirectJump { .. } | Terminator::Unsupported(_) => return None,
            Terminator::Unreachable => {}
        }
        f.blocks.push(Block {
            insts,
            term,
            term_loc: own.term_loc,
            term_weight: own.term_weight,
        });
    }
    let given = body.params.iter().zip(args);
    let given: Vec<Inst> = given
        .map(|(p, a)| copy(reg(p.reg), a.value, call.loc))
        .collect();
    let block = &mut f.blocks[b];
    block.insts.truncate(at);
    block.insts.extend(given);
    block.term = Terminator::Jump(place(BlockId::from_index(0)));
    block.term_loc = call.loc;
    block.term_weight = call.weight;
    Some(behind)
}

fn rename(o: &mut Operand, reg: &dyn Fn(Reg) -> Reg) {
    if let Operand::Reg(r) = o {
        *r = reg(*r);
    }
}

/// The program where what nothing reaches has no body.
fn without_unused(mut module: Module, roots: &[FuncId]) -> Module {
    let mut used: BTreeSet<FuncId> = leaves_first(&module, roots).into_iter().collect();
    let inits: Vec<FuncId> = module
        .globals
        .iter()
        .flat_map(|(_, g)| &g.init)
        .flat_map(|i| &i.relocs)
        .filter_map(|r| match r.target {
            RelocTarget::Func(f) | RelocTarget::Label(f, _) => Some(f),
            RelocTarget::Global(_) => None,
        })
        .collect();
    used.extend(leaves_first(&module, &inits));
    for (id, f) in module.functions.iter_mut() {
        if !used.contains(&id) {
            f.blocks = Arena::new();
        }
    }
    module
}

/// What a register is a copy of stands in its place, where all that set it are copies of
/// one thing, which is never set again. No register is read before it is set here, so that
/// on each way to a use a copy stands behind the place that sets what it copies: a way from
/// there to the use without one would be one from the begin, too.
pub(crate) fn without_copies(f: &mut Function) {
    let mut sets: Vec<u32> = vec![0; f.regs.len()];
    for p in &f.params {
        sets[p.reg.index()] += 1;
    }
    for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        visit::defs(&i.kind, &mut |r| sets[r.index()] += 1);
    }
    let once = |r: Reg| sets.get(r.index()) == Some(&1);
    let mut copies: BTreeMap<Reg, (Operand, u32)> = BTreeMap::new();
    for i in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        if let InstKind::Copy { dst, src } = &i.kind {
            let stays = match src {
                Operand::Reg(r) => once(*r) && r != dst,
                Operand::Undef => false,
                _ => true,
            };
            let known = copies.entry(*dst).or_insert((*src, 0));
            if stays && known.0 == *src {
                known.1 += 1;
            }
        }
    }
    let all = |(dst, (_, n)): &(Reg, (Operand, u32))| sets.get(dst.index()) == Some(n);
    let same: BTreeMap<Reg, Operand> = (copies.into_iter().filter(all))
        .map(|(dst, (src, _))| (dst, src))
        .collect();
    let put = |o: &mut Operand| {
        // A chain has no more links than there are copies.
        for _ in 0..same.len() {
            match o {
                Operand::Reg(r) if same.contains_key(r) => *o = same[r],
                _ => break,
            }
        }
    };
    for (_, block) in f.blocks.iter_mut() {
        for i in &mut block.insts {
            visit::uses_mut(&mut i.kind, &mut |o| put(o));
        }
        visit::term_uses_mut(&mut block.term, &mut |o| put(o));
    }
}
