//! In which order the blocks of a function are executed so that each state at
//! a join has all others that can still get there: a weak topological order.
//!
//! Idea: strongly connected components become one element that stands behind
//! all that leads into it and before all that it leads to; inside, without
//! the edges to its head, the same again. So loops, also those with several
//! entries, are nested intervals of positions. Source: F. Bourdoncle,
//! "Efficient chaotic iteration strategies with widenings", 1993. Cost: linear
//! in the edges times the nesting depth.

use super::{Cfg, Live};
use crate::{Block, BlockId, Function, InstKind, LocId, Terminator};
use ep_base::entity::EntityId;

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
    /// Per join the registers that are read from its start on.
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
        let live = Live::new(f, &cfg);
        let at = |(b, join): (usize, &bool)| match join {
            true => live.flags(f, BlockId(b as u32)),
            false => Vec::new(),
        };
        order.live = order.joins.iter().enumerate().map(at).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operand, Reg};

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
            ty: crate::DebugTypeId(0),
            loc: LocId(0),
        };
        f.regs.push(crate::Type::Int(1));
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
