//! Which branches decide whether a block is reached.
//!
//! Idea: control dependence by post-dominators (Ferrante, Ottenstein, Warren,
//! TOPLAS 1987). Blocks that never leave the function (endless loops) get an
//! edge to its end, one for each such cycle, so that every block has a
//! post-dominator; a branch that is cut out then goes to its own. Cost:
//! quadratic at worst.

use ep_base::entity::EntityId;
use ep_ir::analysis::Cfg;
use ep_ir::{BlockId, Function};

/// The control dependence of one function.
pub(super) struct Control {
    /// By block: the blocks whose branches decide whether it is reached.
    pub on: Vec<Vec<BlockId>>,
    /// By block: where all ways from it come together; none is the end.
    pub behind: Vec<Option<BlockId>>,
}

impl Control {
    /// Looks at a function.
    pub fn new(f: &Function, cfg: &Cfg) -> Control {
        let n = f.blocks.len();
        let end = n;
        let mut next: Vec<Vec<usize>> = (0..n)
            .map(|b| {
                let list = cfg.successors(BlockId(b as u32));
                list.iter().map(|s| s.index()).collect()
            })
            .collect();
        for list in next.iter_mut().filter(|l| l.is_empty()) {
            list.push(end);
        }
        let reachable: Vec<usize> = cfg.reverse_post_order().iter().map(|b| b.index()).collect();
        // Cycles without a way out: the last block in order gets one.
        loop {
            let order = backwards(&next, n, end);
            let lost = reachable.iter().rev().find(|b| !order.contains(b));
            let Some(b) = lost else { break };
            if let Some(list) = next.get_mut(*b) {
                list.push(end);
            }
        }
        let order = backwards(&next, n, end);
        let mut number = vec![usize::MAX; n + 1];
        for (i, b) in order.iter().enumerate() {
            number[*b] = i;
        }
        let idom = dominators(&next, &order, &number);
        let mut on = vec![Vec::new(); n];
        for &a in &reachable {
            let stop = idom[a];
            for &s in next.get(a).map_or(&[][..], Vec::as_slice) {
                let mut at = s;
                while at != stop && at != end && at < n {
                    let list: &mut Vec<BlockId> = &mut on[at];
                    let id = BlockId(a as u32);
                    if list.contains(&id) {
                        break;
                    }
                    list.push(id);
                    at = idom[at];
                }
            }
        }
        let behind = (0..n).map(|b| match idom[b] {
            x if x < n => Some(BlockId(x as u32)),
            _ => None,
        });
        Control {
            on,
            behind: behind.collect(),
        }
    }
}

/// Blocks from the end backwards, each before those that lead to it as far as
/// there are no cycles.
fn backwards(next: &[Vec<usize>], n: usize, end: usize) -> Vec<usize> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n + 1];
    for (b, list) in next.iter().enumerate() {
        for s in list {
            before[*s].push(b);
        }
    }
    let mut seen = vec![false; n + 1];
    let mut out = Vec::new();
    let mut work: Vec<(usize, usize)> = vec![(end, 0)];
    seen[end] = true;
    while let Some((b, i)) = work.pop() {
        match before[b].get(i) {
            Some(&p) => {
                work.push((b, i + 1));
                if !seen[p] {
                    seen[p] = true;
                    work.push((p, 0));
                }
            }
            None => out.push(b),
        }
    }
    out.reverse();
    out
}

/// Immediate post-dominators: Cooper, Harvey, Kennedy on the edges turned round.
fn dominators(next: &[Vec<usize>], order: &[usize], number: &[usize]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut idom = vec![NONE; number.len()];
    if let Some(end) = order.first() {
        idom[*end] = *end;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for &b in order.iter().skip(1) {
            let mut new = NONE;
            for &s in next.get(b).map_or(&[][..], Vec::as_slice) {
                if idom[s] == NONE {
                    continue;
                }
                if new == NONE {
                    new = s;
                    continue;
                }
                let (mut x, mut y) = (new, s);
                while x != y {
                    while number[x] > number[y] {
                        x = idom[x];
                    }
                    while number[y] > number[x] {
                        y = idom[y];
                    }
                }
                new = x;
            }
            if idom[b] != new {
                idom[b] = new;
                changed = true;
            }
        }
    }
    idom
}
