//! Natural loops and their nesting.
//!
//! Idea: an edge to a dominator is a back edge; the loop of a header is all
//! that reaches one of its back edges without passing the header. Cycles
//! whose entry is not unique (irreducible ones, from `goto`) are no natural
//! loops; they are told apart by `irreducible`. Source: Aho et al., "Compilers",
//! 9.6. Cost: linear in the sum of the loop sizes.

use super::{Cfg, Dominators};
use crate::BlockId;
use ep_base::entity::EntityId;
use ep_base::{entity, Arena};

entity!(
    /// A natural loop of a function.
    LoopId,
    "loop"
);

/// A natural loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The only block through which it is entered.
    pub header: BlockId,
    /// Blocks that jump back to the header.
    pub latches: Vec<BlockId>,
    /// All blocks, header included, in ascending order.
    pub blocks: Vec<BlockId>,
    /// Blocks outside that a block inside jumps to, in ascending order.
    pub exits: Vec<BlockId>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

impl Loop {
    /// Whether the block belongs to the loop.
    pub fn contains(&self, b: BlockId) -> bool {
        self.blocks.binary_search(&b).is_ok()
    }
}

/// The loops of a function, outer ones before the loops inside them.
#[derive(Clone, Debug)]
pub struct Loops {
    /// All loops.
    pub loops: Arena<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    /// Targets of edges that go back in the reverse post-order without being
    /// back edges of a natural loop: some cycle has several entries.
    pub irreducible: Vec<BlockId>,
}

impl Loops {
    /// The natural loops of a graph.
    pub fn new(cfg: &Cfg, dom: &Dominators) -> Loops {
        let mut loops = Loops {
            loops: Arena::new(),
            innermost: vec![None; cfg.len()],
            irreducible: Vec::new(),
        };
        // Headers in reverse post-order: outer loops come first.
        let mut mark: Vec<u32> = vec![u32::MAX; cfg.len()];
        for (round, &header) in cfg.reverse_post_order().iter().enumerate() {
            let mut latches = Vec::new();
            for &p in cfg.predecessors(header) {
                match cfg.position(p) {
                    Some(at) if at as usize >= round => {
                        if dom.dominates(header, p) {
                            latches.push(p);
                        } else if !loops.irreducible.contains(&header) {
                            loops.irreducible.push(header);
                        }
                    }
                    _ => {}
                }
            }
            if latches.is_empty() {
                continue;
            }
            let round = round as u32;
            let mut blocks = vec![header];
            mark[header.index()] = round;
            let mut work = latches.clone();
            while let Some(b) = work.pop() {
                if mark[b.index()] != round && cfg.position(b).is_some() {
                    mark[b.index()] = round;
                    blocks.push(b);
                    work.extend_from_slice(cfg.predecessors(b));
                }
            }
            blocks.sort_unstable();
            let mut exits: Vec<BlockId> = blocks
                .iter()
                .flat_map(|b| cfg.successors(*b))
                .copied()
                .filter(|s| mark[s.index()] != round)
                .collect();
            exits.sort_unstable();
            exits.dedup();
            let parent = loops.innermost[header.index()];
            let depth = parent.map_or(1, |p| loops.loops[p].depth + 1);
            let id = loops.loops.push(Loop {
                header,
                latches,
                blocks: blocks.clone(),
                exits,
                parent,
                depth,
            });
            for b in blocks {
                loops.innermost[b.index()] = Some(id);
            }
        }
        loops
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, b: BlockId) -> Option<LoopId> {
        self.innermost[b.index()]
    }

    /// How many loops are around a block.
    pub fn depth(&self, b: BlockId) -> u32 {
        self.innermost(b).map_or(0, |l| self.loops[l].depth)
    }
}
