//! Recursion without end, seen as a loop.
//!
//! Idea: a run that goes down for ever never comes back from the call that it
//! goes down by, so that what the caller still holds is read by nobody. The
//! functions that call each other are put into one, in which such a call is a
//! jump to the start of what is called, with fresh registers; a return there
//! ends the run, as nothing is known of where it would go on. What never ends
//! in this program never ends in the other, call by call, if the stack has no
//! bound. Everything that finds lassos in loops then finds them here: a call
//! that comes again with the same arguments and memory, and sets of arguments
//! that each call keeps. Source: tail-call elimination (G. Steele, "Debunking
//! the expensive procedure call myth", ACM 1977), used for a call that does not
//! return whether it stands last or not. Alternative: states of the interpreter
//! that leave out the frames below; it needs the period to be run. Cost: a copy
//! of the functions for each that is called.
//!
//! What must never happen: something depends on how deep the stack is. The
//! address of a local would, so functions that have one in memory (or call what
//! has), make numbers of addresses or order them are not looked at; so are
//! those with variable arguments. A call that does come back ends the run of
//! the copy, which is then no lasso.

use super::Subject;
use ep_base::entity::EntityId;
use ep_base::Arena;
use ep_ir::analysis::{Cfg, Live};
use ep_ir::debug::VarStorage;
use ep_ir::inst::{Arg, Callee};
use ep_ir::{
    visit, Block, BlockId, CastOp, FuncId, Function, Inst, InstKind, IntPred, Module, Operand,
    Param, Reg, Terminator, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is behind the name of a function in its copies.
const COPY: &str = ".calls";

/// The program with jumps for recursive calls; none where there are no such
/// calls that can be looked at.
pub fn as_loops(subject: Subject<'_>) -> Option<Module> {
    let calls = calls(subject.module);
    let mut out = subject.module.clone();
    let mut changed = false;
    let mut done = BTreeSet::new();
    for f in reached(&calls, subject.entry) {
        let members: Vec<FuncId> = reached(&calls, f)
            .into_iter()
            .filter(|g| reached(&calls, *g).contains(&f))
            .collect();
        if !members.contains(&f) || !done.insert(members.clone()) {
            continue;
        }
        let all = members.iter().flat_map(|m| reached(&calls, *m));
        let all: BTreeSet<FuncId> = all.chain(members.iter().copied()).collect();
        if all.iter().all(|g| is_blind(&subject.module.functions[*g])) {
            changed |= put_together(&mut out, &members).is_some();
        }
    }
    changed.then_some(out)
}

/// The name that a copy has in the source.
pub fn source_name(name: &str) -> &str {
    name.strip_suffix(COPY).unwrap_or(name)
}

type Calls = BTreeMap<FuncId, BTreeSet<FuncId>>;

fn calls(module: &Module) -> Calls {
    let taken = ep_ir::analysis::addresses_taken(module);
    let mut out = Calls::new();
    for (f, function) in module.functions.iter() {
        let own = out.entry(f).or_default();
        for inst in function.blocks.iter().flat_map(|(_, b)| &b.insts) {
            match &inst.kind {
                InstKind::Call {
                    callee: Callee::Direct(g),
                    ..
                } => {
                    own.insert(*g);
                }
                InstKind::Call { .. } => own.extend(taken.iter().copied()),
                _ => {}
            }
        }
    }
    out
}

/// What a call of the function may lead to, itself only by a way back.
fn reached(calls: &Calls, from: FuncId) -> BTreeSet<FuncId> {
    let mut seen = BTreeSet::new();
    let mut work = vec![from];
    while let Some(f) = work.pop() {
        let next = calls.get(&f).into_iter().flatten();
        work.extend(next.filter(|g| seen.insert(**g)));
    }
    seen
}

/// Whether the function does the same wherever its frame lies.
fn is_blind(f: &Function) -> bool {
    let fixed = |p: &Param| p.byval.is_none();
    let block = |b: &Block| {
        !matches!(
            b.term,
            Terminator::IndirectJump { .. } | Terminator::Unsupported(_)
        ) && b.insts.iter().all(|i| is_blind_inst(&i.kind))
    };
    f.is_declaration()
        || (!f.variadic && f.params.iter().all(fixed) && f.blocks.iter().all(|(_, b)| block(b)))
}

fn is_blind_inst(kind: &InstKind) -> bool {
    let mut label = false;
    visit::uses(kind, &mut |o| label |= matches!(o, Operand::Label(..)));
    !label
        && match kind {
            InstKind::Alloca { .. }
            | InstKind::StackSave { .. }
            | InstKind::StackRestore { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaEnd { .. }
            | InstKind::VaCopy { .. }
            | InstKind::Unsupported { .. } => false,
            InstKind::Cast { op, from, to, .. } => {
                let address = |t: &Type| *t == Type::Ptr;
                !matches!(op, CastOp::PtrToInt | CastOp::IntToPtr)
                    && (*op != CastOp::Bitcast || address(from) == address(to))
            }
            InstKind::Cmp { pred, ty, .. } => {
                *ty != Type::Ptr || matches!(pred, IntPred::Eq | IntPred::Ne)
            }
            InstKind::Call { args, .. } => args.iter().all(|a| a.byval.is_none()),
            _ => true,
        }
}

/// Where the parts of a function lie in the one that they are put into.
struct Part {
    regs: u32,
    blocks: u32,
    params: Vec<Param>,
    /// Registers that are read before they are written, without parameters.
    fresh: Vec<Reg>,
}

impl Part {
    fn reg(&self, r: Reg) -> Reg {
        Reg(r.0 + self.regs)
    }
    fn block(&self, b: BlockId) -> BlockId {
        BlockId(b.0 + self.blocks)
    }
}

/// Adds a copy for each member, and has the members call the copies.
fn put_together(module: &mut Module, members: &[FuncId]) -> Option<()> {
    let mut copies = BTreeMap::new();
    for m in members {
        let mut f = copy(module, members, *m)?;
        f.name.push_str(COPY);
        copies.insert(*m, f);
    }
    let copies: BTreeMap<FuncId, FuncId> = copies
        .into_iter()
        .map(|(m, f)| (m, module.functions.push(f)))
        .collect();
    for m in members {
        for (_, block) in module.functions[*m].blocks.iter_mut() {
            for inst in &mut block.insts {
                if let InstKind::Call {
                    callee: Callee::Direct(to),
                    ..
                } = &mut inst.kind
                {
                    if let Some(c) = copies.get(to) {
                        *to = *c;
                    }
                }
            }
        }
    }
    Some(())
}

/// All members in one function that begins as `first` does.
fn copy(module: &Module, members: &[FuncId], first: FuncId) -> Option<Function> {
    let head = module.functions.get(first)?;
    let mut out = Function {
        blocks: Arena::default(),
        regs: Arena::default(),
        vars: Arena::default(),
        internal: true,
        params: Vec::new(),
        ..head.clone()
    };
    let mut parts = BTreeMap::new();
    let mut blocks = 1;
    for m in members {
        let f = module.functions.get(*m)?;
        let live = Live::new(f, &Cfg::new(f));
        let own = |r: &Reg| r.index() < f.regs.len() && !f.params.iter().any(|p| p.reg == *r);
        let part = Part {
            regs: out.regs.len() as u32,
            blocks,
            params: f.params.clone(),
            fresh: live.at(BlockId(0)).filter(own).collect(),
        };
        blocks += f.blocks.len() as u32;
        for (_, t) in f.regs.iter() {
            out.regs.push(*t);
        }
        parts.insert(*m, part);
    }
    let start = parts.get(&first)?;
    for p in &head.params {
        let reg = out.regs.push(p.ty);
        out.params.push(Param { reg, ..p.clone() });
    }
    let given: Vec<Arg> = (out.params.iter())
        .map(|p| Arg {
            value: p.reg.into(),
            ty: p.ty,
            byval: None,
        })
        .collect();
    let entry = entering(&mut out.regs, start, &given, head.loc, 0)?;
    out.blocks.push(entry);
    for m in members {
        let f = module.functions.get(*m)?;
        let part = parts.get(m)?;
        for (_, v) in f.vars.iter() {
            let mut v = v.clone();
            v.storage = match v.storage {
                VarStorage::Register(r) => VarStorage::Register(part.reg(r)),
                VarStorage::Memory(r) => VarStorage::Memory(part.reg(r)),
                VarStorage::None => VarStorage::None,
            };
            v.arg = 0;
            out.vars.push(v);
        }
        for (_, b) in f.blocks.iter() {
            let block = moved(&mut out.regs, &parts, part, b)?;
            out.blocks.push(block);
        }
    }
    Some(out)
}

/// A block of a member, up to the first call of a member.
fn moved(
    regs: &mut Arena<Reg, Type>,
    parts: &BTreeMap<FuncId, Part>,
    part: &Part,
    block: &Block,
) -> Option<Block> {
    let shift = |o: &mut Operand| {
        if let Operand::Reg(r) = o {
            *r = part.reg(*r);
        }
    };
    let mut insts = Vec::new();
    for inst in &block.insts {
        let mut inst = inst.clone();
        visit::uses_mut(&mut inst.kind, &mut |o| shift(o));
        visit::defs_mut(&mut inst.kind, &mut |r| *r = part.reg(*r));
        if let InstKind::Call {
            callee: Callee::Direct(to),
            args,
            ..
        } = &inst.kind
        {
            if let Some(target) = parts.get(to) {
                let weight = inst.weight.max(1);
                let entered = entering(regs, target, args, inst.loc, weight)?;
                insts.extend(entered.insts);
                return Some(Block { insts, ..entered });
            }
        }
        insts.push(inst);
    }
    let mut term = block.term.clone();
    visit::term_uses_mut(&mut term, &mut |o| shift(o));
    match &mut term {
        Terminator::Jump(b) => *b = part.block(*b),
        Terminator::Branch { then, els, .. } => {
            (*then, *els) = (part.block(*then), part.block(*els));
        }
        Terminator::Switch { cases, default, .. } => {
            *default = part.block(*default);
            for c in cases {
                c.target = part.block(c.target);
            }
        }
        // The call came back: what follows is not known.
        Terminator::Return(_) => term = Terminator::Unreachable,
        Terminator::Unreachable => {}
        Terminator::IndirectJump { .. } | Terminator::Unsupported(_) => return None,
    }
    Some(Block {
        insts,
        term,
        term_loc: block.term_loc,
        term_weight: block.term_weight,
    })
}

/// The arguments become parameters, all at once, and what else is read before
/// it is written holds nothing.
fn entering(
    regs: &mut Arena<Reg, Type>,
    target: &Part,
    args: &[Arg],
    loc: ep_ir::LocId,
    weight: u16,
) -> Option<Block> {
    if args.len() != target.params.len() {
        return None;
    }
    let mut insts = Vec::new();
    let mut copy = |dst, src| {
        insts.push(Inst {
            kind: InstKind::Copy { dst, src },
            loc,
            weight: 0,
        });
    };
    let mut held = Vec::new();
    for (a, p) in args.iter().zip(&target.params) {
        if a.ty != p.ty || a.byval.is_some() {
            return None;
        }
        let between = regs.push(p.ty);
        copy(between, a.value);
        held.push((target.reg(p.reg), between));
    }
    for (dst, src) in held {
        copy(dst, src.into());
    }
    for r in &target.fresh {
        copy(target.reg(*r), Operand::Undef);
    }
    Some(Block {
        insts,
        term: Terminator::Jump(target.block(BlockId(0))),
        term_loc: loc,
        term_weight: weight,
    })
}
