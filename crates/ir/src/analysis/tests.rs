use super::*;
use crate::{Block, BlockId, Function, LocId, Operand, Reg, Terminator};
use crate::{DebugTypeId, SwitchCase, Type};
use ep_base::Arena;
use proptest::prelude::*;

/// A function with these edges; no target means return.
fn graph(edges: &[Vec<u32>]) -> Function {
    let mut blocks = Arena::new();
    for targets in edges {
        let term = match targets.as_slice() {
            [] => Terminator::Return(vec![]),
            [a] => Terminator::Jump(BlockId(*a)),
            [a, b] => Terminator::Branch {
                cond: Operand::Undef,
                then: BlockId(*a),
                els: BlockId(*b),
            },
            [first, rest @ ..] => Terminator::Switch {
                value: Operand::Undef,
                ty: Type::Int(32),
                cases: rest
                    .iter()
                    .enumerate()
                    .map(|(i, t)| SwitchCase {
                        value: i as u128,
                        target: BlockId(*t),
                        counter: None,
                    })
                    .collect(),
                default: BlockId(*first),
            },
        };
        blocks.push(Block {
            insts: vec![],
            term,
            term_loc: LocId(0),
            term_weight: 1,
        });
    }
    Function {
        name: "f".into(),
        params: vec![],
        rets: vec![],
        variadic: false,
        noreturn: false,
        internal: false,
        blocks,
        regs: Arena::new(),
        vars: Arena::new(),
        ty: DebugTypeId(0),
        loc: LocId(0),
    }
}

/// What is reachable from `from` without entering `without`.
fn reach(edges: &[Vec<u32>], from: u32, without: Option<u32>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut work = vec![from];
    while let Some(b) = work.pop() {
        if Some(b) == without || std::mem::replace(&mut seen[b as usize], true) {
            continue;
        }
        work.extend(&edges[b as usize]);
    }
    seen
}

/// Whether some exit is reachable from `from` without entering `without`.
fn escapes(edges: &[Vec<u32>], from: u32, without: Option<u32>) -> bool {
    let seen = reach(edges, from, without);
    (0..edges.len()).any(|i| seen[i] && edges[i].is_empty())
}

fn graphs() -> impl Strategy<Value = Vec<Vec<u32>>> {
    (1usize..9)
        .prop_flat_map(|n| prop::collection::vec(prop::collection::vec(0..n as u32, 0..4), n..=n))
}

proptest! {
    #[test]
    fn dominance_agrees_with_its_definition(edges in graphs()) {
        let f = graph(&edges);
        let cfg = Cfg::new(&f);
        let (dom, post) = (Dominators::new(&cfg), PostDominators::new(&cfg));
        let n = edges.len() as u32;
        let all = reach(&edges, 0, None);
        for b in 0..n {
            prop_assert_eq!(cfg.position(BlockId(b)).is_some(), all[b as usize]);
            let out = escapes(&edges, b, None);
            prop_assert_eq!(post.leaves(BlockId(b)), out);
            for a in 0..n {
                let want = all[a as usize] && all[b as usize] && !reach(&edges, 0, Some(a))[b as usize];
                prop_assert_eq!(dom.dominates(BlockId(a), BlockId(b)), want, "{} dom {}", a, b);
                let want = out && !escapes(&edges, b, Some(a));
                prop_assert_eq!(post.post_dominates(BlockId(a), BlockId(b)), want, "{} pdom {}", a, b);
            }
        }
    }

    #[test]
    fn loops_are_what_reaches_a_back_edge(edges in graphs()) {
        let f = graph(&edges);
        let cfg = Cfg::new(&f);
        let dom = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dom);
        let mut headers = Vec::new();
        for (id, l) in loops.loops.iter() {
            headers.push(l.header);
            for &b in &l.blocks {
                prop_assert!(dom.dominates(l.header, b));
                // Each block reaches the header again inside the loop.
                prop_assert!(cfg.successors(b).iter().any(|s| l.contains(*s)));
            }
            for &e in &l.exits {
                prop_assert!(!l.contains(e));
            }
            if let Some(p) = l.parent {
                prop_assert!(p < id);
                for &b in &l.blocks {
                    prop_assert!(loops.loops[p].contains(b));
                }
            }
        }
        for &b in cfg.reverse_post_order() {
            let inside = loops.loops.iter().filter(|(_, l)| l.contains(b)).count();
            prop_assert_eq!(loops.depth(b) as usize, inside);
            let back = cfg.predecessors(b).iter().any(|p| dom.dominates(b, *p));
            prop_assert_eq!(headers.contains(&b), back);
        }
    }
}

#[test]
fn nested_loops_and_an_irreducible_cycle() {
    // 0 -> 1 (outer header) -> 2 (inner header) -> 3 -> 2 | 4 -> 1 | 5
    let f = graph(&[vec![1], vec![2, 5], vec![3, 4], vec![2], vec![1], vec![]]);
    let cfg = Cfg::new(&f);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    assert_eq!(loops.loops.len(), 2);
    assert_eq!(loops.depth(BlockId(3)), 2);
    assert_eq!(loops.depth(BlockId(4)), 1);
    assert_eq!(loops.depth(BlockId(5)), 0);
    assert_eq!(loops.loops[LoopId(0)].exits, [BlockId(5)]);
    assert!(loops.irreducible.is_empty());
    // 0 -> 1, 2; 1 <-> 2
    let f = graph(&[vec![1, 2], vec![2], vec![1, 3], vec![]]);
    let cfg = Cfg::new(&f);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    assert!(loops.loops.is_empty());
    assert_eq!(loops.irreducible.len(), 1);
}

/// r1 = r0; r2 = r1; return r2: what is live before each of them.
#[test]
fn liveness_inside_a_block_is_that_behind_what_was_done() {
    let mut f = graph(&[vec![1], vec![]]);
    (0..4).for_each(|_| {
        f.regs.push(Type::Int(32));
    });
    let copy = |dst: u32, src: u32| crate::Inst {
        kind: crate::InstKind::Copy {
            dst: Reg(dst),
            src: Operand::Reg(Reg(src)),
        },
        loc: LocId(0),
        weight: 1,
    };
    f.blocks[BlockId(1)].insts = vec![copy(1, 0), copy(2, 1)];
    f.blocks[BlockId(1)].term = Terminator::Return(vec![Operand::Reg(Reg(2))]);
    let live = Live::new(&f, &Cfg::new(&f));
    let before = |b, at| live.before(&f, BlockId(b), at);
    let n = f.regs.len();
    let only = |r: usize| (0..n).map(|i| i == r).collect::<Vec<_>>();
    assert_eq!(before(1, 0), only(0));
    assert_eq!(before(1, 1), only(1));
    assert_eq!(before(1, 2), only(2));
    assert_eq!(before(0, 0), only(0), "what the next block reads");
    assert_eq!(live.flags(&f, BlockId(1)), only(0));
}
