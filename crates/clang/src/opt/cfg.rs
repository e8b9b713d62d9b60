//! Blocks: constant branches become jumps, a block with one predecessor is
//! appended to it, jumps over empty blocks are shortened, unreachable blocks
//! go, and the rest is numbered in reverse post-order.

use super::body::{add_weight, finish_weight};
use ep_base::Arena;
use ep_ir::{Block, BlockId, LocId, Operand, Terminator};

/// Applies `f` to every target; `IndirectJump` keeps its labels.
pub fn retarget(term: &mut Terminator, f: &mut dyn FnMut(BlockId) -> BlockId) {
    match term {
        Terminator::Jump(to) => *to = f(*to),
        Terminator::Branch { then, els, .. } => {
            *then = f(*then);
            *els = f(*els);
        }
        Terminator::Switch { cases, default, .. } => {
            for case in cases {
                case.target = f(case.target);
            }
            *default = f(*default);
        }
        Terminator::IndirectJump { .. }
        | Terminator::Return(_)
        | Terminator::Unreachable
        | Terminator::Unsupported(_) => {}
    }
}

/// All targets, with repetitions.
pub fn successors(term: &Terminator) -> Vec<BlockId> {
    match term {
        Terminator::Jump(to) => vec![*to],
        Terminator::Branch { then, els, .. } => vec![*then, *els],
        Terminator::Switch { cases, default, .. } => {
            let mut out: Vec<BlockId> = cases.iter().map(|c| c.target).collect();
            out.push(*default);
            out
        }
        Terminator::IndirectJump { labels, .. } => labels.clone(),
        Terminator::Return(_) | Terminator::Unreachable | Terminator::Unsupported(_) => Vec::new(),
    }
}

/// Simplifies and renumbers. Returns the new id of each old block, `None`
/// for those that are gone or merged.
pub fn simplify(blocks: &mut Arena<BlockId, Block>, pinned: &[BlockId]) -> Vec<Option<BlockId>> {
    for (_, block) in blocks.iter_mut() {
        fold(&mut block.term);
    }
    shorten(blocks);
    merge(blocks, pinned);
    renumber(blocks)
}

/// A branch on a constant, or with equal targets, is a jump.
fn fold(term: &mut Terminator) {
    let to = match term {
        Terminator::Branch {
            cond: Operand::Int(c),
            then,
            els,
        } => {
            if *c & 1 == 1 {
                *then
            } else {
                *els
            }
        }
        Terminator::Switch {
            value,
            cases,
            default,
            ..
        } => {
            let value = match value {
                Operand::Int(v) => u128::from(*v),
                Operand::Wide(v) => *v,
                _ => return,
            };
            let case = cases.iter().find(|c| c.value == value);
            case.map_or(*default, |c| c.target)
        }
        _ => return,
    };
    *term = Terminator::Jump(to);
}

/// `a: jump b`, `b: jump c` with `b` empty becomes `a: jump c`, with b's weight.
fn shorten(blocks: &mut Arena<BlockId, Block>) {
    for b in blocks.ids() {
        // Empty loops end this after as many steps as there are blocks.
        for _ in 0..blocks.len() {
            let Terminator::Jump(to) = blocks[b].term else {
                break;
            };
            let next = &blocks[to];
            let Terminator::Jump(further) = next.term else {
                break;
            };
            if !next.insts.is_empty() || to == b || further == to || further == b {
                break;
            }
            let sum = u32::from(blocks[b].term_weight) + u32::from(next.term_weight);
            if sum > u32::from(u16::MAX) {
                break;
            }
            blocks[b].term = Terminator::Jump(further);
            blocks[b].term_weight = sum as u16;
        }
    }
}

fn merge(blocks: &mut Arena<BlockId, Block>, pinned: &[BlockId]) {
    let n = blocks.len();
    let reachable = reachable(blocks, pinned);
    let mut preds = vec![0u32; n];
    for (id, block) in blocks.iter() {
        if reachable[id.0 as usize] {
            for s in successors(&block.term) {
                preds[s.0 as usize] += 1;
            }
        }
    }
    let mut fixed = vec![false; n];
    if let Some(entry) = fixed.first_mut() {
        *entry = true;
    }
    for p in pinned {
        fixed[p.0 as usize] = true;
    }
    for b in blocks.ids() {
        if !reachable[b.0 as usize] {
            continue;
        }
        while let Terminator::Jump(to) = blocks[b].term {
            let i = to.0 as usize;
            if to == b || fixed[i] || preds[i] != 1 {
                break;
            }
            let mut next = std::mem::replace(&mut blocks[to], empty());
            let block = &mut blocks[b];
            // The jump's weight is that of what comes next: a call among it may
            // end the run, and the jump was taken before.
            let mut carry = u32::from(block.term_weight);
            if let Some(first) = next.insts.first_mut() {
                carry = add_weight(first, carry);
            }
            block.insts.append(&mut next.insts);
            block.term = next.term;
            block.term_loc = next.term_loc;
            block.term_weight = next.term_weight;
            finish_weight(block, carry);
            // `to` is gone: nothing leads to it now.
            preds[i] = 0;
        }
    }
}

fn reachable(blocks: &Arena<BlockId, Block>, pinned: &[BlockId]) -> Vec<bool> {
    let mut seen = vec![false; blocks.len()];
    let mut stack = vec![BlockId(0)];
    stack.extend_from_slice(pinned);
    while let Some(b) = stack.pop() {
        let Some(mark) = seen.get_mut(b.0 as usize) else {
            continue;
        };
        if !std::mem::replace(mark, true) {
            stack.extend(successors(&blocks[b].term));
        }
    }
    seen
}

fn renumber(blocks: &mut Arena<BlockId, Block>) -> Vec<Option<BlockId>> {
    let n = blocks.len();
    let mut map = vec![None; n];
    if n == 0 {
        return map;
    }
    let mut seen = vec![false; n];
    let mut post = Vec::new();
    let entry = BlockId(0);
    seen[0] = true;
    let mut stack = vec![(entry, successors(&blocks[entry].term), 0usize)];
    while let Some((b, to, next)) = stack.last_mut() {
        if let Some(&s) = to.get(*next) {
            *next += 1;
            if !std::mem::replace(&mut seen[s.0 as usize], true) {
                let inner = successors(&blocks[s].term);
                stack.push((s, inner, 0));
            }
        } else {
            post.push(*b);
            stack.pop();
        }
    }
    post.reverse();
    for (new, old) in post.iter().enumerate() {
        map[old.0 as usize] = Some(BlockId(new as u32));
    }
    let mut old_blocks = std::mem::take(blocks);
    for old in post {
        let mut block = std::mem::replace(&mut old_blocks[old], empty());
        let mut to = |b: BlockId| map[b.0 as usize].unwrap_or(b);
        if let Terminator::IndirectJump { labels, .. } = &mut block.term {
            labels.iter_mut().for_each(|l| *l = to(*l));
        }
        retarget(&mut block.term, &mut to);
        blocks.push(block);
    }
    map
}

fn empty() -> Block {
    Block {
        insts: Vec::new(),
        term: Terminator::Unreachable,
        term_loc: LocId(0),
        term_weight: 0,
    }
}
