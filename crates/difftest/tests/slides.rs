//! The trees of document 003, pages 3-6 (`sum`), 34-45 (`foo`) and 46-61
//! (`power`), with integers as mathematical ones as the slides take them. Path
//! conditions and results are compared by the solver, not by their text.

mod common;

use ep_base::outcome::{Bug, PathEnd, Statistics, TestCase};
use ep_base::{Budget, Diagnostic};
use ep_explore::view::tree::{NodeKind, Tree};
use ep_explore::{explore, Arith, Entry, Observer, Options, PathView};
use ep_smt::{Answer, Pipeline, SmtOptions};
use ep_term::{Pool, TermId, VarId};

const SOURCE: &str = "
int __VERIFIER_nondet_int(void);
int sum(int a, int b, int c) {
  int x = a + b;
  int y = b + c;
  int z = x + y - b;
  return z;
}
int foo(int x, int y) {
  if (x>y) {
    y = x;
  }
  y = y-x;
  if (y>7) {
    x = __VERIFIER_nondet_int();
  }
  return x+y;
}
int power(int x) {
  int z = 1;
  while (x>0) {
    x = x-1;
    z = 2*z;
  }
  return z;
}
";

#[derive(Default)]
struct Leaves {
    /// Condition and input variables of each finished path.
    paths: Vec<(Vec<TermId>, Vec<VarId>, PathEnd)>,
    pool: Option<Pool>,
}

impl Observer for Leaves {
    fn test(&mut self, _: &TestCase) -> Result<(), Diagnostic> {
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
    fn path(&mut self, p: &PathView<'_>) {
        let vars = p
            .inputs
            .iter()
            .flat_map(|i| i.leaves.iter().map(|l| l.var))
            .collect();
        self.paths
            .push((p.condition.conjuncts().collect(), vars, p.end.clone()));
    }
    fn done(&mut self, pool: Pool) {
        self.pool = Some(pool);
    }
}

fn run(entry: &str, arith: Arith, max_depth: Option<u64>) -> (Leaves, Tree) {
    let module = common::module(SOURCE, &[entry]);
    let options = Options {
        entry: Entry::Function {
            name: entry.into(),
            heap: ep_explore::HeapLimits {
                buffer: 1,
                ..Default::default()
            },
        },
        arith,
        tree: true,
        max_depth,
        ..Options::default()
    };
    let mut leaves = Leaves::default();
    let e = explore(&module, &options, &Budget::default(), &mut leaves).expect("explore");
    (leaves, e.tree.expect("tree"))
}

/// Both terms are equal on all integers.
fn equivalent(pool: &mut Pool, a: TermId, b: TermId) -> bool {
    let differ = pool.ne(a, b);
    let mut smt = Pipeline::new(SmtOptions::default());
    matches!(smt.check(pool, &[differ]), Answer::Unsat { .. })
}

fn conjunction(pool: &mut Pool, ts: &[TermId]) -> TermId {
    let mut all = pool.tru();
    for t in ts {
        all = pool.and(all, *t);
    }
    all
}

fn leaf_results(tree: &Tree) -> Vec<String> {
    tree.nodes
        .iter()
        .filter(|n| n.kind == NodeKind::End)
        .filter_map(|n| {
            n.variables
                .iter()
                .find(|v| v.0 == "return")
                .map(|v| v.1.clone())
        })
        .collect()
}

#[test]
fn sum_has_one_path_and_returns_the_sum() {
    let (leaves, tree) = run("sum", Arith::Math, None);
    assert_eq!(leaves.paths.len(), 1);
    assert!(leaves.paths[0].0.is_empty(), "no condition");
    let result = leaf_results(&tree);
    assert_eq!(result.len(), 1);
    let mut parts: Vec<&str> = result[0].split(" + ").collect();
    parts.sort_unstable();
    assert_eq!(parts, ["a", "b", "c"]);
}

#[test]
fn foo_has_the_three_leaves_of_the_slide() {
    let (leaves, tree) = run("foo", Arith::Math, None);
    assert_eq!(leaves.paths.len(), 3);
    let mut pool = leaves.pool.expect("pool");
    let vars = &leaves
        .paths
        .iter()
        .max_by_key(|p| p.1.len())
        .expect("a path")
        .1;
    let (a, b) = (pool.var_term(vars[0]), pool.var_term(vars[1]));
    // Page 45: α > β; α + 7 < β; α ≤ β ≤ α + 7.
    let seven = pool.int_i128(7);
    let a7 = pool.int_add(a, seven);
    let first = pool.int_lt(b, a);
    let second = pool.int_lt(a7, b);
    let (low, high) = (pool.int_le(a, b), pool.int_le(b, a7));
    let third = pool.and(low, high);
    for (name, expected) in [
        ("α > β", first),
        ("α + 7 < β", second),
        ("α ≤ β ≤ α + 7", third),
    ] {
        let matching = leaves
            .paths
            .iter()
            .filter(|p| {
                let c = conjunction(&mut pool, &p.0);
                equivalent(&mut pool, c, expected)
            })
            .count();
        assert_eq!(matching, 1, "leaf with {name}");
    }
    // Results α, γ + β − α and β; γ is the third input.
    let mut results = leaf_results(&tree);
    results.sort();
    assert_eq!(results.len(), 3);
    assert!(
        results.contains(&"x".to_string()) && results.contains(&"y".to_string()),
        "{results:?}"
    );
    let third = results
        .iter()
        .find(|r| *r != "x" && *r != "y")
        .expect("third");
    assert!(
        third.contains("-x") && third.contains("y") && third.contains("int"),
        "{third}"
    );
    // Memory at line 14 (`if (y>7)`, line 6 of the slide): y is 0 where α > β
    // and β − α where α ≤ β.
    let at: Vec<&str> = tree
        .nodes
        .iter()
        .filter(|n| n.line == 14)
        .filter_map(|n| {
            n.variables
                .iter()
                .find(|v| v.0 == "y")
                .map(|v| v.1.as_str())
        })
        .collect();
    assert!(at.contains(&"0") && at.contains(&"-x + y"), "{at:?}");
}

#[test]
fn power_unfolds_as_on_the_slide() {
    let (leaves, tree) = run("power", Arith::Math, Some(4));
    let mut pool = leaves.pool.expect("pool");
    let x = pool.var_term(leaves.paths[0].1[0]);
    // α ≤ 0, α = 1, α = 2, α = 3 with results 1, 2, 4, 8; then the limit.
    for k in 0..4i128 {
        let n = pool.int_i128(k);
        let expected = if k == 0 {
            pool.int_le(x, n)
        } else {
            pool.eq(x, n)
        };
        let found = leaves.paths.iter().any(|p| {
            let c = conjunction(&mut pool, &p.0);
            matches!(p.2, PathEnd::Exit { status: Some(s) } if s == 1 << k)
                && equivalent(&mut pool, c, expected)
        });
        assert!(found, "leaf {k}");
    }
    assert!(
        leaves.paths.iter().any(|p| p.2 == PathEnd::Depth),
        "the tree is infinite"
    );
    let mut results = leaf_results(&tree);
    results.sort();
    assert_eq!(results, ["1", "2", "4", "8"]);
}

#[test]
fn machine_integers_add_overflow_leaves() {
    let (math, _) = run("foo", Arith::Math, None);
    let (bits, _) = run("foo", Arith::Bits, None);
    assert!(math
        .paths
        .iter()
        .all(|p| matches!(p.2, PathEnd::Exit { .. })));
    let errors = bits
        .paths
        .iter()
        .filter(|p| matches!(p.2, PathEnd::Error { .. }))
        .count();
    assert!(errors >= 1, "y - x overflows");
    assert!(bits.paths.len() > math.paths.len());
}
