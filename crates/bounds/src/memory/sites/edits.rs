//! Changes of a copy of a function, noted by places of the function as it was.
//!
//! Idea: what adds numbers and tests to a copy looks at the function as it is, and places
//! must not move meanwhile; so changes are noted and made at the end. What is added are
//! instructions before and behind others, and tests that always hold, of which the other
//! way leads nowhere. Cost: linear in the function.

use super::facts::At;
use ep_ir::inst::Overflow;
use ep_ir::{
    BinOp, Block, BlockId, Function, Inst, InstKind, IntPred, LocId, Operand, Reg, Terminator, Type,
};
use std::collections::BTreeMap;

/// A comparison that holds whenever control comes to it.
#[derive(Clone, Copy)]
pub(super) struct Holds {
    pub pred: IntPred,
    pub ty: Type,
    pub a: Operand,
    pub b: Operand,
}

/// What is to be changed.
#[derive(Default)]
pub(super) struct Edits {
    pub begin: Vec<InstKind>,
    pub before: BTreeMap<At, Vec<InstKind>>,
    /// What holds before an instruction, behind what is added before it.
    pub ahead: BTreeMap<At, Vec<Holds>>,
    pub after: BTreeMap<At, Vec<InstKind>>,
    pub instead: BTreeMap<At, InstKind>,
    /// What holds on a way from one block to another.
    pub edges: BTreeMap<(BlockId, BlockId), Vec<Holds>>,
    /// What holds behind an instruction and what is added behind it.
    pub behind: BTreeMap<At, Vec<Holds>>,
    /// What is added behind those tests, and what holds behind it.
    pub later: BTreeMap<At, (Vec<InstKind>, Vec<Holds>)>,
}

/// A sum or difference that does not wrap around.
pub(super) fn without_wrap(op: BinOp, dst: Reg, a: Operand, b: Operand) -> InstKind {
    InstKind::Bin {
        op,
        flags: Overflow {
            nsw: true,
            nuw: true,
            ..Overflow::default()
        },
        dst,
        a,
        b,
    }
}

fn inst(kind: InstKind, loc: LocId) -> Inst {
    Inst {
        kind,
        loc,
        weight: 0,
    }
}

/// A block that goes on where this holds.
fn test(
    out: &mut Function,
    h: Holds,
    (then, els): (BlockId, BlockId),
    loc: LocId,
) -> (Inst, Terminator) {
    let cond = out.regs.push(Type::Int(1));
    let compared = InstKind::Cmp {
        pred: h.pred,
        ty: h.ty,
        dst: cond,
        a: h.a,
        b: h.b,
    };
    let branch = Terminator::Branch {
        cond: Operand::Reg(cond),
        then,
        els,
    };
    (inst(compared, loc), branch)
}

fn block(insts: Vec<Inst>, term: Terminator, loc: LocId) -> Block {
    Block {
        insts,
        term,
        term_loc: loc,
        term_weight: 0,
    }
}

/// Makes the changes.
pub(super) fn apply(edits: Edits, out: &mut Function) {
    let Edits {
        begin,
        mut before,
        mut ahead,
        mut after,
        mut instead,
        edges,
        mut behind,
        mut later,
    } = edits;
    let never = out
        .blocks
        .push(block(Vec::new(), Terminator::Unreachable, out.loc));
    for ((from, to), tests) in edges {
        let Some(loc) = out.blocks.get(from).map(|b| b.term_loc) else {
            continue;
        };
        let mut next = to;
        for h in tests {
            let (compared, branch) = test(out, h, (next, never), loc);
            next = out.blocks.push(block(vec![compared], branch, loc));
        }
        redirect(out, from, to, next);
    }
    let old: Vec<BlockId> = out.blocks.ids().collect();
    for b in old {
        let own = &mut out.blocks[b];
        let insts = std::mem::take(&mut own.insts);
        let term = std::mem::replace(&mut own.term, Terminator::Unreachable);
        let (term_loc, term_weight) = (own.term_loc, own.term_weight);
        let mut now = b;
        for (i, x) in insts.into_iter().enumerate() {
            let (at, loc) = ((b, i), x.loc);
            let kind = instead.remove(&at);
            let first = before.remove(&at).into_iter().flatten();
            let last = after.remove(&at).into_iter().flatten();
            let own = &mut out.blocks[now].insts;
            own.extend(first.map(|k| inst(k, loc)));
            now = cut(out, now, ahead.remove(&at), never, loc);
            let whole = Inst {
                kind: kind.unwrap_or(x.kind),
                ..x
            };
            let own = &mut out.blocks[now].insts;
            own.push(whole);
            own.extend(last.map(|k| inst(k, loc)));
            now = cut(out, now, behind.remove(&at), never, loc);
            if let Some((added, tests)) = later.remove(&at) {
                let own = &mut out.blocks[now].insts;
                own.extend(added.into_iter().map(|k| inst(k, loc)));
                now = cut(out, now, Some(tests), never, loc);
            }
        }
        let own = &mut out.blocks[now];
        (own.term, own.term_loc, own.term_weight) = (term, term_loc, term_weight);
    }
    let loc = out.loc;
    if let Some((_, first)) = out.blocks.iter_mut().next() {
        let set = begin.into_iter().map(|k| inst(k, loc));
        first.insts.splice(0..0, set);
    }
}

/// Ends a block with tests; the block that is behind them.
fn cut(
    out: &mut Function,
    mut now: BlockId,
    tests: Option<Vec<Holds>>,
    never: BlockId,
    loc: LocId,
) -> BlockId {
    for h in tests.into_iter().flatten() {
        let next = out
            .blocks
            .push(block(Vec::new(), Terminator::Unreachable, loc));
        let (compared, branch) = test(out, h, (next, never), loc);
        let own = &mut out.blocks[now];
        own.insts.push(compared);
        (own.term, own.term_loc, own.term_weight) = (branch, loc, 0);
        now = next;
    }
    now
}

fn redirect(out: &mut Function, from: BlockId, to: BlockId, next: BlockId) {
    let swap = |t: &mut BlockId| {
        if *t == to {
            *t = next;
        }
    };
    match &mut out.blocks[from].term {
        Terminator::Branch { then, els, .. } => {
            swap(then);
            swap(els);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|c| swap(&mut c.target));
            swap(default);
        }
        _ => {}
    }
}
