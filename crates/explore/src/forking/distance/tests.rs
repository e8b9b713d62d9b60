//! Distances on a small control flow graph with a call.

use super::*;
use ep_ir::text::parse;
use ep_term::Pool;

/// `main` calls `check` in its second block; both have a block that is far.
const TEXT: &str = r#"everypath-ir 1
pointers 64
file0 ""
file1 "a.c"
loc0 = file0 0 0
loc1 = file1 1 1
ty0 = void
func @f0 "main" (i1 %0) -> () ty0 loc1 {
  regs (i1)
bb0:
  branch %0, bb1, bb2
bb1:
  call @f1 (i1 %0) -> ()
  jump bb3
bb2:
  return ()
bb3:
  return ()
}
func @f1 "check" (i1 %0) -> () ty0 loc1 {
  regs (i1)
bb0:
  branch %0, bb1, bb2
bb1:
  jump bb3
bb2:
  return ()
bb3:
  return ()
}
"#;

/// `main` calls through a pointer: `one` and `two` have its type and their
/// addresses are used, `other` has another type, `lone` is never pointed to.
const TABLE: &str = r#"everypath-ir 1
pointers 64
file0 ""
file1 "a.c"
loc0 = file0 0 0
loc1 = file1 1 1
ty0 = void
func @f0 "main" (ptr %0, i1 %1) -> () ty0 loc1 {
  regs (ptr, i1)
bb0:
  %0 = copy @f1
  %0 = copy @f2
  %0 = copy @f3
  call indirect %0 (i1 %1) -> ()
  return ()
}
func @f1 "one" (i1 %0) -> () ty0 loc1 {
  regs (i1)
bb0:
  jump bb1
bb1:
  return ()
}
func @f2 "two" (i1 %0) -> () ty0 loc1 {
  regs (i1)
bb0:
  return ()
}
func @f3 "other" (ptr %0) -> () ty0 loc1 {
  regs (ptr)
bb0:
  return ()
}
func @f4 "lone" (i1 %0) -> () ty0 loc1 {
  regs (i1)
bb0:
  return ()
}
"#;

struct Graph {
    program: Program,
    coverage: Coverage,
    distances: Distances,
}

impl Graph {
    fn new() -> Self {
        Graph::of(TEXT)
    }

    fn of(text: &str) -> Self {
        let module = parse(text).expect("parses");
        let mut pool = Pool::new();
        let program = ep_machine::compile::compile_with_joins(module, &mut pool, |_| true, &[]);
        Graph {
            coverage: Coverage::new(&program),
            distances: Distances::new(&program),
            program,
        }
    }

    /// The piece that a block begins with.
    fn block(&self, function: usize, block: u32) -> u32 {
        self.distances.entry[(self.program.first_block[function] + block) as usize]
    }

    /// Covers all blocks but these.
    fn cover_all_but(&self, open: &[(usize, u32)]) {
        let open: Vec<u32> = open
            .iter()
            .map(|(f, b)| self.program.first_block[*f] + b)
            .collect();
        for b in (0..self.program.blocks).filter(|b| !open.contains(b)) {
            self.coverage.block(b);
        }
    }

    fn distance(&mut self, stack: &[u32]) -> u32 {
        let place = self.distances.number(Stack::from_slice(stack));
        self.distances.distance(place)
    }
}

#[test]
fn a_step_to_another_block_or_into_a_call_counts_one() {
    let mut g = Graph::new();
    g.cover_all_but(&[(1, 3)]);
    g.distances.refresh(&g.coverage);
    assert_eq!(g.distances.goals(), 1);
    let [main, calls, other] = [0, 1, 2].map(|b| g.block(0, b));
    let [check, jumps, goal] = [0, 1, 3].map(|b| g.block(1, b));
    assert_eq!(g.distance(&[goal]), 0);
    assert_eq!(g.distance(&[jumps]), 1);
    assert_eq!(g.distance(&[check]), 2);
    assert_eq!(g.distance(&[calls]), 3);
    assert_eq!(g.distance(&[main]), 4);
    assert_eq!(g.distance(&[other]), FAR);
}

#[test]
fn a_call_through_a_pointer_leads_to_each_function_of_its_type() {
    // One goal at a time: how far is it from `main`?
    for (goal, far) in [((1, 1), 2), ((2, 0), 1), ((3, 0), FAR), ((4, 0), FAR)] {
        let mut g = Graph::of(TABLE);
        g.cover_all_but(&[goal]);
        g.distances.refresh(&g.coverage);
        let main = g.block(0, 0);
        assert_eq!(g.distance(&[main]), far, "{goal:?}");
    }
}

#[test]
fn a_caller_stands_behind_its_call() {
    let mut g = Graph::new();
    g.cover_all_but(&[(1, 3), (0, 3)]);
    g.distances.refresh(&g.coverage);
    let behind = g.block(0, 1) + 1;
    let returns = g.block(1, 2);
    // Not the way through the callee again: the return, then the jump.
    assert_eq!(g.distance(&[behind]), 1);
    assert_eq!(g.distance(&[returns, behind]), RETURN + 1);
    assert_eq!(g.distance(&[returns]), FAR);
    // The callee has its own goal nearer.
    let check = g.block(1, 0);
    assert_eq!(g.distance(&[check, behind]), 2);
}

#[test]
fn a_goal_that_nobody_reaches_moves_away() {
    let mut g = Graph::new();
    g.cover_all_but(&[(1, 3), (0, 2)]);
    g.distances.refresh(&g.coverage);
    let (main, calls) = (g.block(0, 0), g.block(0, 1));
    assert_eq!(g.distance(&[main]), 1);
    let near = g.distances.number(Stack::from_slice(&[main]));
    let version = g.distances.version();
    for _ in 0..TRIED {
        assert_eq!(g.distances.version(), version);
        g.distances.chosen(near);
        g.distances.refresh(&g.coverage);
    }
    assert!(g.distances.version() > version);
    assert_eq!(g.distance(&[calls]), 3);
    assert_eq!(g.distance(&[main]), 4, "now the other goal is nearer");
}

#[test]
fn a_goal_that_is_covered_is_none() {
    let mut g = Graph::new();
    g.cover_all_but(&[(1, 3)]);
    g.distances.refresh(&g.coverage);
    let (main, found) = (g.block(0, 0), g.distances.found());
    g.coverage.block(g.program.first_block[1] + 3);
    let place = g.distances.number(Stack::from_slice(&[main]));
    for _ in 0..TRIED {
        g.distances.chosen(place);
        g.distances.refresh(&g.coverage);
    }
    assert_eq!((g.distances.goals(), g.distance(&[main])), (0, FAR));
    assert_eq!(g.distances.found(), found + 1);
}

#[test]
fn equal_stacks_are_one_place() {
    let mut g = Graph::new();
    let d = &mut g.distances;
    let a = d.number(Stack::from_slice(&[1, 2]));
    let b = d.number(Stack::from_slice(&[2, 1]));
    assert!(a != b && a != crate::forking::places::NOWHERE);
    assert_eq!(d.number(Stack::from_slice(&[1, 2])), a);
}
