//! What the graph needs to know of the functions: liveness, loops, and where
//! states are joined.
//!
//! A merge becomes a cut when more than a few ways through
//! the round meet there, counted without unrolling, so that k branches in a
//! row are k joins and not 2^k states. Cost: linear passes per function.

use ep_base::entity::EntityId;
use ep_ir::analysis::{Cfg, Dominators, Live, Loops};
use ep_ir::{BlockId, Function, InstKind, IntPred, Operand, Reg};
use std::collections::BTreeSet;

/// Ways through a round that are kept apart.
const WAYS: u64 = 4;
/// Pairs of registers whose equality tells cuts apart.
const COMPARED: usize = 4;

/// Facts about one function.
pub struct Shape {
    pub cfg: Cfg,
    pub loops: Loops,
    /// Blocks at which states are joined whatever way they come.
    pub cuts: BTreeSet<BlockId>,
    /// Registers that a comparison asks to be equal, a few of them.
    pub compared: Vec<(Reg, Reg)>,
    live: Live,
    /// Where each block stands when loops are contiguous.
    ranks: Vec<usize>,
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
        let ranks = ranks(&cfg, &loops);
        Shape {
            compared: compared(f),
            cfg,
            loops,
            cuts,
            live,
            ranks,
        }
    }

    /// Registers that may be read from this instruction of a block on.
    pub fn live_at(&self, f: &Function, b: BlockId, next: usize) -> BTreeSet<Reg> {
        let flags = self.live.before(f, b, next);
        let live = f.regs.ids().zip(flags).filter(|(_, live)| *live);
        live.map(|(r, _)| r).collect()
    }

    /// Where a block stands in an order in which what is before a loop comes
    /// before it, and all of the loop before what comes behind it.
    pub fn rank(&self, b: BlockId) -> usize {
        self.ranks.get(b.index()).copied().unwrap_or(0)
    }

    /// The rank of the last block of the loop of this head, or its own.
    pub fn last_rank(&self, header: BlockId) -> usize {
        let own = self.loops.loops.iter().map(|(_, l)| l);
        let own = own.filter(|l| l.header == header);
        let inside = |l: &ep_ir::analysis::Loop| {
            let blocks = self.cfg.reverse_post_order().iter();
            blocks
                .filter(|b| l.contains(**b))
                .map(|b| self.rank(*b))
                .max()
        };
        own.filter_map(inside).max().unwrap_or(self.rank(header))
    }

    /// Whether a block can come after itself.
    pub fn in_cycle(&self, b: BlockId) -> bool {
        in_cycle(&self.cfg, b)
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

/// Registers that are asked to be equal, each pair once.
fn compared(f: &Function) -> Vec<(Reg, Reg)> {
    let mut out = BTreeSet::new();
    for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        if let InstKind::Cmp {
            pred: IntPred::Eq | IntPred::Ne,
            a: Operand::Reg(a),
            b: Operand::Reg(b),
            ..
        } = &inst.kind
        {
            if a != b && out.len() < COMPARED {
                out.insert((*a.min(b), *a.max(b)));
            }
        }
    }
    out.into_iter().collect()
}

/// Whether a block can come after itself.
pub fn in_cycle(cfg: &Cfg, b: BlockId) -> bool {
    let mut seen: BTreeSet<BlockId> = BTreeSet::new();
    let mut work: Vec<BlockId> = cfg.successors(b).to_vec();
    while let Some(c) = work.pop() {
        if c == b {
            return true;
        }
        if seen.insert(c) {
            work.extend(cfg.successors(c).iter().copied());
        }
    }
    false
}

/// Reverse postorder with an edge from each head to where its loop is left,
/// which is followed first: so those blocks come behind the whole loop.
fn ranks(cfg: &Cfg, loops: &Loops) -> Vec<usize> {
    let mut next: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.len()];
    let blocks = cfg.reverse_post_order();
    for (_, l) in loops.loops.iter() {
        let inside = blocks.iter().filter(|b| l.contains(**b));
        let out = inside.flat_map(|b| cfg.successors(*b));
        let out: Vec<BlockId> = out.copied().filter(|b| !l.contains(*b)).collect();
        if let Some(slot) = next.get_mut(l.header.index()) {
            slot.extend(out);
        }
    }
    for b in blocks {
        if let Some(slot) = next.get_mut(b.index()) {
            slot.extend(cfg.successors(*b));
        }
    }
    let mut out = vec![0; cfg.len()];
    let mut left = cfg.len();
    let mut seen = vec![false; cfg.len()];
    let mut stack: Vec<(BlockId, usize)> = blocks.first().map(|b| (*b, 0)).into_iter().collect();
    if let Some(first) = blocks.first().and_then(|b| seen.get_mut(b.index())) {
        *first = true;
    }
    while let Some((b, at)) = stack.pop() {
        let Some(to) = next.get(b.index()).and_then(|n| n.get(at)).copied() else {
            left = left.saturating_sub(1);
            if let Some(slot) = out.get_mut(b.index()) {
                *slot = left;
            }
            continue;
        };
        stack.push((b, at + 1));
        if let Some(slot) = seen.get_mut(to.index()).filter(|s| !**s) {
            *slot = true;
            stack.push((to, 0));
        }
    }
    out
}
