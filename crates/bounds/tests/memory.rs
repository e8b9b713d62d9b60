//! The heap analysis on programs in C: the figures of document 000 and the
//! slips of its algorithm, each with the answer of the printed form named.

#[path = "support/shown.rs"]
mod shown;

use ep_base::memory::{Bound, HeapResult};
use ep_base::outcome::Input;
use ep_bounds::memory::{analyse, Options, Realloc};
use ep_explore::{Entry, HeapLimits};
use ep_ir::Module;
use num_bigint::BigInt;
use shown::text;

#[path = "support/hostile.rs"]
mod hostile;

fn module(source: &str, entry: &str) -> Module {
    module_of(source, &[entry])
}

fn module_of(source: &str, roots: &[&str]) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    let head = "#include <stdlib.h>\n#include <string.h>\n#include <klee/klee.h>\n";
    std::fs::write(&file, format!("{head}{source}")).expect("write");
    let options = ep_clang::ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots: roots.iter().map(|r| r.to_string()).collect(),
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}

fn options(entry: &str) -> Options {
    let mut o = Options::default();
    o.explore.entry = match entry {
        "main" => Entry::Main { args: Vec::new() },
        name => Entry::Function {
            name: name.into(),
            heap: HeapLimits::default(),
        },
    };
    o.budget.timeout = Some(std::time::Duration::from_secs(60));
    o
}

fn heap_with(source: &str, entry: &str, options: &Options) -> HeapResult {
    let m = module(source, entry);
    let f = m
        .functions
        .iter()
        .find(|(_, f)| f.name == entry)
        .expect("entry")
        .0;
    analyse(&m, f, options, &mut |_| {}).expect("analysis")
}

fn heap(source: &str, entry: &str) -> HeapResult {
    heap_with(source, entry, &options(entry))
}

/// The bound's value for the inputs of the witness.
fn at_witness(r: &HeapResult) -> BigInt {
    let inputs = r.heap.witness.as_ref().expect("a witness");
    let e = r.heap.bound.expr().expect("a bound");
    e.evaluate(&|v| r.variables.get(v)?.input.as_ref()?.read(inputs))
        .expect("a value")
}

fn number(inputs: &[Input], name: &str) -> i64 {
    let i = inputs.iter().find(|i| i.name == name).expect("input");
    let mut b = [if i.bytes.last().is_some_and(|b| *b > 127) {
        255
    } else {
        0
    }; 8];
    b[..i.bytes.len()].copy_from_slice(&i.bytes);
    i64::from_le_bytes(b)
}

/// The ranges of variables are those of all runs: a path that stops the program
/// has values that no path to the end has, and its peak stays in the bound.
#[test]
fn a_peak_on_the_way_to_abort_is_not_below_what_ends_allow() {
    let stops = ["abort()", "ep_assert(n < 50)", "exit(1)", "_Exit(2)"];
    for (stop, workers) in stops.into_iter().flat_map(|s| [(s, 1), (s, 2)]) {
        let source = format!(
            "int f(unsigned short n) {{ if (n > 100) {{ char *p = malloc(n + 1); p[0] = 1; {stop}; }}
             free(malloc(n + 2)); free(malloc(150)); return 0; }}"
        );
        for single_paths in [1_000, 1] {
            let o = Options {
                workers,
                single_paths,
                ..options("f")
            };
            let r = heap_with(&source, "f", &o);
            let most = ep_bounds::memory::most(r.heap.bound.expr().expect("a bound"), &r.variables);
            assert!(most >= Some(65_536.into()), "{stop}: {}", text(&r));
        }
    }
}

#[test]
fn figure_1_two_branches_that_free_what_they_make() {
    let r = heap(
        "int f(int j) { int n; if (j > 0) { n = 10; char *m = malloc(n); free(m); }
         else { n = 5; char *m = malloc(n + 10); free(m); } return 0; }",
        "f",
    );
    assert_eq!(text(&r), "15");
    assert!(number(r.heap.witness.as_ref().unwrap(), "j") <= 0);
    assert_eq!(r.net.unwrap(), ep_base::memory::Expr::zero());
}

/// Blocks of one line are told by the calls that led to it.
#[test]
fn blocks_at_the_peak_have_the_calls_that_led_to_them() {
    let r = heap(
        "static void *make(int n) { return malloc(n); }
         static void *pair(void) { make(10); return make(20); }
         int f(void) { pair(); make(5); return 0; }",
        "f",
    );
    assert_eq!(text(&r), "35");
    let path = |l: &ep_base::memory::Live| -> Vec<String> {
        l.path.iter().map(|p| p.function.clone()).collect()
    };
    let mut paths: Vec<_> = r.heap.peak.iter().map(path).collect();
    paths.sort();
    let deep = vec!["f".to_string(), "pair".into(), "make".into()];
    assert_eq!(
        paths,
        [vec!["f".to_string(), "make".into()], deep.clone(), deep]
    );
}

/// Two workers tell what one tells: where summaries end first, where merging
/// does, and where the shape alone has a bound.
#[test]
fn two_workers_tell_what_one_tells() {
    let pairs = "unsigned char x[14]; static void *p[28];
         int f(void) { klee_make_symbolic(x, 14, \"x\");
           for (int i = 0; i < 14; i++) { if (x[i] > 9) p[2 * i] = malloc(8); if (x[i] <= 9) p[2 * i + 1] = malloc(8); }
           for (int i = 0; i < 28; i++) free(p[i]); return 0; }";
    let list = "struct n { struct n *next; }; unsigned char x[8];
         int f(void) { struct n *h = 0; klee_make_symbolic(x, 8, \"x\");
           for (int i = 0; i < 8; i++) { if (x[i] & 1) { struct n *m = malloc(16); m->next = h; h = m; }
             else if (h) { struct n *m = h; h = h->next; free(m); } }
           while (h) { struct n *m = h; h = h->next; free(m); } return 0; }";
    for (source, bound) in [(pairs, "112"), (list, "128")] {
        for workers in [1, 2] {
            let mut o = options("f");
            (o.workers, o.by_shape) = (workers, false);
            (o.whole_paths, o.single_paths) = (5, 5);
            let r = heap_with(source, "f", &o);
            assert_eq!(text(&r), bound, "{workers} workers");
        }
    }
}

/// Where the solver gives no greatest size, the bits of the size give one.
#[test]
fn sizes_behind_a_recursion_over_a_remainder_have_room() {
    let r = heap(
        "static void r(unsigned n) { if (n) r(n - 1); void *p = malloc(10 * (n + 1)); free(p); }
         int f(unsigned n) { r(n % 10); return 0; }",
        "f",
    );
    assert_eq!(text(&r), "100");
}

#[test]
fn figure_2_the_right_path_is_higher_for_all_inputs() {
    let r = heap(
        "void f(int i, int x) { klee_assume(i > 0); void *p;
           if (x) { p = malloc(4); void *q = malloc(14); free(q); }
           else { p = malloc(i); void *q = malloc(19); free(q); }
           free(p); }",
        "f",
    );
    assert_eq!(text(&r), "19 + i");
}

#[test]
fn figure_3_an_allocation_in_every_other_round() {
    let r = heap(
        "void f(int c) { klee_assume(c >= 0); int N = 3;
           int **matrix = malloc(5 * sizeof(int*)); char *b = malloc(c);
           for (int i = 0; i <= N; i++) { if (i % 2 == 0) matrix[i] = malloc(i * sizeof(int)); }
           free(b); }",
        "f",
    );
    assert_eq!(text(&r), "48 + c");
    let w = r.heap.witness.as_ref().unwrap();
    assert_eq!(at_witness(&r), BigInt::from(48 + number(w, "c")));
    // malloc(0) is a block too.
    assert_eq!(r.heap.peak.len(), 3);
}

#[test]
fn figure_4_its_left_path_is_infeasible() {
    let r = heap(
        "void f(int x) { void *a = malloc(20), *b = 0; if (x == 0) { b = 0; } else { x = 0; }
           if (x > 1) b = malloc(100); else b = malloc(30); free(a); free(b); }",
        "f",
    );
    assert_eq!(text(&r), "50");
}

#[test]
fn a_block_that_is_freed_does_not_hide_a_later_one() {
    // COMPOSE as printed forgets the first peak and gives y.
    let r = heap(
        "void f(unsigned x, unsigned y, int k) { void *p, *q;
           if (k) { p = malloc(x); free(p); } q = malloc(y); free(q); }",
        "f",
    );
    assert!(
        ["max(x, y)", "max(y, x)"].contains(&text(&r).as_str()),
        "{}",
        text(&r)
    );
}

#[test]
fn a_region_that_only_frees_has_a_negative_net() {
    // The join as printed starts from 0 and counts p and q together: 200.
    let r = heap(
        "void f(int k) { void *p = malloc(100); if (k) free(p); else free(p);
           void *q = malloc(100); free(q); }",
        "f",
    );
    assert_eq!(text(&r), "100");
}

#[test]
fn a_slot_that_is_refilled_with_unknown_sizes_does_not_add_up() {
    let r = heap(
        "unsigned char s[6];
         int main(void) { klee_make_symbolic(s, sizeof s, \"s\"); void *p = malloc(s[0]);
           for (int i = 1; i < 6; i++) { free(p); p = malloc(s[i]); } free(p); return 0; }",
        "main",
    );
    let top = r
        .heap
        .bound
        .expr()
        .unwrap()
        .evaluate(&|_| Some(BigInt::from(255)));
    assert_eq!(top, Some(BigInt::from(255)), "{}", text(&r));
}

#[test]
fn a_negative_size_fails_and_is_no_peak() {
    let r = heap(
        "void f(int n) { void *p = malloc(n); if (!p) exit(1); free(p); }",
        "f",
    );
    let top = |n: i64| {
        r.heap
            .bound
            .expr()
            .unwrap()
            .evaluate(&|_| Some(BigInt::from(n)))
    };
    assert_eq!(top(-1), Some(BigInt::from(0)), "{}", text(&r));
    assert_eq!(top(1000), Some(BigInt::from(1000)), "{}", text(&r));
}

#[test]
fn realloc_has_both_blocks_unless_it_is_in_place() {
    let source = "void f(void) { void *p = malloc(100); p = realloc(p, 150); free(p); }";
    assert_eq!(text(&heap(source, "f")), "250");
    let mut o = options("f");
    o.realloc = Realloc::InPlace;
    assert_eq!(text(&heap_with(source, "f", &o)), "150");
}

#[test]
fn peaks_at_an_exit_in_a_callee_and_in_a_handler_count() {
    let r = heap(
        "static void g(int k) { void *p = malloc(70); if (k) exit(0); free(p); }
        void f(int k) { g(k); void *q = malloc(10); free(q); }",
        "f",
    );
    assert_eq!(text(&r), "70");
    let r = heap(
        "static void last(void) { free(malloc(90)); }
        int main(void) { atexit(last); free(malloc(5)); return 0; }",
        "main",
    );
    assert_eq!(text(&r), "90");
    let r = heap(
        "void f(int k) { void *p = malloc(40); if (k == 3) abort(); free(p); free(malloc(8)); }",
        "f",
    );
    assert_eq!(text(&r), "40");
}

#[test]
fn an_assertion_that_fails_stops_with_what_was_allocated() {
    let r = heap(
        "void f(unsigned char c) { void *p = malloc(c); ep_assert(c < 10); free(p); }",
        "f",
    );
    let top = r
        .heap
        .bound
        .expr()
        .unwrap()
        .evaluate(&|_| Some(BigInt::from(255)));
    assert_eq!(top, Some(BigInt::from(255)), "{}", text(&r));
}

#[test]
fn what_is_not_modelled_is_no_bound() {
    let r = heap(
        "int unknown(void *); void f(void) { void *p = malloc(8); unknown(p); free(p); }",
        "f",
    );
    assert!(
        matches!(r.heap.bound, Bound::Unknown { .. }),
        "{}",
        text(&r)
    );
    assert!(text(&r).contains("unsupported"), "{}", text(&r));
}

#[test]
fn nothing_that_is_reached_allocates() {
    let r = heap(
        "int f(int a) { int s = 0; for (int i = 0; i < a; i++) if (i % 3) s += i; return s; }",
        "f",
    );
    assert_eq!(text(&r), "0");
    assert_eq!(r.work.states, 0);
}

/// The families of the issue, small.
#[test]
fn independent_allocations_under_conditions_add_up() {
    let source = "unsigned char x[40]; void *p[40];
        int main(void) { klee_make_symbolic(x, sizeof x, \"x\");
          for (int i = 0; i < 40; i++) if (x[i] > 100) p[i] = malloc(8);
          for (int i = 0; i < 40; i++) free(p[i]);
          return 0; }";
    let r = heap(source, "main");
    assert_eq!(text(&r), "320");
    let w = r.heap.witness.as_ref().unwrap();
    assert!(w[0].bytes.iter().all(|b| *b > 100));
}

#[test]
fn opposite_conditions_count_once() {
    let source = "unsigned char x[20]; void *p[40];
        int main(void) { klee_make_symbolic(x, sizeof x, \"x\");
          for (int i = 0; i < 20; i++) { if (x[i]) p[2*i] = malloc(8); if (!x[i]) p[2*i+1] = malloc(8); }
          for (int i = 0; i < 40; i++) free(p[i]);
          return 0; }";
    assert_eq!(text(&heap(source, "main")), "160");
}

#[test]
fn allocations_that_are_freed_at_once_are_a_maximum() {
    let source = "unsigned char x[40];
        int main(void) { klee_make_symbolic(x, sizeof x, \"x\");
          for (int i = 0; i < 40; i++) if (x[i] > 100) { void *p = malloc(i + 1); free(p); }
          return 0; }";
    let r = heap(source, "main");
    assert_eq!(text(&r), "40");
    assert!(r.heap.witness.as_ref().unwrap()[0].bytes[39] > 100);
}

/// The bound's value where every variable has this value.
fn at(r: &HeapResult, n: i64) -> BigInt {
    let e = r.heap.bound.expr().unwrap_or_else(|| panic!("{}", text(r)));
    e.evaluate(&|_| Some(BigInt::from(n))).expect("a value")
}

fn quick(source: &str) -> HeapResult {
    let mut o = options("f");
    o.single_paths = 40;
    o.budget.timeout = Some(std::time::Duration::from_millis(1500));
    heap_with(source, "f", &o)
}

#[test]
fn a_table_of_as_many_blocks_as_the_input_says() {
    let r = quick(
        "void f(int n) { void **a = malloc(n * sizeof(void *)); if (!a) return;
           for (int i = 0; i < n; i++) a[i] = malloc(16);
           for (int i = 0; i < n; i++) free(a[i]);
           free(a); }",
    );
    assert_eq!(text(&r), "24*max(n, 0)");
    // The input of the highest path that was explored.
    let n = number(r.heap.witness.as_ref().unwrap(), "n");
    assert_eq!(at_witness(&r), BigInt::from(24 * n));
}

#[test]
fn an_unsigned_count_and_a_step_of_two() {
    let r = quick(
        "struct node { struct node *next; int v; };
         void f(unsigned n) { struct node *head = 0;
           for (unsigned i = 0; i < n; i++) { struct node *x = malloc(sizeof *x); x->next = head; head = x; } }",
    );
    assert_eq!(text(&r), "16*n");
    let r = quick("void *keep[1000000]; void f(int n) { for (int i = 3; i <= n; i += 2) keep[i] = malloc(10); }");
    for (n, want) in [(2, 0), (3, 10), (4, 10), (5, 20), (9, 40)] {
        assert_eq!(at(&r, n), BigInt::from(want), "{n}: {}", text(&r));
    }
}

#[test]
fn a_loop_without_end_that_frees_what_it_makes() {
    let r = quick(
        "void f(int n) { char *line = malloc(64);
           while (klee_int(\"m\")) { char *p = malloc(24), *q = malloc(8); free(q); free(p); }
           free(line); }",
    );
    assert_eq!(text(&r), "96");
}

#[test]
fn two_blocks_that_are_held_at_one_time_add_up() {
    let r = quick("void f(void) { int m; while ((m = klee_int(\"m\"))) { char *p = malloc(10); char *q = malloc(20); free(p); free(q); } }");
    assert_eq!(text(&r), "30");
    let r = quick("void f(void) { int m; while ((m = klee_int(\"m\"))) { if (m) { char *p = malloc(10); free(p); } else { char *q = malloc(20); free(q); } } }");
    assert_eq!(text(&r), "20");
}

#[test]
fn a_block_that_one_way_on_does_not_free_stays() {
    let r = quick("void f(void) { int m; while ((m = klee_int(\"m\"))) { char *p = malloc(10); if (m == 3) continue; free(p); } }");
    assert!(
        matches!(r.heap.bound, Bound::Unknown { .. }),
        "{}",
        text(&r)
    );
    assert!(text(&r).contains("unbounded-allocation at"), "{}", text(&r));
}

#[test]
fn callees_count_rounds_over_their_callers_arguments() {
    let r = quick(
        "static void fill(void **a, int from, int to) { for (int i = from; i < to; i++) a[i] = malloc(32); }
         void *table[4096];
         void f(int n, int m) { fill(table, 0, n); fill(table + 1000, m, m + 5); }",
    );
    assert_eq!(at(&r, 0), BigInt::from(160), "{}", text(&r));
    assert_eq!(at(&r, 7), BigInt::from(160 + 7 * 32), "{}", text(&r));
}

#[test]
fn a_recursion_that_allocates_has_a_bound_by_its_measure_or_is_named() {
    let r = quick("void *p; static void g(int n) { if (n > 0) { p = malloc(8); g(n - 1); } } void f(int n) { g(n); }");
    for n in [0, 1, 7, 1_000] {
        let bound = at(&r, n);
        let needed = BigInt::from(8 * n);
        // One level more than there is.
        assert!(bound >= needed && bound <= needed + 8, "{}", text(&r));
    }
    let r = quick("void *p; static void g(void) { if (klee_int(\"m\")) { p = malloc(8); g(); } } void f(int n) { g(); }");
    assert!(text(&r).contains("unbounded-recursion"), "{}", text(&r));
}

#[test]
fn a_handler_at_exit_is_not_overlooked() {
    let r = heap(
        "static void last(void) { malloc(90); } int main(void) { atexit(last); return 0; }",
        "main",
    );
    assert_eq!(text(&r), "90");
}

#[test]
fn a_counter_that_goes_down_to_nothing() {
    let r = quick("void *k; void f(unsigned n) { while (n--) k = malloc(4); }");
    assert_eq!(text(&r), "4*n");
    let r = quick("void *k; void f(int n) { for (int i = n; i > 0; --i) { k = malloc(4); for (int j = 0; j < i; j++) k = malloc(1); } }");
    // A triangle is bounded by its square.
    for n in [0, 1, 5, 100] {
        assert!(
            at(&r, n) >= BigInt::from(4 * n + n * (n + 1) / 2),
            "{}",
            text(&r)
        );
    }
}

/// What decides about a size is written through a pointer to its structure and read by
/// the structure's name, and the other way round: the slice has both.
#[test]
fn a_member_is_the_same_by_every_name() {
    let head =
        "struct s { int pad[3]; int n; unsigned char b[4]; }; static struct s g; static int noise;
        static void rustle(int v) { for (int i = 0; i < 4; i++) if (v >> i & 1) noise += i; }
        static void set(struct s *p, int v) { p->n = v; p->b[2] = v; }
        static int get(const struct s *p) { return p->n; }\n";
    for body in [
        "set(&g, x & 31); rustle(x); void *q = malloc(g.n + 1); free(q);",
        "set(&g, x & 31); rustle(x); void *q = malloc(g.b[2] + 1); free(q);",
        "g.n = x & 31; rustle(x); void *q = malloc(get(&g) + 1); free(q);",
    ] {
        let mut o = options("f");
        (o.whole_paths, o.by_shape, o.summaries.reuse) = (0, false, false);
        let r = heap_with(
            &format!("{head}void f(unsigned char x) {{ {body} }}"),
            "f",
            &o,
        );
        let most = r.heap.bound.expr().expect("a bound");
        let most = ep_bounds::memory::most(most, &r.variables);
        assert_eq!(most, Some(BigInt::from(32)), "{body}");
    }
}

type Setting = fn(&mut Options);

/// Every way of finding a bound.
fn ways() -> [(&'static str, Setting); 5] {
    [
        ("as it is", |_| {}),
        ("the slice", |o| o.whole_paths = 0),
        ("merged", |o| {
            o.single_paths = 1;
            o.summaries.reuse = false;
            o.by_shape = false;
        }),
        ("summaries", |o| {
            o.single_paths = 0;
            o.merge = false;
            o.by_shape = false;
        }),
        ("the shape", |o| {
            o.budget.max_paths = Some(0);
            o.summaries.reuse = false;
        }),
    ]
}

#[test]
fn hostile_functions_exceed_no_bound_and_most_reach_it() {
    by_all_ways(hostile::ALL, 4_000);
}

#[test]
fn hostile_functions_of_other_classes_exceed_no_bound() {
    by_all_ways(hostile::MORE, 1_000);
}

fn by_all_ways(list: &[hostile::Hostile], milliseconds: u64) {
    for h in list {
        let entry = match h.source.contains("int main(") {
            true => "main",
            false => "f",
        };
        let m = module(h.source, entry);
        let f = m.function(entry).expect("entry");
        for (way, set) in ways() {
            let mut o = options(entry);
            o.budget.timeout = Some(std::time::Duration::from_millis(milliseconds));
            o.beside_shape = std::time::Duration::from_millis(300);
            set(&mut o);
            let r = analyse(&m, f, &o, &mut |_| {}).expect("analysis");
            let bound = r.heap.bound.expr();
            let most = bound.and_then(|e| ep_bounds::memory::most(e, &r.variables));
            if std::env::var_os("EP_HOSTILE_SHOW").is_some() {
                println!("{} / {way}: {most:?} of {:?}", h.name, h.truth);
            }
            match (most, h.truth) {
                (Some(n), None) => panic!("{}, {way}: {n} where nothing bounds it", h.name),
                (Some(n), Some(truth)) => {
                    let truth = BigInt::from(truth);
                    assert!(
                        n >= truth,
                        "{}, {way}: {} is below {truth}",
                        h.name,
                        text(&r)
                    );
                    if h.tight && way == "as it is" {
                        assert_eq!(n, truth, "{}: {}", h.name, text(&r));
                    }
                }
                (None, _) => assert!(!(h.tight && way == "as it is"), "{}: {}", h.name, text(&r)),
            }
        }
    }
}

fn most(r: &HeapResult) -> BigInt {
    let e = r.heap.bound.expr().unwrap_or_else(|| panic!("{}", text(r)));
    ep_bounds::memory::most(e, &r.variables).expect("a number")
}

#[test]
fn blocks_take_what_the_allocator_says() {
    use ep_base::memory::Allocator;
    let source =
        "void f(unsigned char n) { void *p = malloc(n), *q = malloc(10); free(p); free(q); }";
    let m = module(source, "f");
    let f = m.function("f").expect("entry");
    let laid_out = [
        (Allocator::PAYLOAD, 265),
        (Allocator::glibc(8), 272 + 32),
        (Allocator::freertos(8), 272 + 32),
        (Allocator::tlsf(8), 264 + 32),
    ];
    for (allocator, truth) in laid_out {
        for (way, set) in ways() {
            let mut o = options("f");
            o.allocator = allocator;
            set(&mut o);
            let r = analyse(&m, f, &o, &mut |_| {}).expect("analysis");
            assert_eq!(most(&r), BigInt::from(truth), "{}, {way}", allocator.name);
        }
    }
}

#[test]
fn handlers_of_interrupts_add_what_they_need() {
    use ep_bounds::memory::Handler;
    let source = "static void *kept[8]; static int at; int size = 10, seen, other;
        void quiet(void) { seen++; }
        void busy(void) { void *p = malloc(32); free(p); }
        void larger(void) { void *p = malloc(50); seen = p != 0; free(p); }
        void leaves(void) { kept[at++ & 7] = malloc(8); }
        void changes(void) { size = 1000; }
        int f(void) { void *p = malloc(size); int r = 100 / (other + 1); seen = r; free(p); return r; }";
    let m = module_of(
        source,
        &["f", "quiet", "busy", "larger", "leaves", "changes"],
    );
    let of = |list: &[(&str, u32, Option<u64>)]| {
        let mut o = options("f");
        for (name, priority, max) in list {
            o.handlers.push(Handler {
                func: m.function(name).unwrap_or_else(|| panic!("{name}")),
                priority: *priority,
                max: *max,
            });
        }
        analyse(&m, m.function("f").expect("entry"), &o, &mut |_| {}).expect("analysis")
    };
    let number = |list: &[(&str, u32, Option<u64>)]| most(&of(list));
    assert_eq!(number(&[("quiet", 0, None)]), BigInt::from(10));
    assert_eq!(number(&[("busy", 0, None)]), BigInt::from(42));
    // Of one priority the larger counts, of several each.
    assert_eq!(
        number(&[("busy", 1, None), ("larger", 1, None)]),
        BigInt::from(60)
    );
    assert_eq!(
        number(&[("busy", 1, None), ("larger", 2, None)]),
        BigInt::from(92)
    );
    // What stays counts as often as it is made: the last one is the peak on its
    // way too. Beside it another handler has its whole peak.
    assert!(of(&[("leaves", 0, None)]).heap.bound.expr().is_none());
    assert_eq!(number(&[("leaves", 0, Some(3))]), BigInt::from(10 + 3 * 8));
    assert_eq!(
        number(&[("leaves", 0, Some(3)), ("larger", 0, None)]),
        BigInt::from(10 + 3 * 8 + 50)
    );
    // A handler that writes the size: what is read then is anything.
    let r = of(&[("changes", 0, None)]);
    assert!(r.heap.bound.expr().is_none(), "{}", text(&r));
    assert!(text(&r).contains("an interrupt can write"), "{}", text(&r));
}

/// A constant that is `volatile` is what a device says, each time anew; without
/// `volatile` it is its initializer.
#[test]
fn constants_that_a_device_changes_are_anything() {
    let made = "char *p = malloc(n); if (p) free(p); return 0; }";
    let table = |text: &str| {
        heap(
            &format!("{text}\nint f(unsigned k) {{ size_t n = t[k & 3]; {made}"),
            "f",
        )
    };
    let plain = table("static const unsigned char t[4] = {1, 2, 3, 4};");
    assert_eq!(most(&plain), BigInt::from(4));
    for source in [
        "static const volatile unsigned char t[4] = {1, 2, 3, 4};",
        "typedef volatile unsigned char reg; static const reg t[4] = {1, 2, 3, 4};",
        "extern const volatile unsigned char t[4];",
    ] {
        let r = table(source);
        assert_eq!(text(&r), "255", "{source}");
        let told = r.assumptions.iter().any(|a| a.contains("`volatile`"));
        assert!(!told, "{source}: {:?}", r.assumptions);
    }
    let one = "static const volatile unsigned char t = 3;";
    for source in [
        // Through a pointer, where the access is plain, in a part of a structure.
        format!("{one}\nstatic unsigned g(const volatile unsigned char *p) {{ return *p; }}\nint f(void) {{ size_t n = g(&t); {made}"),
        format!("{one}\nint f(void) {{ size_t n = *(const unsigned char *)&t; {made}"),
        format!("static const struct {{ int a; volatile unsigned char n; }} t = {{1, 3}};\nint f(void) {{ size_t n = t.n; {made}"),
        // It need not say the same twice.
        format!("{one}\nint f(void) {{ size_t n = 0; if (t == 0 && t == 1) n = 255; {made}"),
    ] {
        assert_eq!(text(&heap(&source, "f")), "255", "{source}");
    }
    // A copy of the whole is not followed: there is no bound that rests on it.
    let copied = format!("struct s {{ unsigned char n[40]; }}; static const volatile struct s t = {{{{3}}}};\nint f(void) {{ struct s x = t; size_t n = x.n[0]; {made}");
    let r = heap(&copied, "f");
    let known = r.heap.bound.expr().is_some();
    assert!(!known || most(&r) >= BigInt::from(255), "{}", text(&r));
}

/// A handler reads a register of a device where the program reads none.
#[test]
fn what_handlers_read_of_devices_is_an_assumption() {
    use ep_bounds::memory::Handler;
    let source = "static volatile unsigned char size;
        void plain(void) { free(malloc(8)); }
        void device(void) { free(malloc(size)); }
        int f(void) { return 0; }";
    let m = module_of(source, &["f", "plain", "device"]);
    for (name, said) in [("plain", false), ("device", true)] {
        let mut o = options("f");
        o.handlers.push(Handler {
            func: m.function(name).unwrap_or_else(|| panic!("{name}")),
            priority: 0,
            max: None,
        });
        let f = m.function("f").expect("entry");
        let r = analyse(&m, f, &o, &mut |_| {}).expect("analysis");
        let told = r.assumptions.iter().any(|a| a.contains("`volatile`"));
        assert_eq!(told, said, "{name}: {:?}", r.assumptions);
    }
}

#[test]
fn ways_are_held_against_each_other() {
    let source = "static void *p[9]; void f(unsigned char n) { int s = 0;
        for (int i = 0; i < 8; i++) { if (n & (1 << i)) p[i] = malloc(8); for (int j = 0; j < n; j++) s ^= j; }
        for (int i = 0; i < 8; i++) free(p[i]); }";
    let m = module(source, "f");
    let f = m.function("f").expect("entry");
    let mut o = options("f");
    o.cross_check = true;
    let r = analyse(&m, f, &o, &mut |_| {}).expect("no contradiction");
    assert_eq!(text(&r), "64");
    assert!(r.work.checked > 0);
}

#[test]
fn what_is_interrupted_ends_without_a_bound() {
    let source = "static void leaf(int n) { free(malloc(n & 7)); }\n\
                  int f(int n) { for (int i = 0; i < n; i++) leaf(i); return 0; }\n";
    let m = module(source, "f");
    let entry = m.function("f").expect("f");
    let o = options("f");
    assert!(matches!(
        analyse(&m, entry, &o, &mut |_| {})
            .expect("analysed")
            .heap
            .bound,
        Bound::Known(_)
    ));
    o.budget.cancel.cancel();
    let stopped = analyse(&m, entry, &o, &mut |_| {}).expect("analysed");
    assert!(matches!(stopped.heap.bound, Bound::Unknown { .. }));
    let resolved = ep_bounds::memory::calls(&m, entry, &o.budget.stop());
    assert!(resolved.is_none());
}

/// Neither summaries nor shape: only paths, and states that are merged.
fn by_turns(single_paths: u64) -> Options {
    let mut o = options("f");
    o.single_paths = single_paths;
    o.whole_paths = single_paths;
    o.slice = false;
    o.by_shape = false;
    o.summaries.reuse = false;
    o
}

fn stages(source: &str, options: &Options) -> (HeapResult, Vec<&'static str>) {
    let m = module(source, "f");
    let f = m.function("f").expect("entry");
    let mut seen = Vec::new();
    let mut observer = |e: ep_bounds::memory::Event| {
        if let ep_bounds::memory::Event::Stage(s) = e {
            seen.push(s);
        }
    };
    let r = analyse(&m, f, options, &mut observer).expect("analysis");
    (r, seen)
}

const BITS: &str = "
    void f(unsigned n) {
        char *kept[10];
        for (int i = 0; i < 10; i++) kept[i] = n >> i & 1 ? malloc(8 << i) : 0;
        for (int i = 0; i < 10; i++) free(kept[i]);
    }";

#[test]
fn a_pause_of_merging_loses_no_path() {
    let mut o = by_turns(1);
    // It pauses at once, and paths end after twenty.
    o.first_merging = u32::MAX;
    o.budget.max_paths = Some(20);
    let (r, seen) = stages(BITS, &o);
    assert_eq!(seen[1..], ["paths", "merging", "paths", "merging"]);
    assert_eq!(text(&r), "8,184");
}

#[test]
fn paths_have_a_turn_beside_merging() {
    let mut o = by_turns(1);
    o.first_merging = u32::MAX;
    let (r, seen) = stages(BITS, &o);
    assert_eq!(seen[1..], ["paths", "merging", "paths"]);
    assert_eq!(
        (text(&r), r.blocks),
        ("8,184".into(), Some(ep_base::memory::Expr::number(10)))
    );
}
