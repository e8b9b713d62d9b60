//! A jump to a block that only branches becomes that branch.
//!
//! `a && b` makes a phi of truth values whose block does nothing but branch on
//! it; after this each predecessor branches itself, and where the phi is a
//! constant it jumps. Nothing is copied but the terminator, so the code does
//! not grow. Source: jump threading (LLVM's `JumpThreading`), this one case.

use super::cfg;
use ep_base::Arena;
use ep_ir::{Block, BlockId, Terminator};

/// Applies the rule once to every jump. True when something changed.
pub fn run(blocks: &mut Arena<BlockId, Block>) -> bool {
    let mut changed = false;
    for b in blocks.ids() {
        let Terminator::Jump(to) = blocks[b].term else {
            continue;
        };
        let next = &blocks[to];
        let branches = matches!(
            next.term,
            Terminator::Branch { .. } | Terminator::Return(_) | Terminator::Unreachable
        );
        if to == b || !next.insts.is_empty() || !branches {
            continue;
        }
        let sum = u32::from(blocks[b].term_weight) + u32::from(next.term_weight);
        if sum > u32::from(u16::MAX) {
            continue;
        }
        let (term, loc) = (next.term.clone(), next.term_loc);
        let block = &mut blocks[b];
        block.term = term;
        block.term_loc = loc;
        block.term_weight = sum as u16;
        changed = true;
    }
    debug_assert!(blocks.iter().all(|(_, b)| cfg::successors(&b.term)
        .iter()
        .all(|s| blocks.get(*s).is_some())));
    changed
}
