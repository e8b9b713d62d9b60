//! Dominators and post-dominators.
//!
//! Idea: iterate "intersect over the predecessors" in reverse post-order,
//! walking up two fingers in the tree built so far. Post-dominators are the
//! same on the reversed graph with one virtual exit behind all blocks that
//! leave the function; blocks that never leave it (endless loops) have no
//! post-dominator. Source: K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast
//! Dominance Algorithm". Cost: quadratic at worst, near linear in practice.

use super::Cfg;
use crate::BlockId;
use ep_base::entity::EntityId;

/// Immediate dominators by node in an order where the root is 0 and parents
/// come before their children but for back edges. `preds` are in that order.
fn solve(preds: &[Vec<u32>]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut idom = vec![NONE; preds.len()];
    if idom.is_empty() {
        return idom;
    }
    idom[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for n in 1..preds.len() {
            let mut new = NONE;
            for &p in &preds[n] {
                if idom[p as usize] == NONE {
                    continue;
                }
                if new == NONE {
                    new = p;
                    continue;
                }
                let (mut a, mut b) = (new, p);
                while a != b {
                    while a > b {
                        a = idom[a as usize];
                    }
                    while b > a {
                        b = idom[b as usize];
                    }
                }
                new = a;
            }
            if idom[n] != new {
                idom[n] = new;
                changed = true;
            }
        }
    }
    idom
}

/// The dominator tree.
#[derive(Clone, Debug)]
pub struct Dominators {
    idom: Vec<Option<BlockId>>,
    /// Depth in the tree; meaningless where there is no position.
    depth: Vec<u32>,
    reachable: Vec<bool>,
}

impl Dominators {
    /// The dominators of a graph.
    pub fn new(cfg: &Cfg) -> Dominators {
        let order = cfg.reverse_post_order();
        let preds: Vec<Vec<u32>> = order
            .iter()
            .map(|b| {
                let p = cfg.predecessors(*b);
                p.iter().filter_map(|p| cfg.position(*p)).collect()
            })
            .collect();
        let solved = solve(&preds);
        let mut idom = vec![None; cfg.len()];
        let mut depth = vec![0; cfg.len()];
        let mut reachable = vec![false; cfg.len()];
        for (i, b) in order.iter().enumerate() {
            reachable[b.index()] = true;
            if i > 0 {
                let up = order[solved[i] as usize];
                idom[b.index()] = Some(up);
                depth[b.index()] = depth[up.index()] + 1;
            }
        }
        Dominators {
            idom,
            depth,
            reachable,
        }
    }

    /// The closest strict dominator; `None` for the entry and for blocks that
    /// it does not reach.
    pub fn immediate(&self, b: BlockId) -> Option<BlockId> {
        self.idom[b.index()]
    }

    /// Whether every way from the entry to `b` goes through `a` (every block
    /// dominates itself). False if the entry does not reach `b`.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        if !self.reachable[b.index()] || !self.reachable[a.index()] {
            return false;
        }
        let mut at = b;
        while self.depth[at.index()] > self.depth[a.index()] {
            match self.immediate(at) {
                Some(up) => at = up,
                None => break,
            }
        }
        at == a
    }
}

/// The post-dominator tree.
#[derive(Clone, Debug)]
pub struct PostDominators {
    /// `None`: the virtual exit, or no way out at all.
    ipdom: Vec<Option<BlockId>>,
    leaves: Vec<bool>,
}

impl PostDominators {
    /// The post-dominators of a graph.
    pub fn new(cfg: &Cfg) -> PostDominators {
        // Post-order on the reversed graph from the virtual exit.
        let n = cfg.len();
        let exits: Vec<BlockId> = (0..n as u32)
            .map(BlockId)
            .filter(|b| cfg.successors(*b).is_empty())
            .collect();
        let mut seen = vec![false; n];
        let mut order: Vec<BlockId> = Vec::with_capacity(n);
        for exit in &exits {
            if std::mem::replace(&mut seen[exit.index()], true) {
                continue;
            }
            let mut stack = vec![(*exit, 0usize)];
            while let Some((b, next)) = stack.last_mut() {
                match cfg.predecessors(*b).get(*next) {
                    Some(p) => {
                        *next += 1;
                        if !std::mem::replace(&mut seen[p.index()], true) {
                            stack.push((*p, 0));
                        }
                    }
                    None => {
                        order.push(*b);
                        stack.pop();
                    }
                }
            }
        }
        order.reverse();
        // Node 0 is the virtual exit, block `order[i]` is node `i + 1`.
        let mut node = vec![None; n];
        for (i, b) in order.iter().enumerate() {
            node[b.index()] = Some(i as u32 + 1);
        }
        let mut preds = vec![Vec::new()];
        for b in &order {
            let succ = cfg.successors(*b);
            preds.push(if succ.is_empty() {
                vec![0]
            } else {
                succ.iter().filter_map(|s| node[s.index()]).collect()
            });
        }
        let solved = solve(&preds);
        let mut ipdom = vec![None; n];
        for (i, b) in order.iter().enumerate() {
            let up = solved[i + 1];
            if up != 0 {
                ipdom[b.index()] = order.get(up as usize - 1).copied();
            }
        }
        PostDominators {
            ipdom,
            leaves: seen,
        }
    }

    /// The closest block that every way from `b` out of the function goes
    /// through after `b`; `None` when there is none, or no way out.
    pub fn immediate(&self, b: BlockId) -> Option<BlockId> {
        self.ipdom[b.index()]
    }

    /// Whether control can leave the function from `b`.
    pub fn leaves(&self, b: BlockId) -> bool {
        self.leaves[b.index()]
    }

    /// Whether every way from `b` out of the function goes through `a`
    /// (every block post-dominates itself). False if there is no way out.
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        if !self.leaves(b) {
            return false;
        }
        let mut at = Some(b);
        while let Some(x) = at {
            if x == a {
                return true;
            }
            at = self.immediate(x);
        }
        false
    }
}
