//! The tree that is made from the decisions of the paths is the one that is
//! recorded while one worker runs: the same paths with the same lines, memory
//! and conditions, and the same ends. However many workers explored and however
//! often the run was stopped, it is the same to the last node.
//!
//! `EP_TREE_COUNT` sets the number of generated programs of each kind,
//! `EP_TREE_FIRST` the first seed.

mod common;

use common::listen::{Frames, Silent};
use common::properties::setting;
use common::random::Random;
use common::{computing_program, memory_program};
use ep_base::outcome::ErrorKind;
use ep_base::{Budget, Cancel};
use ep_explore::forking::journal::Restored;
use ep_explore::view::retrace;
use ep_explore::view::tree::{NodeKind, Tree};
use ep_explore::{explore, explore_with, CheckSet, Observer, Options};
use ep_ir::Module;

/// The operands of a commutative operator stand in the order in which they were
/// made, which differs: what is compared are the characters, not their order.
fn letters(of: &impl std::fmt::Debug) -> String {
    let mut all: Vec<char> = format!("{of:?}").chars().collect();
    all.sort_unstable();
    all.into_iter().collect()
}

/// Each path from the root to a leaf, as text.
fn paths(tree: &Tree) -> Vec<String> {
    let mut inner = vec![false; tree.nodes.len()];
    for n in &tree.nodes {
        if let Some(p) = n.parent {
            inner[p as usize] = true;
        }
    }
    let text = |i: usize| {
        let n = &tree.nodes[i];
        format!(
            "{:?} {}:{} {} {:?} {} {}",
            n.kind,
            n.file,
            n.line,
            n.function,
            n.outcome,
            letters(&n.variables),
            letters(&n.condition)
        )
    };
    let mut out = Vec::new();
    for leaf in (0..tree.nodes.len()).filter(|i| !inner[*i]) {
        let mut lines = vec![text(leaf)];
        let mut at = leaf;
        while let Some(p) = tree.nodes[at].parent {
            at = p as usize;
            lines.push(text(at));
        }
        lines.reverse();
        out.push(lines.join("\n"));
    }
    out.sort();
    out
}

fn recorded(module: &Module, options: &Options, budget: &Budget) -> Option<Tree> {
    let options = Options {
        tree: true,
        ..options.clone()
    };
    let done = explore(module, &options, budget, &mut Silent).expect("explore");
    let whole = done.outcome.stopped.is_none();
    done.tree.filter(|t| whole && !t.truncated)
}

fn retraced(module: &Module, options: &Options, run: &Restored) -> Tree {
    let made = retrace::tree(module, options, run, &Cancel::new(), None).expect("retrace");
    assert_eq!((made.lost, made.cut), (0, None));
    made.tree
}

fn explored(module: &Module, options: &Options, jobs: usize) -> Restored {
    let frames = Frames::default();
    let observers = (0..jobs).map(|_| Box::new(Silent) as Box<dyn Observer + Send>);
    explore_with(
        module,
        options,
        &Budget::default(),
        observers.collect(),
        Some(&frames),
        Restored::default(),
    )
    .expect("explore");
    frames.restored()
}

fn assert_same(a: &Tree, b: &Tree, what: &str) {
    let (a, b) = (paths(a), paths(b));
    for (x, y) in a.iter().zip(&b) {
        for (x, y) in x.lines().zip(y.lines()) {
            assert_eq!(x, y, "{what}");
        }
    }
    assert_eq!(a.len(), b.len(), "{what}");
}

const WRITTEN: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
  unsigned char n, code[4];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(code, sizeof code, "code");
  klee_assume(n < 4);
  char *m = malloc(n + 1), raw[4];
  for (int i = 0; i < n; i++) m[i] = code[i] & 3;
  if (n == 3 && n > 5) return 9;
  int d = depth(n);
  switch (code[0] & 7) {
  case 0: if (d > 2) abort(); break;
  case 1: d = 10 / (code[1] - 7); break;
  case 2: m[code[1] & 7] = 1; break;
  case 3: if (raw[code[1] & 3]) d = 2; break;
  case 4: klee_assume(n == 9); break;
  case 5: strcpy(m, "four"); break;
  default: if (code[2] > code[3]) d += code[2] % 3;
  }
  free(m);
  return d;
}
"#;

#[test]
fn a_retraced_tree_is_the_recorded_one() {
    let module = common::module(WRITTEN, &["main"]);
    let all = CheckSet::default_set();
    let few = all
        .with(ErrorKind::OutOfBoundsWrite, false)
        .with(ErrorKind::DivisionByZero, false);
    for checks in [all, few] {
        let options = Options {
            checks,
            ..Options::default()
        };
        let live = recorded(&module, &options, &Budget::default()).expect("a whole tree");
        let kinds = |k| live.nodes.iter().filter(|n| n.kind == k).count();
        let all = [NodeKind::Fork, NodeKind::Infeasible, NodeKind::End].map(kinds);
        assert!(all.iter().all(|n| *n > 5), "{all:?}");
        let one = retraced(&module, &options, &explored(&module, &options, 1));
        assert_same(&live, &one, "one worker");
        for jobs in [2, 4] {
            let more = retraced(&module, &options, &explored(&module, &options, jobs));
            assert_eq!(format!("{one:?}"), format!("{more:?}"), "{jobs} workers");
        }
    }
}

/// A run that is stopped again and again has the tree of one that is not, and
/// before its end the part of it that it has come to.
#[test]
fn the_tree_of_a_resumed_run_is_whole() {
    let module = common::module(WRITTEN, &["main"]);
    let options = Options::default();
    let one = retraced(&module, &options, &explored(&module, &options, 1));
    let all = paths(&one);
    let frames = Frames::default();
    for part in 1..400u64 {
        let budget = Budget {
            max_paths: Some(part * 7),
            ..Budget::default()
        };
        let observers: Vec<Box<dyn Observer + Send>> = vec![Box::new(Silent), Box::new(Silent)];
        let from = frames.restored();
        let done = explore_with(&module, &options, &budget, observers, Some(&frames), from)
            .expect("explore");
        let tree = retraced(&module, &options, &frames.restored());
        if done.outcome.stopped.is_none() {
            assert!(part > 3);
            assert_eq!(format!("{one:?}"), format!("{tree:?}"));
            return;
        }
        let ended: Vec<String> = paths(&tree)
            .into_iter()
            .filter(|p| p.contains("End") || p.contains("Error"))
            .collect();
        assert!(ended.len() as u64 >= part);
        for p in ended {
            assert!(all.contains(&p), "{p}");
        }
    }
    panic!("not finished");
}

#[test]
fn trees_of_generated_programs_agree() {
    let count = setting("EP_TREE_COUNT", 25);
    let first = setting("EP_TREE_FIRST", 0);
    let (mut compared, mut nodes) = (0, 0);
    for seed in first..first + count {
        let mut r = Random(seed ^ 0x7472_6565);
        for (source, _) in [
            computing_program::generate(&mut r),
            memory_program::generate(&mut r),
        ] {
            let module = common::module(&source, &["main"]);
            let options = Options::default();
            let budget = Budget {
                max_paths: Some(300),
                max_instructions: Some(3_000_000),
                ..Budget::default()
            };
            let Some(live) = recorded(&module, &options, &budget) else {
                continue;
            };
            let one = retraced(&module, &options, &explored(&module, &options, 2));
            assert_same(&live, &one, &format!("seed {seed}\n{source}"));
            compared += 1;
            nodes += live.nodes.len();
        }
    }
    println!("{compared} trees with {nodes} nodes");
    assert!(compared > count && nodes as u64 > 100 * count, "{compared}");
}
