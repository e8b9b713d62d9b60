//! What the graph needs to know of the functions: liveness, loops, and where
//! states are joined.
//!
//! A merge becomes a cut when more than a few ways through
//! the round meet there, counted without unrolling, so that k branches in a
//! row are k joins and not 2^k states. Cost: linear passes per function.

use ep_base::entity::EntityId;
use ep_ir::analysis::{Cfg, Dominators, Live, Loops};
use ep_ir::{BlockId, Function, Reg};
use std::collections::BTreeSet;

/// Ways through a round that are kept apart.
const WAYS: u64 = 4;

/// Facts about one function.
pub struct Shape {
    pub cfg: Cfg,
    pub loops: Loops,
    /// Blocks at which states are joined whatever way they come.
    pub cuts: BTreeSet<BlockId>,
    live: Live,
}

impl Shape {
    /// Looks at a function with a body. `coarse` joins at every merge.
    pub fn of(f: &Function, coarse: bool) -> Shape {
        let cfg = Cfg::new(f);
        let dominators = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        let mut cuts: BTreeSet<BlockId> = loops.irreducible.iter().copied().collect();
        let many = loops.loops.len() > 3;
        let mut ways = vec![1u64; cfg.len()];
        for b in cfg.reverse_post_order() {
            let header = loops.loops.iter().any(|(_, l)| l.header == *b);
            let own = cfg.position(*b);
            let before: Vec<BlockId> = cfg
                .predecessors(*b)
                .iter()
                .copied()
                .filter(|p| cfg.position(*p) < own)
                .collect();
            let sum = before.iter().fold(0u64, |n, p| {
                n.saturating_add(ways.get(p.index()).copied().unwrap_or(1))
            });
            let leaves = many
                && before.iter().any(|p| {
                    loops
                        .loops
                        .iter()
                        .any(|(_, l)| l.contains(*p) && !l.contains(*b))
                });
            let merge = before.len() > 1 && !header;
            let limit = if coarse { 1 } else { WAYS };
            let cut = merge && (sum > limit || leaves);
            if cut {
                cuts.insert(*b);
            }
            if let Some(w) = ways.get_mut(b.index()) {
                *w = if cut || header { 1 } else { sum.max(1) };
            }
        }
        let live = Live::new(f, &cfg);
        Shape {
            cfg,
            loops,
            cuts,
            live,
        }
    }

    /// Registers that may be read from this instruction of a block on.
    pub fn live_at(&self, f: &Function, b: BlockId, next: usize) -> BTreeSet<Reg> {
        let flags = self.live.before(f, b, next);
        let live = f.regs.ids().zip(flags).filter(|(_, live)| *live);
        live.map(|(r, _)| r).collect()
    }

    /// Whether a block can come after itself.
    pub fn in_cycle(&self, b: BlockId) -> bool {
        let mut seen: BTreeSet<BlockId> = BTreeSet::new();
        let mut work: Vec<BlockId> = self.cfg.successors(b).to_vec();
        while let Some(c) = work.pop() {
            if c == b {
                return true;
            }
            if seen.insert(c) {
                work.extend(self.cfg.successors(c).iter().copied());
            }
        }
        false
    }

    /// The innermost loop of a block with this header.
    pub fn is_header(&self, b: BlockId) -> bool {
        self.loops.loops.iter().any(|(_, l)| l.header == b)
    }

    /// Whether the loop with this header has this block.
    pub fn inside(&self, header: BlockId, b: BlockId) -> bool {
        self.loops
            .loops
            .iter()
            .any(|(_, l)| l.header == header && l.contains(b))
    }
}
