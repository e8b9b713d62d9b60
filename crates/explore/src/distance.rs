//! How far each block is from code that no path has covered yet: a breadth
//! first search backwards over the control flow of all functions, calls
//! included. Recomputed when coverage has grown, at most now and then.

use crate::code::{CallTarget, Op, Program};
use crate::coverage::Coverage;
use crate::state::State;

/// Distances of all blocks.
pub struct Distances {
    distance: Vec<u32>,
    /// Edges backwards: predecessors of each block.
    before: Vec<Vec<u32>>,
    epoch: u64,
    age: u32,
}

/// Unreachable from here.
const FAR: u32 = 1 << 24;
/// Questions between two computations.
const REFRESH: u32 = 512;

impl Distances {
    /// The graph of a program; distances come with the first question.
    pub fn new(program: &Program) -> Self {
        let mut before = vec![Vec::new(); program.blocks as usize];
        for (f, code) in program.code.iter().enumerate() {
            let first = program.first_block[f];
            let block_of =
                |ip: u32| first + code.block_start.partition_point(|s| *s <= ip) as u32 - 1;
            let mut here = first;
            for op in &code.ops {
                let mut edge = |to: u32| before[to as usize].push(here);
                match *op {
                    Op::Block { block, .. } => here = block,
                    Op::Jump { to } => edge(block_of(to)),
                    Op::Branch { then, els, .. } | Op::CmpBranch { then, els, .. } => {
                        edge(block_of(then));
                        edge(block_of(els));
                    }
                    Op::Switch { table, .. } => {
                        let t = &code.switches[table as usize];
                        t.cases.iter().for_each(|c| edge(block_of(c.1)));
                        edge(block_of(t.default));
                    }
                    Op::Call { call } => {
                        if let CallTarget::Direct(g) = code.calls[call as usize].callee {
                            if program.code[g.0 as usize].has_body {
                                edge(program.first_block[g.0 as usize]);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        Distances {
            distance: Vec::new(),
            before,
            epoch: u64::MAX,
            age: 0,
        }
    }

    /// A score for a waiting state: larger is nearer to uncovered code.
    pub fn score(&mut self, program: &Program, coverage: &Coverage, st: &State) -> u64 {
        self.age += 1;
        if self.distance.is_empty() || (self.epoch != coverage.epoch() && self.age > REFRESH) {
            self.compute(coverage);
        }
        let mut best = FAR;
        let mut extra = 0;
        let mut frame = Some(&st.top);
        let mut levels = 0;
        while let Some(f) = frame {
            let code = &program.code[f.func.0 as usize];
            let n = code.block_start.partition_point(|s| *s <= f.ip);
            let block = program.first_block[f.func.0 as usize] as usize + n.saturating_sub(1);
            let d = self.distance.get(block).copied().unwrap_or(FAR);
            best = best.min(d.saturating_add(extra));
            extra += 4;
            levels += 1;
            if best < extra || levels > 16 {
                break;
            }
            frame = f.caller.as_deref();
        }
        u64::from(u32::MAX - best) << 32 | u64::from(u32::MAX - st.depth)
    }

    fn compute(&mut self, coverage: &Coverage) {
        self.epoch = coverage.epoch();
        self.age = 0;
        self.distance = vec![FAR; self.before.len()];
        let mut queue: std::collections::VecDeque<u32> = std::collections::VecDeque::new();
        for b in 0..self.before.len() {
            if !coverage.is_covered(b) {
                self.distance[b] = 0;
                queue.push_back(b as u32);
            }
        }
        while let Some(b) = queue.pop_front() {
            let d = self.distance[b as usize] + 1;
            for &p in &self.before[b as usize] {
                if self.distance[p as usize] > d {
                    self.distance[p as usize] = d;
                    queue.push_back(p);
                }
            }
        }
    }
}
