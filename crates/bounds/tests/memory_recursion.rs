//! Recursions that allocate, by the shape of the program alone: what needs no
//! depth, what a measure of the arguments bounds, and what has no bound. Each
//! number is worked out by hand; a bound below it is a wrong one.

#[path = "support/heap.rs"]
mod heap;

use ep_base::memory::{name_of, Bound, HeapResult};
use heap::{by_shape, heap};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

fn shape(source: &str) -> HeapResult {
    shape_with(source, &[])
}

/// With depths that the user says.
fn shape_with(source: &str, depths: &[(&str, u64)]) -> HeapResult {
    heap(&format!("#include <stdlib.h>\n{source}"), |o| {
        by_shape(o);
        o.depths = depths.iter().map(|(f, n)| (f.to_string(), *n)).collect();
    })
}

/// The greatest value of the bound; none where it is unknown.
fn most(source: &str) -> Option<u64> {
    let r = shape(source);
    match &r.heap.bound {
        Bound::Known(e) => {
            let n = e.evaluate(&|v| Some(r.variables.get(v)?.high.clone()));
            n.and_then(|n: BigInt| n.to_u64())
        }
        Bound::Unknown { missing, .. } => {
            assert!(!missing.is_empty(), "no reason for\n{source}");
            None
        }
    }
}

/// Where there is a bound, it is not below what some run needs.
#[track_caller]
fn assert_not_below(source: &str, needed: u64) {
    let bound = most(source);
    assert!(bound.is_none_or(|n| n >= needed), "{bound:?} of {needed}");
}

fn text(source: &str) -> String {
    let r = shape(source);
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { missing, .. } => format!("unknown: {missing:?}"),
    }
}

const TREE: &str = "struct n { int k; struct n *l, *r; };\n\
    static struct n *insert(struct n *t, int k) {\n\
      if (!t) { t = malloc(sizeof *t); if (!t) return 0; t->k = k; t->l = t->r = 0; return t; }\n\
      if (k < t->k) t->l = insert(t->l, k); else if (k > t->k) t->r = insert(t->r, k);\n\
      return t; }\n";

#[test]
fn what_is_made_where_it_does_not_recurse_needs_no_depth() {
    // One node per call, however deep the tree is.
    let one = format!("{TREE}struct n *f(struct n *t, int k) {{ return insert(t, k); }}");
    assert_eq!(most(&one), Some(24));
    let many = format!("{TREE}int f(int k) {{ struct n *t = 0; for (int i = 0; i < 5; i++) t = insert(t, k * i); return t != 0; }}");
    assert_eq!(most(&many), Some(120));
    // What is freed before it calls itself on is no matter of the depth either, which
    // is not seen in every shape.
    let freed = "static void r(int *p) { if (!p[0]) return; int *q = malloc(40); q[0] = p[0]; p[0] = q[0] - 1; free(q); r(p); r(p); }\n\
        void f(int *p) { r(p); }";
    assert_not_below(freed, 40);
    // Through another function, and behind the call of itself.
    let mutual = "static int b(int *p);\n\
        static int a(int *p) { if (!*p) return 0; --*p; int x = b(p); char *t = malloc(30); free(t); return x; }\n\
        static int b(int *p) { char *t = malloc(50); free(t); return a(p); }\n\
        int f(int *p) { return a(p); }";
    assert_not_below(mutual, 50);
}

#[test]
fn what_is_held_counts_with_the_depth() {
    // n + 1 activations, the last of which makes nothing.
    let held =
        "static void r(unsigned n) { if (!n) return; char *p = malloc(16); r(n - 1); free(p); }\n\
        void f(unsigned n) { if (n > 40) return; r(n); }";
    let bound = most(held).expect("a bound");
    assert!((640..=656).contains(&bound), "{bound}");
    // The first call's argument is a limit of all of them.
    let sized =
        "static void r(unsigned n) { if (!n) return; char *p = malloc(n); r(n / 2); free(p); }\n\
        void f(unsigned char n) { r(n); }";
    let bound = most(sized).expect("a bound");
    // 255 + 127 + ... + 1 is needed.
    assert!((502..=9 * 255).contains(&bound), "{bound}");
    // What is passed on as it came has its expression.
    let passed = "static void r(unsigned n, unsigned size) { if (!n) return; char *p = malloc(size); r(n - 1, size); free(p); }\n\
        void f(unsigned char n) { r(3, n); }";
    let bound = most(passed).expect("a bound");
    assert!(
        (3 * 255..=4 * 255).contains(&bound),
        "{bound} {}",
        text(passed)
    );
}

#[test]
fn what_is_left_behind_counts_with_all_calls() {
    let list = "struct l { struct l *next; };\n\
        static struct l *make(int n) { if (n <= 0) return 0; struct l *x = malloc(sizeof *x); x->next = make(n - 1); return x; }\n\
        struct l *f(int n) { if (n > 1000) return 0; return make(n); }";
    // The test in the caller is not a limit of the measure.
    assert_not_below(list, 8000);
    // Two calls of each level: a full tree of depth 5 has 31 nodes.
    let tree = "struct n { struct n *l, *r; };\n\
        static struct n *make(int d) { if (d <= 0) return 0; struct n *x = malloc(sizeof *x); x->l = make(d - 1); x->r = make(d - 1); return x; }\n\
        struct n *f(void) { return make(5); }";
    let bound = most(tree).expect("a bound");
    assert!((31 * 16..=63 * 16).contains(&bound), "{bound}");
    // In a loop: as often as it goes round, at each level.
    let wide = "static void r(int d) { if (d <= 0) return; (void)!malloc(8); for (int i = 0; i < 3; i++) r(d - 1); }\n\
        void f(void) { r(3); }";
    let bound = most(wide).expect("a bound");
    // 1 + 3 + 9 blocks.
    assert!((13 * 8..=40 * 8).contains(&bound), "{bound}");
}

#[test]
fn recursions_without_a_bound_have_none() {
    // Nobody knows the depth, and each level leaves or holds something.
    for source in [
        "void f(int *p) { if (!p[0]) return; p[0]--; char *q = malloc(8); f(p); free(q); }",
        "struct l { struct l *next; };\n\
         struct l *f(struct l *o) { if (!o) return 0; struct l *x = malloc(8); x->next = f(o->next); return x; }",
        // Two calls for each level of an input's depth.
        "static void r(unsigned d) { if (!d) return; (void)!malloc(8); r(d - 1); r(d - 1); }\n\
         void f(unsigned d) { r(d); }",
        // The measure goes up and down.
        "static void r(int n, int m) { if (n <= 0) return; char *p = malloc(8); r(m, n - 1); free(p); }\n\
         void f(int n, int m) { r(n, m); }",
        // The size grows from call to call.
        "static void r(int *p, unsigned n) { if (!p[0]) return; p[0]--; char *q = malloc(n); free(q); r(p, n + 1); }\n\
         void f(int *p) { r(p, 1); }",
        // A loop that nothing counts makes a call that leaves a block.
        "static void r(int *p) { while (*p) { --*p; if (*p & 1) { (void)!malloc(4); } else r(p); } }\n\
         void f(int *p) { r(p); }",
    ] {
        assert_eq!(most(source), None, "{source}\n{}", text(source));
    }
}

#[test]
fn what_a_level_takes_in_the_middle_counts_on_top() {
    // Deep down 100 more are needed, while 10 are held at each of 6 levels.
    let source = "static void leaf(void) { free(malloc(100)); }\n\
        static void r(int n) { if (n <= 0) { leaf(); return; } char *p = malloc(10); r(n - 1); free(p); }\n\
        void f(void) { r(6); }";
    let bound = most(source).expect("a bound");
    assert!((160..=170).contains(&bound), "{bound}");
    // What is left by the call counts while the rest of its caller runs.
    let after = "static char *keep[9];\n\
        static void r(int n) { if (n <= 0) return; keep[n] = malloc(10); r(n - 1); free(malloc(100)); }\n\
        void f(void) { r(6); }";
    // Each level's 100 is counted beside those of the others.
    let bound = most(after).expect("a bound");
    assert!((160..=770).contains(&bound), "{bound}");
}

#[test]
fn a_depth_that_the_user_says_is_an_assumption() {
    let source = "struct l { struct l *next; };\n\
        struct l *f(struct l *o) { if (!o) return 0; struct l *x = malloc(8); x->next = f(o->next); return x; }";
    let r = shape_with(source, &[("f", 9)]);
    let bound = r.heap.bound.expr().and_then(|e| e.as_number().cloned());
    assert_eq!(bound, Some(BigInt::from(72)));
    assert!(
        r.assumptions
            .iter()
            .any(|a| a.contains("`f` is active at most 9 times")),
        "{:?}",
        r.assumptions
    );
    // Where nothing rests on it, it is not told.
    let measured =
        "static void r(unsigned n) { if (!n) return; char *p = malloc(16); r(n - 1); free(p); }\n\
        void f(void) { r(3); }";
    let r = shape_with(measured, &[("r", 9)]);
    assert!(
        !r.assumptions.iter().any(|a| a.contains("--depth")),
        "{:?}",
        r.assumptions
    );
}

#[test]
fn what_a_call_gave_back_stands_beside_no_later_block() {
    let sort = |body: &str| {
        format!("static int a[64];\nstatic void sort(int *a, unsigned n) {{ if (n < 2) return; {body} }}\nvoid f(unsigned n) {{ if (n > 64) return; sort(a, n); }}")
    };
    let behind = sort("sort(a, n / 2); sort(a + n / 2, n / 2); int *t = malloc(n * 4); if (!t) return; t[0] = a[0]; free(t);");
    assert_eq!(most(&behind), Some(256));
    // It stands beside those of the calls: 4 * (64 + 32 + 16 + 8 + 4 + 2).
    let before = sort("int *t = malloc(n * 4); if (!t) return; t[0] = a[0]; sort(a, n / 2); sort(a + n / 2, n / 2); free(t);");
    assert!(
        most(&before).is_none_or(|n| n >= 504),
        "{:?}",
        most(&before)
    );
    let both = "static void g(void) { char *x = malloc(50); if (x) { x[0] = 1; free(x); } }\nvoid f(void) { char *p = malloc(100); if (!p) return; g(); char *q = malloc(10); if (q) { q[0] = 1; free(q); } free(p); }";
    assert_eq!(most(both), Some(150));
    // One way has the call behind the block.
    let ways = "static void g(void) { char *x = malloc(50); if (x) { x[0] = 1; free(x); } }\nvoid f(int k) { if (k) g(); char *p = malloc(100); if (!p) return; p[0] = 1; if (!k) g(); free(p); }";
    assert_eq!(most(ways), Some(150));
    let left = "static char *kept;\nstatic void g(void) { char *x = malloc(50); if (x) { x[0] = 1; free(x); } }\nvoid f(void) { kept = malloc(7); g(); char *p = malloc(100); if (!p) return; p[0] = 1; free(p); g(); }";
    assert!(most(left).is_some_and(|n| n >= 107), "{:?}", most(left));
}
