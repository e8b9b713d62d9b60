//! Predecessors, successors and the reverse post-order.
//!
//! Idea: one flat table of edges in each direction; the order comes from an
//! iterative depth-first search, so deep functions do not overflow the stack.
//! Cost: linear in the edges.

use crate::{BlockId, Function, Terminator};
use ep_base::entity::EntityId;
use smallvec::SmallVec;

/// The blocks that a terminator can go to, in its order, each once.
pub fn successors(term: &Terminator) -> SmallVec<[BlockId; 2]> {
    let mut out: SmallVec<[BlockId; 2]> = SmallVec::new();
    match term {
        Terminator::Jump(b) => out.push(*b),
        Terminator::Branch { then, els, .. } => {
            out.push(*then);
            if els != then {
                out.push(*els);
            }
        }
        Terminator::Switch { cases, default, .. } => {
            let mut all: Vec<BlockId> = cases.iter().map(|c| c.target).collect();
            all.push(*default);
            unique(&all, &mut out);
        }
        Terminator::IndirectJump { labels, .. } => unique(labels, &mut out),
        Terminator::Return(_) | Terminator::Unreachable | Terminator::Unsupported(_) => {}
    }
    out
}

/// The first occurrence of each.
fn unique(all: &[BlockId], out: &mut SmallVec<[BlockId; 2]>) {
    let mut seen = std::collections::HashSet::with_capacity(all.len());
    out.extend(all.iter().copied().filter(|b| seen.insert(*b)));
}

/// The control-flow graph of a function.
#[derive(Clone, Debug)]
pub struct Cfg {
    succ: Vec<SmallVec<[BlockId; 2]>>,
    pred: Vec<SmallVec<[BlockId; 2]>>,
    order: Vec<BlockId>,
    position: Vec<Option<u32>>,
}

impl Cfg {
    /// The graph of a function that passes the verifier.
    pub fn new(f: &Function) -> Cfg {
        let n = f.blocks.len();
        let succ: Vec<_> = f.blocks.iter().map(|(_, b)| successors(&b.term)).collect();
        let mut pred = vec![SmallVec::new(); n];
        for (i, list) in succ.iter().enumerate() {
            for s in list {
                pred[s.index()].push(BlockId(i as u32));
            }
        }
        let mut order = Vec::with_capacity(n);
        let mut seen = vec![false; n];
        let mut stack: Vec<(BlockId, usize)> = Vec::new();
        if n > 0 {
            seen[0] = true;
            stack.push((BlockId(0), 0));
        }
        while let Some((b, next)) = stack.last_mut() {
            match succ[b.index()].get(*next) {
                Some(s) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[s.index()], true) {
                        stack.push((*s, 0));
                    }
                }
                None => {
                    order.push(*b);
                    stack.pop();
                }
            }
        }
        order.reverse();
        let mut position = vec![None; n];
        for (i, b) in order.iter().enumerate() {
            position[b.index()] = Some(i as u32);
        }
        Cfg {
            succ,
            pred,
            order,
            position,
        }
    }

    /// The blocks that control can go to, each once.
    pub fn successors(&self, b: BlockId) -> &[BlockId] {
        &self.succ[b.index()]
    }
    /// The blocks that control can come from, each once.
    pub fn predecessors(&self, b: BlockId) -> &[BlockId] {
        &self.pred[b.index()]
    }
    /// The blocks that the entry reaches, each before its successors but for
    /// back edges.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.order
    }
    /// The place in the reverse post-order, `None` if the entry does not
    /// reach the block.
    pub fn position(&self, b: BlockId) -> Option<u32> {
        self.position[b.index()]
    }
    /// The number of blocks, unreachable ones included.
    pub fn len(&self) -> usize {
        self.succ.len()
    }
    /// True for a declaration.
    pub fn is_empty(&self) -> bool {
        self.succ.is_empty()
    }
}
