//! In which order the blocks of a function are executed so that each state at
//! a join has all others that can still get there: a weak topological order.
//!
//! Idea: strongly connected components become one element that stands behind
//! all that leads into it and before all that it leads to; inside, without
//! the edges to its head, the same again. So loops, also those with several
//! entries, are nested intervals of positions. Source: F. Bourdoncle,
//! "Efficient chaotic iteration strategies with widenings", 1993. Cost: linear
//! in the edges times the nesting depth.

use crate::compile::for_each_operand;
use ep_base::entity::EntityId;
use ep_ir::analysis::Cfg;
use ep_ir::{Block, BlockId, Function, InstKind, LocId, Operand, Reg, Terminator};

/// A loop: the blocks at the positions from `first` to `last`.
#[derive(Clone, Debug)]
pub struct Component {
    /// Through which it is entered, or goes round.
    pub head: BlockId,
    pub first: u32,
    pub last: u32,
    /// Where the source has it.
    pub loc: LocId,
}

/// The order of one function.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Position of each block; `u32::MAX` when the entry does not reach it.
    pub position: Vec<u32>,
    pub loops: Vec<Component>,
    /// The loop that each block is the head of.
    pub head_of: Vec<Option<u32>>,
    /// For each block that can leave a loop: the loops that it can leave and
    /// also stay in.
    pub tests: Vec<Vec<u32>>,
    /// Blocks where states wait for each other.
    pub joins: Vec<bool>,
    /// Per block the registers that are read from its start on.
    pub live: Vec<Vec<bool>>,
}

enum Node {
    Vertex(BlockId),
    Component(BlockId, Vec<Node>),
}

struct Builder<'a> {
    cfg: &'a Cfg,
    number: Vec<u32>,
    next: u32,
    stack: Vec<BlockId>,
}

impl Builder<'_> {
    /// Appends to `partition` in reverse.
    fn visit(&mut self, v: BlockId, partition: &mut Vec<Node>) -> u32 {
        self.stack.push(v);
        self.next += 1;
        let own = self.next;
        self.number[v.index()] = own;
        let mut head = own;
        let mut cyclic = false;
        for i in 0..self.cfg.successors(v).len() {
            let s = self.cfg.successors(v)[i];
            let min = match self.number[s.index()] {
                0 => self.visit(s, partition),
                n => n,
            };
            if min <= head {
                head = min;
                cyclic = true;
            }
        }
        if head == own {
            self.number[v.index()] = u32::MAX;
            let mut e = self.stack.pop();
            if cyclic {
                while let Some(b) = e.filter(|b| *b != v) {
                    self.number[b.index()] = 0;
                    e = self.stack.pop();
                }
                let mut inside = Vec::new();
                for i in 0..self.cfg.successors(v).len() {
                    let s = self.cfg.successors(v)[i];
                    if self.number[s.index()] == 0 {
                        self.visit(s, &mut inside);
                    }
                }
                partition.push(Node::Component(v, inside));
            } else {
                partition.push(Node::Vertex(v));
            }
        }
        head
    }
}

impl Order {
    /// The order of a function with a body.
    pub fn new(f: &Function) -> Order {
        let n = f.blocks.len();
        if n == 0 {
            return Order::default();
        }
        let cfg = Cfg::new(f);
        let mut b = Builder {
            cfg: &cfg,
            number: vec![0; n],
            next: 0,
            stack: Vec::new(),
        };
        let mut top = Vec::new();
        b.visit(BlockId(0), &mut top);
        let mut order = Order {
            position: vec![u32::MAX; n],
            head_of: vec![None; n],
            tests: vec![Vec::new(); n],
            joins: vec![false; n],
            ..Order::default()
        };
        let mut next = 0;
        order.number(f, top, &mut next);
        order.find_tests(f, &cfg);
        order.find_joins(f, &cfg);
        order.live = liveness(f, &cfg, &order.joins);
        order
    }

    fn number(&mut self, f: &Function, nodes: Vec<Node>, next: &mut u32) {
        for node in nodes.into_iter().rev() {
            match node {
                Node::Vertex(b) => {
                    self.position[b.index()] = *next;
                    *next += 1;
                }
                Node::Component(b, inside) => {
                    let id = self.loops.len();
                    let first = *next;
                    self.position[b.index()] = first;
                    self.head_of[b.index()] = Some(id as u32);
                    self.loops.push(Component {
                        head: b,
                        first,
                        last: first,
                        loc: place(&f.blocks[b]),
                    });
                    *next += 1;
                    self.number(f, inside, next);
                    self.loops[id].last = *next - 1;
                }
            }
        }
    }

    /// Whether the block lies in the loop.
    pub fn inside(&self, l: u32, b: BlockId) -> bool {
        let l = &self.loops[l as usize];
        (l.first..=l.last).contains(&self.position[b.index()])
    }

    /// Ways that only lead to an abort or an error do not count: a loop with
    /// an assertion in it is not left by it.
    fn find_tests(&mut self, f: &Function, cfg: &Cfg) {
        let mut returns = vec![false; self.position.len()];
        let mut work: Vec<BlockId> = f
            .blocks
            .iter()
            .filter(|(_, b)| matches!(b.term, Terminator::Return(_)))
            .map(|(id, _)| id)
            .collect();
        while let Some(b) = work.pop() {
            if !std::mem::replace(&mut returns[b.index()], true) {
                work.extend_from_slice(cfg.predecessors(b));
            }
        }
        for b in 0..self.position.len() as u32 {
            let b = BlockId(b);
            if self.position[b.index()] == u32::MAX {
                continue;
            }
            for l in 0..self.loops.len() as u32 {
                if !self.inside(l, b) {
                    continue;
                }
                let after = cfg.successors(b);
                let stays = after.iter().any(|s| self.inside(l, *s));
                let leaves = after
                    .iter()
                    .any(|s| !self.inside(l, *s) && returns[s.index()]);
                if stays && leaves {
                    self.tests[b.index()].push(l);
                }
            }
        }
    }

    fn find_joins(&mut self, f: &Function, cfg: &Cfg) {
        for b in 0..self.position.len() as u32 {
            let b = BlockId(b);
            self.joins[b.index()] =
                cfg.predecessors(b).len() > 1 || self.head_of[b.index()].is_some();
        }
        for b in 0..self.position.len() {
            for s in cfg.successors(BlockId(b as u32)) {
                if self.tests[b].iter().any(|l| self.inside(*l, *s)) {
                    self.joins[s.index()] = true;
                }
            }
        }
        // Activations of a recursion are counted at its start.
        self.joins[0] |= f.blocks.iter().any(|(_, b)| {
            b.insts
                .iter()
                .any(|i| matches!(i.kind, InstKind::Call { .. }))
        });
    }
}

fn place(b: &Block) -> LocId {
    b.insts
        .iter()
        .map(|i| i.loc)
        .find(|l| *l != LocId(0))
        .unwrap_or(b.term_loc)
}

/// The registers that an instruction writes.
pub fn for_each_def(kind: &InstKind, see: &mut dyn FnMut(Reg)) {
    match kind {
        InstKind::Copy { dst, .. }
        | InstKind::Bin { dst, .. }
        | InstKind::Cmp { dst, .. }
        | InstKind::Cast { dst, .. }
        | InstKind::FloatBin { dst, .. }
        | InstKind::FloatUn { dst, .. }
        | InstKind::FloatCmp { dst, .. }
        | InstKind::Select { dst, .. }
        | InstKind::Load { dst, .. }
        | InstKind::Alloca { dst, .. }
        | InstKind::PtrAdd { dst, .. }
        | InstKind::ObjectSize { dst, .. }
        | InstKind::StackSave { dst }
        | InstKind::Freeze { dst, .. }
        | InstKind::AtomicRmw { dst, .. } => see(*dst),
        InstKind::CmpXchg { old, success, .. } => {
            see(*old);
            see(*success);
        }
        InstKind::Call { dsts, .. }
        | InstKind::Intrinsic { dsts, .. }
        | InstKind::Unsupported { dsts, .. } => dsts.iter().for_each(|d| see(*d)),
        InstKind::Store { .. }
        | InstKind::MemCopy { .. }
        | InstKind::MemSet { .. }
        | InstKind::Check { .. }
        | InstKind::Assume { .. }
        | InstKind::StackRestore { .. }
        | InstKind::Lifetime { .. }
        | InstKind::VaStart { .. }
        | InstKind::VaEnd { .. }
        | InstKind::VaCopy { .. } => {}
    }
}

/// The registers that a terminator reads.
fn reads(term: &Terminator, see: &mut dyn FnMut(&Operand)) {
    match term {
        Terminator::Branch { cond, .. } => see(cond),
        Terminator::Switch { value, .. } => see(value),
        Terminator::IndirectJump { target, .. } => see(target),
        Terminator::Return(vs) => vs.iter().for_each(see),
        Terminator::Jump(_) | Terminator::Unreachable | Terminator::Unsupported(_) => {}
    }
}

/// Live registers at the start of each block.
pub fn live_everywhere(f: &Function) -> Vec<Vec<bool>> {
    liveness(f, &Cfg::new(f), &vec![true; f.blocks.len()])
}

/// Registers that are read from instruction `at` of a block on (its terminator
/// stands behind the last), or that this instruction writes. What is live at
/// the start of each block is `everywhere`.
pub fn live_at(f: &Function, everywhere: &[Vec<bool>], block: BlockId, at: usize) -> Vec<bool> {
    let b = &f.blocks[block];
    let mut live = vec![false; f.regs.len()];
    for s in ep_ir::analysis::successors(&b.term) {
        for (here, there) in live.iter_mut().zip(&everywhere[s.index()]) {
            *here |= there;
        }
    }
    let read = |live: &mut [bool], o: &Operand| {
        if let Operand::Reg(x) = o {
            live[x.index()] = true;
        }
    };
    reads(&b.term, &mut |o| read(&mut live, o));
    // A comparison may be done where the branch on it is.
    let from = at.min(b.insts.len().saturating_sub(1));
    for (k, i) in b.insts.iter().enumerate().skip(from).rev() {
        for_each_def(&i.kind, &mut |x| live[x.index()] = k <= at);
        for_each_operand(&i.kind, &mut |o| read(&mut live, o));
    }
    live
}

/// Live registers at the starts of the blocks that are asked for, by the
/// backward data flow over 64-bit words.
fn liveness(f: &Function, cfg: &Cfg, wanted: &[bool]) -> Vec<Vec<bool>> {
    let (n, regs) = (f.blocks.len(), f.regs.len());
    let words = regs.div_ceil(64);
    let mut reads_of = vec![vec![0u64; words]; n];
    let mut writes_of = vec![vec![0u64; words]; n];
    for (id, b) in f.blocks.iter() {
        let (r, w) = (&mut reads_of[id.index()], &mut writes_of[id.index()]);
        for i in &b.insts {
            for_each_operand(&i.kind, &mut |o| {
                if let Operand::Reg(x) = o {
                    if w[x.index() / 64] & (1 << (x.index() % 64)) == 0 {
                        r[x.index() / 64] |= 1 << (x.index() % 64);
                    }
                }
            });
            for_each_def(&i.kind, &mut |x| {
                w[x.index() / 64] |= 1 << (x.index() % 64);
            });
        }
        reads(&b.term, &mut |o| {
            if let Operand::Reg(x) = o {
                if w[x.index() / 64] & (1 << (x.index() % 64)) == 0 {
                    r[x.index() / 64] |= 1 << (x.index() % 64);
                }
            }
        });
    }
    let mut live = reads_of;
    let mut changed = true;
    while changed {
        changed = false;
        for b in (0..n).rev() {
            for s in cfg.successors(BlockId(b as u32)).to_vec() {
                for w in 0..words {
                    let new = live[b][w] | (live[s.index()][w] & !writes_of[b][w]);
                    if new != live[b][w] {
                        live[b][w] = new;
                        changed = true;
                    }
                }
            }
        }
    }
    (0..n)
        .map(|b| {
            if !wanted[b] {
                return Vec::new();
            }
            (0..regs)
                .map(|r| live[b][r / 64] & (1 << (r % 64)) != 0)
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function of jumps and branches: successors per block.
    fn graph(edges: &[&[u32]]) -> Function {
        let mut f = Function {
            name: "f".into(),
            params: Vec::new(),
            rets: Vec::new(),
            variadic: false,
            noreturn: false,
            internal: false,
            blocks: ep_base::Arena::new(),
            regs: ep_base::Arena::new(),
            vars: ep_base::Arena::new(),
            ty: ep_ir::DebugTypeId(0),
            loc: LocId(0),
        };
        f.regs.push(ep_ir::Type::Int(1));
        for s in edges {
            let term = match s {
                [] => Terminator::Return(Vec::new()),
                [a] => Terminator::Jump(BlockId(*a)),
                [a, b, ..] => Terminator::Branch {
                    cond: Operand::Reg(Reg(0)),
                    then: BlockId(*a),
                    els: BlockId(*b),
                },
            };
            f.blocks.push(Block {
                insts: Vec::new(),
                term,
                term_loc: LocId(0),
                term_weight: 1,
            });
        }
        f
    }

    #[test]
    fn nested_loops_are_nested_intervals() {
        // 0 -> 1 (outer head) -> 2 (inner head) -> 3 -> 2; 2 -> 4 -> 1; 1 -> 5.
        let o = Order::new(&graph(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]));
        assert_eq!(o.loops.len(), 2);
        let outer = o.head_of[1].unwrap();
        let inner = o.head_of[2].unwrap();
        for b in 1..5 {
            assert!(o.inside(outer, BlockId(b)), "{b}");
        }
        assert!(!o.inside(outer, BlockId(5)));
        assert!(o.inside(inner, BlockId(3)) && !o.inside(inner, BlockId(4)));
        assert!(o.position[4] > o.position[3] && o.position[5] > o.position[4]);
        assert_eq!(o.tests[1], [outer]);
        assert_eq!(o.tests[2], [inner]);
        // Into the body, at both heads, and nowhere else.
        assert_eq!(o.joins[1..], [true, true, true, false, false]);
    }

    #[test]
    fn a_cycle_with_two_entries_is_one_loop() {
        let o = Order::new(&graph(&[&[1, 2], &[2, 3], &[1], &[]]));
        assert_eq!(o.loops.len(), 1);
        assert!(o.inside(0, BlockId(1)) && o.inside(0, BlockId(2)));
        assert!(o.position[3] > o.loops[0].last);
    }
}
