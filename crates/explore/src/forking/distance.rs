//! How far each place is from the user's code that no path has covered yet: a
//! shortest-path search backwards over the control flow of all functions.
//!
//! A node is a piece of a block between calls, so that a frame that waits for
//! a callee stands behind its call: what that callee could cover does not
//! count for it again. The goals are uncovered blocks of the user's own
//! source; the models of the C library are ways, not goals. A goal that states
//! were often chosen for and that none has reached counts as farther away,
//! since many uncovered blocks cannot be reached at all. A call through a pointer
//! leads to each function of its type whose address is used somewhere.
//!
//! States that stand at the same points with the same callers are at one
//! place, which has a number ([`crate::forking::places`]).
//!
//! Source: the minimal distance to uncovered of KLEE (OSDI 2008), section 3.4;
//! the growing cost is ours. Cost: a search over the graph with a bucket for
//! each distance whenever 16 states were chosen (more in large programs), or a
//! quarter of that where coverage has grown.

use crate::forking::driver::State;
use crate::forking::places::Guide;
use ep_ir::analysis::addresses_taken;
use ep_ir::{FuncId, Module};
use ep_machine::code::{CallSite, CallTarget, Op, Program};
use ep_machine::coverage::Coverage;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Distances of all pieces of blocks.
pub struct Distances {
    /// The piece that holds each op, by function.
    nodes: Vec<Vec<u32>>,
    /// The piece that each block begins with.
    entry: Vec<u32>,
    /// Edges backwards: predecessors of each piece.
    before: Vec<Vec<u32>>,
    distance: Vec<u32>,
    /// The block that each distance leads to.
    goal: Vec<u32>,
    /// How often a state was chosen for each block.
    tries: Vec<u32>,
    /// States that were chosen since the distances were computed.
    tried: u32,
    epoch: u64,
    /// How often distances were computed.
    version: u64,
    goals: u32,
    found: u64,
    /// The pieces on the stack of a state, innermost first.
    stacks: Vec<Stack>,
    places: FxHashMap<Stack, u32>,
}

/// Pieces of blocks, innermost first.
type Stack = SmallVec<[u32; 6]>;

/// Unreachable from here.
const FAR: u32 = 1 << 24;
/// Frames that are looked at.
const LEVELS: usize = 17;
/// What a return costs.
const RETURN: u32 = 4;
/// So many choices of states make distances be computed again.
const TRIED: u32 = 16;
/// In a large program more, so that this does not become the main work.
const NODES_PER_TRY: u32 = 1024;
/// The same where states wait at many places, which are ordered again.
const PLACES_PER_TRY: u32 = 16;

impl Distances {
    /// The graph of a program; distances come with the first question.
    pub fn new(program: &Program) -> Self {
        let mut nodes = Vec::with_capacity(program.code.len());
        let mut count = 0u32;
        for code in &program.code {
            let mut list = Vec::with_capacity(code.ops.len());
            let mut starts = code.block_start.iter().copied().peekable();
            let mut called = true;
            for (i, op) in code.ops.iter().enumerate() {
                let mut starts_here = called;
                while starts.next_if(|s| *s as usize <= i).is_some() {
                    starts_here = true;
                }
                count += u32::from(starts_here);
                called = matches!(op, Op::Call { .. });
                list.push(count - 1);
            }
            nodes.push(list);
        }
        let mut d = Distances {
            nodes,
            entry: vec![0; program.blocks as usize],
            before: vec![Vec::new(); count as usize],
            distance: Vec::new(),
            goal: Vec::new(),
            tries: vec![0; program.blocks as usize],
            tried: 0,
            epoch: u64::MAX,
            version: 0,
            goals: 0,
            found: 0,
            stacks: vec![Stack::new()],
            places: FxHashMap::default(),
        };
        d.connect(program);
        d
    }

    fn connect(&mut self, program: &Program) {
        let taken = addresses_taken(&program.module);
        for (f, code) in program.code.iter().enumerate() {
            for (i, op) in code.ops.iter().enumerate() {
                let here = self.node(f, i as u32);
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
                            self.before[here as usize + 1].push(here);
                        }
                        let site = &code.calls[call as usize];
                        match site.callee {
                            CallTarget::Direct(g) => self.calls(program, here, g),
                            CallTarget::Indirect(_) => taken
                                .iter()
                                .filter(|g| may_be_called(&program.module, site, **g))
                                .for_each(|g| self.calls(program, here, *g)),
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// An edge from a piece that ends in a call to what is called.
    fn calls(&mut self, program: &Program, here: u32, callee: FuncId) {
        if program.code[callee.0 as usize].has_body {
            let to = self.node(callee.0 as usize, 0);
            self.before[to as usize].push(here);
        }
    }

    /// The piece that holds an op.
    fn node(&self, function: usize, ip: u32) -> u32 {
        let list = &self.nodes[function];
        let at = list.get(ip as usize).or(list.last());
        at.copied().unwrap_or(0)
    }

    /// The number of the place where a state waits.
    pub fn place(&mut self, st: &State) -> u32 {
        let mut stack = Stack::new();
        let mut frame = Some(&st.top);
        while let Some(f) = frame {
            if stack.len() == LEVELS {
                break;
            }
            stack.push(self.node(f.func.0 as usize, f.ip));
            frame = f.caller.as_deref();
        }
        self.number(stack)
    }

    fn number(&mut self, stack: Stack) -> u32 {
        if let Some(n) = self.places.get(&stack) {
            return *n;
        }
        let n = self.stacks.len() as u32;
        self.stacks.push(stack.clone());
        self.places.insert(stack, n);
        n
    }

    /// Computes the distances again if that is due.
    pub fn refresh(&mut self, coverage: &Coverage) {
        self.found = coverage.found();
        let places = self.stacks.len() as u32 / PLACES_PER_TRY;
        let enough = TRIED
            .max(self.before.len() as u32 / NODES_PER_TRY)
            .max(places);
        let grown = self.epoch != coverage.epoch() && self.tried >= enough / 4;
        if self.version == 0 || grown || self.tried >= enough {
            self.compute(coverage);
        }
    }

    /// Notes that a state was chosen for what its place is near to.
    pub fn chosen(&mut self, place: u32) {
        self.tried += 1;
        if let (_, Some(goal)) = self.nearest(place) {
            let t = &mut self.tries[goal as usize];
            *t = t.saturating_add(1);
        }
    }

    /// The distance from a place, through the returns of its frames, and the
    /// block that it leads to.
    fn nearest(&self, place: u32) -> (u32, Option<u32>) {
        let (mut best, mut goal) = (FAR, None);
        let mut extra = 0;
        for &node in &self.stacks[place as usize] {
            let node = node as usize;
            let d = self.distance.get(node).copied().unwrap_or(FAR);
            if d.saturating_add(extra) < best {
                best = d + extra;
                goal = self.goal.get(node).copied();
            }
            extra += RETURN;
            if best < extra {
                break;
            }
        }
        (best, goal)
    }

    fn compute(&mut self, coverage: &Coverage) {
        self.epoch = coverage.epoch();
        self.version += 1;
        self.tried = 0;
        self.distance.clear();
        self.distance.resize(self.before.len(), FAR);
        self.goal.resize(self.before.len(), 0);
        let mut goals: Vec<(u32, u32)> = (0..self.entry.len())
            .filter(|b| coverage.is_own(*b) && !coverage.is_covered(*b))
            .map(|b| (self.tries[b], b as u32))
            .collect();
        self.goals = goals.len() as u32;
        // The nearest last; all edges have the same length.
        goals.sort_unstable_by_key(|g| Reverse(*g));
        let (mut now, mut next): (Vec<u32>, Vec<u32>) = Default::default();
        let mut d = 0;
        loop {
            if let (true, Some(first)) = (now.is_empty(), goals.last()) {
                d = first.0;
            }
            while goals.last().is_some_and(|g| g.0 == d) {
                let Some((_, goal)) = goals.pop() else { break };
                let node = self.entry[goal as usize];
                if self.distance[node as usize] > d {
                    self.distance[node as usize] = d;
                    self.goal[node as usize] = goal;
                    now.push(node);
                }
            }
            if now.is_empty() {
                break;
            }
            d += 1;
            for node in now.drain(..) {
                let goal = self.goal[node as usize];
                for &p in &self.before[node as usize] {
                    if self.distance[p as usize] > d {
                        self.distance[p as usize] = d;
                        self.goal[p as usize] = goal;
                        next.push(p);
                    }
                }
            }
            std::mem::swap(&mut now, &mut next);
        }
    }
}

/// Whether a call through a pointer fits a function. Which one the pointer
/// holds is known only when a path is there: a table of functions of one type
/// looks like a way to each of them.
fn may_be_called(module: &Module, site: &CallSite, callee: FuncId) -> bool {
    let f = &module.functions[callee];
    let given = site.args.iter().map(|a| a.ty);
    let wanted = f.params.iter().map(|p| p.ty);
    let fits = match f.variadic {
        true => given.take(f.params.len()).eq(wanted),
        false => given.eq(wanted),
    };
    fits && site.rets == f.rets
}

impl Guide for Distances {
    fn version(&self) -> u64 {
        self.version
    }
    fn distance(&self, place: u32) -> u32 {
        self.nearest(place).0
    }
    fn goals(&self) -> u32 {
        self.goals
    }
    fn found(&self) -> u64 {
        self.found
    }
}

#[cfg(test)]
mod tests;
