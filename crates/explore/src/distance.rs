//! How far each place is from the user's code that no path has covered yet: a
//! shortest-path search backwards over the control flow of all functions.
//!
//! A node is a piece of a block between calls, so that a frame that waits for
//! a callee stands behind its call: what that callee could cover does not
//! count for it again. The goals are uncovered blocks of the user's own
//! source; the models of the C library are ways, not goals. A goal that states
//! were often chosen for and that none has reached counts as farther away,
//! since many uncovered blocks cannot be reached at all.
//!
//! Source: the minimal distance to uncovered of KLEE (OSDI 2008), section 3.4;
//! the growing cost is ours. Cost: a heap search over the graph whenever 16
//! states were chosen (more in large programs), or coverage has grown, then at
//! most once in 512 questions.

use crate::code::{CallTarget, Op, Program};
use crate::coverage::Coverage;
use crate::state::State;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Distances of all pieces of blocks.
pub struct Distances {
    /// Where the pieces of each function start, as op indices.
    starts: Vec<Vec<u32>>,
    first_node: Vec<u32>,
    /// The piece that each block begins with.
    entry: Vec<u32>,
    /// Edges backwards: predecessors of each piece.
    before: Vec<Vec<u32>>,
    distance: Vec<u32>,
    /// The block that each distance leads to.
    goal: Vec<u32>,
    /// How often a state was chosen for each block.
    tries: Vec<u32>,
    tried: u32,
    epoch: u64,
    age: u32,
}

/// Unreachable from here.
const FAR: u32 = 1 << 24;
/// Questions between two computations.
const REFRESH: u32 = 512;
/// So many choices of states make distances be computed again.
const TRIED: u32 = 16;
/// In a large program more, so that this does not become the main work.
const NODES_PER_TRY: u32 = 1024;

impl Distances {
    /// The graph of a program; distances come with the first question.
    pub fn new(program: &Program) -> Self {
        let mut starts = Vec::with_capacity(program.code.len());
        let mut first_node = Vec::with_capacity(program.code.len());
        let mut nodes = 0u32;
        for code in &program.code {
            let mut list = code.block_start.clone();
            for (i, op) in code.ops.iter().enumerate() {
                if matches!(op, Op::Call { .. }) {
                    list.push(i as u32 + 1);
                }
            }
            list.sort_unstable();
            list.dedup();
            first_node.push(nodes);
            nodes += list.len() as u32;
            starts.push(list);
        }
        let mut d = Distances {
            starts,
            first_node,
            entry: vec![0; program.blocks as usize],
            before: vec![Vec::new(); nodes as usize],
            distance: Vec::new(),
            goal: Vec::new(),
            tries: vec![0; program.blocks as usize],
            tried: 0,
            epoch: u64::MAX,
            age: 0,
        };
        d.connect(program);
        d
    }

    fn connect(&mut self, program: &Program) {
        for (f, code) in program.code.iter().enumerate() {
            for (i, op) in code.ops.iter().enumerate() {
                let here = self.node(f, i as u32);
                let mut edge = |to: u32| self.before[to as usize].push(here);
                match *op {
                    Op::Block { block, .. } => self.entry[block as usize] = here,
                    Op::Jump { to } => {
                        let to = self.node(f, to);
                        self.before[to as usize].push(here);
                    }
                    Op::Branch { then, els, .. } | Op::CmpBranch { then, els, .. } => {
                        for to in [then, els] {
                            let to = self.node(f, to);
                            self.before[to as usize].push(here);
                        }
                    }
                    Op::Switch { table, .. } => {
                        let t = &code.switches[table as usize];
                        for to in t.cases.iter().map(|c| c.1).chain([t.default]) {
                            let to = self.node(f, to);
                            self.before[to as usize].push(here);
                        }
                    }
                    Op::Call { call } => {
                        if (i + 1) < code.ops.len() {
                            edge(here + 1);
                        }
                        if let CallTarget::Direct(g) = code.calls[call as usize].callee {
                            if program.code[g.0 as usize].has_body {
                                edge(self.first_node[g.0 as usize]);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The piece that holds an op.
    fn node(&self, function: usize, ip: u32) -> u32 {
        let n = self.starts[function].partition_point(|s| *s <= ip) as u32;
        self.first_node[function] + n.saturating_sub(1)
    }

    /// A score for a waiting state: larger is nearer to uncovered code.
    pub fn score(&mut self, coverage: &Coverage, st: &State) -> u64 {
        self.age += 1;
        let grown = self.epoch != coverage.epoch() && self.age > REFRESH;
        let enough = TRIED.max(self.before.len() as u32 / NODES_PER_TRY);
        if self.distance.is_empty() || grown || self.tried >= enough {
            self.compute(coverage);
        }
        let (best, _) = self.nearest(st);
        // Among equals a number that is as good as random, and always the same.
        let low = st.log.trace().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        u64::from(u32::MAX - best) << 32 | low
    }

    /// Notes that a state was chosen for what it is near to.
    pub fn chosen(&mut self, st: &State) {
        if let (_, Some(goal)) = self.nearest(st) {
            let t = &mut self.tries[goal as usize];
            *t = t.saturating_add(1);
            self.tried += 1;
        }
    }

    /// The distance from a state, through the returns of its frames, and the
    /// block that it leads to.
    fn nearest(&self, st: &State) -> (u32, Option<u32>) {
        let (mut best, mut goal) = (FAR, None);
        let mut extra = 0;
        let mut frame = Some(&st.top);
        let mut levels = 0;
        while let Some(f) = frame {
            let node = self.node(f.func.0 as usize, f.ip) as usize;
            let d = self.distance.get(node).copied().unwrap_or(FAR);
            if d.saturating_add(extra) < best {
                best = d + extra;
                goal = self.goal.get(node).copied();
            }
            extra += 4;
            levels += 1;
            if best < extra || levels > 16 {
                break;
            }
            frame = f.caller.as_deref();
        }
        (best, goal)
    }

    fn compute(&mut self, coverage: &Coverage) {
        self.epoch = coverage.epoch();
        self.age = 0;
        self.tried = 0;
        self.distance = vec![FAR; self.before.len()];
        self.goal = vec![0; self.before.len()];
        let mut heap = BinaryHeap::new();
        for b in 0..self.entry.len() {
            if coverage.is_own(b) && !coverage.is_covered(b) {
                let node = self.entry[b];
                let d = self.tries[b];
                self.distance[node as usize] = d;
                self.goal[node as usize] = b as u32;
                heap.push(Reverse((d, node)));
            }
        }
        while let Some(Reverse((d, node))) = heap.pop() {
            if d > self.distance[node as usize] {
                continue;
            }
            for &p in &self.before[node as usize] {
                if self.distance[p as usize] > d + 1 {
                    self.distance[p as usize] = d + 1;
                    self.goal[p as usize] = self.goal[node as usize];
                    heap.push(Reverse((d + 1, p)));
                }
            }
        }
    }
}
