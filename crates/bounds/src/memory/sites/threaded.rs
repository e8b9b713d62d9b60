//! Ways that a number tells apart go on apart.
//!
//! Idea: `n += insert(&root, key)` makes a block where `insert` gives 1, and none where it
//! gives 0; where both ways meet, behind the call, that is forgotten, and `n` no longer
//! counts what lives. So a block that several others lead to is copied for each of those
//! that come with a number which the block asks for (the copied body of a function that
//! gives back a constant), with that number put in: the counter steps by one on one way
//! and not at all on the other, and a test of the result is no test any more. Source: jump
//! threading and tail duplication (Muchnick, "Advanced Compiler Design", 18.8), here for
//! what an analysis sees. Alternative: a relation of three numbers (ghost, counter and
//! result) where ways meet, which differences of two do not have. Cost: a look at the
//! blocks for each copy, and the copies, which are limited.
//!
//! What must never happen: a copy that does something else than its original. Each does
//! the same instructions; what is put in are numbers that the register holds there.

use super::facts::{builtin, Facts};
use ep_ir::analysis::Live;
use ep_ir::provided::Builtin;
use ep_ir::scalar::{bin64, cast64, cmp64, divides_by_zero};
use ep_ir::{
    visit, Block, BlockId, CastOp, FuncId, Function, Inst, InstKind, Module, Operand, Reg,
    Terminator, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Instructions of a block that is copied.
const LONGEST: usize = 40;
/// Instructions of all copies.
const MOST: usize = 800;

/// Numbers that registers hold.
type Known = BTreeMap<Reg, u64>;

/// The program with such ways apart in its entry; none where there are none.
pub(super) fn apart(module: &Module, entry: FuncId) -> Option<Module> {
    let mut f = module.functions.get(entry)?.clone();
    let mut left = MOST;
    let mut any = decided(&mut f);
    while let Some((from, to, known)) = next(module, &f, left) {
        left -= f.blocks.get(to).map_or(left, |b| b.insts.len() + 1);
        copy(&mut f, (from, to), known);
        any = true;
    }
    any.then_some(())?;
    without_unreached(&mut f);
    let mut module = module.clone();
    module.functions[entry] = f;
    Some(module)
}

/// Takes the branches that numbers of their block decide: a function that is copied for a
/// null argument does not go where it asks for one.
fn decided(f: &mut Function) -> bool {
    let mut sure: Vec<(BlockId, BlockId)> = Vec::new();
    for (b, block) in f.blocks.iter() {
        let Terminator::Branch { cond, then, els } = &block.term else {
            continue;
        };
        let known = numbers(f, block);
        let number = match cond {
            Operand::Int(n) => Some(*n),
            Operand::Reg(r) => known.get(r).copied(),
            _ => None,
        };
        sure.extend(number.map(|n| (b, if n & 1 == 1 { *then } else { *els })));
    }
    for (b, to) in &sure {
        f.blocks[*b].term = Terminator::Jump(*to);
    }
    !sure.is_empty()
}

/// Empties blocks that nothing leads to: who looks at all instructions sees none there.
fn without_unreached(f: &mut Function) {
    let facts = Facts::new(f);
    let mut seen = BTreeSet::from([BlockId(0)]);
    let mut work = vec![BlockId(0)];
    while let Some(b) = work.pop() {
        let next = facts.cfg.successors(b).iter();
        work.extend(next.copied().filter(|n| seen.insert(*n)));
    }
    let all: Vec<BlockId> = f.blocks.iter().map(|(b, _)| b).collect();
    for b in all.into_iter().filter(|b| !seen.contains(b)) {
        f.blocks[b].insts.clear();
        f.blocks[b].term = Terminator::Unreachable;
    }
}

/// A way into a block that is worth a copy, with what is known on it.
fn next(module: &Module, f: &Function, left: usize) -> Option<(BlockId, BlockId, Known)> {
    let facts = Facts::new(f);
    let live = Live::new(f, &facts.cfg);
    for (to, block) in f.blocks.iter() {
        let before = facts.cfg.predecessors(to);
        let fits = block.insts.len() <= LONGEST && block.insts.len() < left;
        // The head of a loop stays one.
        let head = facts.loops.loops.iter().any(|(_, l)| l.header == to);
        if before.len() < 2 || !fits || head || !may_be_copied(module, block) {
            continue;
        }
        if !leaves_nothing_alone(f, &facts, &live, to) {
            continue;
        }
        let asked = asked(block);
        for from in before {
            let Some(own) = f.blocks.get(*from) else {
                continue;
            };
            if !matches!(own.term, Terminator::Jump(_)) {
                continue;
            }
            let known: Known = (numbers(f, own).into_iter())
                .filter(|(r, _)| asked.contains(r))
                .collect();
            if !known.is_empty() {
                return Some((*from, to, known));
            }
        }
    }
    None
}

/// Whether a block makes no blocks or locals: each place stays one.
fn may_be_copied(module: &Module, block: &Block) -> bool {
    let makes = |i: &Inst| {
        matches!(
            i.kind,
            InstKind::Alloca { .. }
                | InstKind::StackSave { .. }
                | InstKind::StackRestore { .. }
                | InstKind::Unsupported { .. }
        ) || matches!(
            builtin(module, &i.kind),
            Some(Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc | Builtin::Realloc)
        )
    };
    !block.insts.iter().any(makes)
}

/// Whether each register that a block sets for others is set elsewhere too: what is set in
/// one place alone says more than what a copy would tell.
fn leaves_nothing_alone(f: &Function, facts: &Facts, live: &Live, b: BlockId) -> bool {
    let Some(block) = f.blocks.get(b) else {
        return false;
    };
    let behind = facts.cfg.successors(b);
    let mut fine = true;
    for i in &block.insts {
        visit::defs(&i.kind, &mut |r| {
            let alone = facts.set_once(*r);
            fine &= !(alone && behind.iter().any(|s| live.is_live(*s, *r)));
        });
    }
    fine
}

/// The registers that a block reads to compute or to decide, before it sets them.
fn asked(block: &Block) -> Vec<Reg> {
    let mut out = Vec::new();
    let mut set = Vec::new();
    for i in &block.insts {
        let computes = matches!(
            i.kind,
            InstKind::Copy { .. }
                | InstKind::Bin { .. }
                | InstKind::Cmp { .. }
                | InstKind::Cast { .. }
                | InstKind::Freeze { .. }
        );
        if computes {
            visit::uses(&i.kind, &mut |o| match o {
                Operand::Reg(r) if !set.contains(r) => out.push(*r),
                _ => {}
            });
        }
        visit::defs(&i.kind, &mut |r| set.push(*r));
    }
    visit::term_uses(&block.term, &mut |o| match o {
        Operand::Reg(r) if !set.contains(r) => out.push(*r),
        _ => {}
    });
    out
}

/// What registers that a block sets to numbers hold at its end.
fn numbers(f: &Function, block: &Block) -> Known {
    let mut known = Known::new();
    for i in &block.insts {
        let value = value(f, &i.kind, &known);
        visit::defs(&i.kind, &mut |r| _ = known.remove(r));
        known.extend(value);
    }
    known
}

/// The number that an instruction gives, where all that it reads are numbers.
fn value(f: &Function, kind: &InstKind, known: &Known) -> Option<(Reg, u64)> {
    let number = |o: &Operand| match o {
        Operand::Int(n) => Some(*n),
        Operand::Reg(r) => known.get(r).copied(),
        _ => None,
    };
    let width = |t: Option<&Type>| match t {
        Some(Type::Int(w @ 1..=64)) => Some(*w),
        _ => None,
    };
    match kind {
        InstKind::Copy { dst, src } => {
            let whole = matches!(f.regs.get(*dst), Some(Type::Int(1..=64) | Type::Ptr));
            whole.then(|| number(src)).flatten().map(|n| (*dst, n))
        }
        InstKind::Bin {
            op,
            flags,
            dst,
            a,
            b,
        } => {
            let (w, a, b) = (width(f.regs.get(*dst))?, number(a)?, number(b)?);
            let (wide_a, wide_b) = (u128::from(a), u128::from(b));
            let undefined = divides_by_zero(*op, wide_b)
                || ep_ir::scalar::shift_oversized(*op, w, wide_b)
                || ep_ir::scalar::division_overflows(*op, w, wide_a, wide_b)
                || ep_ir::scalar::violates(*flags, *op, w, wide_a, wide_b);
            (!undefined).then(|| (*dst, bin64(*op, w, a, b)))
        }
        InstKind::Cmp {
            pred,
            ty,
            dst,
            a,
            b,
        } => {
            let w = match ty {
                Type::Ptr => 64,
                ty => width(Some(ty))?,
            };
            // Addresses are compared with null alone.
            let (a, b) = (number(a)?, number(b)?);
            (*ty != Type::Ptr || (a == 0 && b == 0)).then_some(())?;
            Some((*dst, u64::from(cmp64(*pred, w, a, b))))
        }
        InstKind::Cast {
            op: op @ (CastOp::ZExt | CastOp::SExt | CastOp::Trunc),
            from,
            to,
            dst,
            src,
        } => {
            let (from, to) = (width(Some(from))?, width(Some(to))?);
            Some((*dst, cast64(*op, from, to, number(src)?)))
        }
        _ => None,
    }
}

/// Leads one way into a copy of a block, in which registers are the numbers that they hold.
fn copy(f: &mut Function, (from, to): (BlockId, BlockId), mut known: Known) {
    let facts = Facts::new(f);
    let live = Live::new(f, &facts.cfg);
    let behind: Vec<BlockId> = facts.cfg.successors(to).to_vec();
    let Some(block) = f.blocks.get(to).cloned() else {
        return;
    };
    let mut named: BTreeMap<Reg, Reg> = BTreeMap::new();
    let put = |o: &mut Operand, known: &Known, named: &BTreeMap<Reg, Reg>| {
        if let Operand::Reg(r) = *o {
            let name = named.get(&r).copied().unwrap_or(r);
            *o = match known.get(&name) {
                Some(n) => Operand::Int(*n),
                None => Operand::Reg(name),
            };
        }
    };
    let mut insts = Vec::new();
    for i in &block.insts {
        let mut i = i.clone();
        visit::uses_mut(&mut i.kind, &mut |o| put(o, &known, &named));
        let mut own = Vec::new();
        visit::defs(&i.kind, &mut |r| own.push(*r));
        for r in own {
            // What only this block reads has a name of its own in the copy.
            if behind.iter().any(|s| live.is_live(*s, r)) {
                known.remove(&r);
                named.remove(&r);
            } else if let Some(ty) = f.regs.get(r).copied() {
                named.insert(r, f.regs.push(ty));
            }
        }
        visit::defs_mut(&mut i.kind, &mut |r| {
            *r = named.get(r).copied().unwrap_or(*r);
        });
        if let Some((dst, n)) = value(f, &i.kind, &known) {
            i.kind = InstKind::Copy {
                dst,
                src: Operand::Int(n),
            };
            known.insert(dst, n);
        }
        insts.push(i);
    }
    let mut term = block.term.clone();
    visit::term_uses_mut(&mut term, &mut |o| put(o, &known, &named));
    let sure = match &term {
        Terminator::Branch {
            cond: Operand::Int(n),
            then,
            els,
        } => Some(if n & 1 == 1 { *then } else { *els }),
        Terminator::Switch {
            value: Operand::Int(n),
            cases,
            default,
            ..
        } => {
            let case = cases.iter().find(|c| c.value == u128::from(*n));
            Some(case.map_or(*default, |c| c.target))
        }
        _ => None,
    };
    if let Some(to) = sure {
        term = Terminator::Jump(to);
    }
    let copy = f.blocks.push(Block {
        insts,
        term,
        ..block
    });
    f.blocks[from].term = Terminator::Jump(copy);
}
