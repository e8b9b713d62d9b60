//! The algorithm of document 000 on its figures, with the reuses that the
//! document tells, and on families of programs.
//!
//! `EP_MEMORY_SCALE` sets the sizes of the families (`125,250,500,1000`); with
//! `--nocapture` a line per program is printed.

use ep_base::memory::{name_of, Bound};
use ep_bounds::memory::{analyse, summaries, Options, Parts, Refused, Summaries, Visit, Why};
use ep_explore::{Entry, HeapLimits};
use ep_ir::Module;
use num_bigint::BigInt;

fn module(source: &str, entry: &str) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    let head = "#include <stdlib.h>\n#include <string.h>\n#include <klee/klee.h>\n";
    std::fs::write(&file, format!("{head}{source}")).expect("write");
    let options = ep_clang::ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots: vec![entry.to_string()],
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}

fn try_with(source: &str, entry: &str, parts: Parts) -> Result<Summaries, Why> {
    from_callers(source, entry, parts, HeapLimits::default())
}

/// With pointers as these say.
fn from_callers(
    source: &str,
    entry: &str,
    parts: Parts,
    heap: HeapLimits,
) -> Result<Summaries, Why> {
    let m = module(source, entry);
    let mut o = Options::default();
    o.explore.entry = match entry {
        "main" => Entry::Main { args: Vec::new() },
        name => Entry::Function {
            name: name.into(),
            heap,
        },
    };
    o.budget.timeout = Some(std::time::Duration::from_secs(120));
    let f = m.functions.iter().find(|(_, f)| f.name == entry);
    summaries(&m, f.expect("entry").0, &o, parts)
}

fn with(source: &str, entry: &str) -> Summaries {
    match try_with(source, entry, Parts::default()) {
        Ok(s) => s,
        Err(w) => panic!("{}", w.0),
    }
}

fn text(s: &Summaries) -> String {
    s.bound.text(&|v| name_of(&s.variables, v))
}

/// The rounds of loops, in order: which visit each reused, or why not.
fn rounds(s: &Summaries) -> Vec<&Visit> {
    s.visits.iter().filter(|v| v.round == Some(true)).collect()
}

#[test]
fn figure_1() {
    let s = with(
        "int f(int j) { int n; if (j > 0) { n = 10; char *m = malloc(n); free(m); }
         else { n = 5; char *m = malloc(n + 10); free(m); } return 0; }",
        "f",
    );
    assert_eq!(text(&s), "15");
}

/// The right subtree uses what the left one left behind, and its witness has
/// another value there: 14 becomes 19, and the root is `i + 19`.
#[test]
fn figure_2_a_witness_has_another_value_where_it_is_used_again() {
    let s = with(
        "void f(int i, int x) { klee_assume(i > 0); void *p, *q; int n;
           if (x) { p = malloc(4); n = 14; } else { p = malloc(i); n = 19; }
           if (n < 10) q = malloc(500); else { q = malloc(n); free(q); q = malloc(n - 9); }
           free(q); free(p); }",
        "f",
    );
    assert!(
        ["19 + i", "i + 19"].contains(&text(&s).as_str()),
        "{}",
        text(&s)
    );
    assert_eq!(s.work.reuses, 1, "{:?}", s.visits);
    // The left context alone has 14 at the highest point, the right one 19: with the
    // first number the root would be `i + 14`.
    for (n, want) in [(14, "14"), (19, "19")] {
        let s = with(
            &format!(
                "void f(void) {{ void *q; int n = {n};
                   if (n < 10) q = malloc(500); else {{ q = malloc(n); free(q); q = malloc(n - 9); }}
                   free(q); }}"
            ),
            "f",
        );
        assert_eq!(text(&s), want);
    }
}

/// Its interpolant is `i % 2 == 0`, which the document prints negated: the
/// second round does not use the first, the third and fourth use those.
#[test]
fn figure_3_rounds_three_and_four_are_not_explored() {
    let s = with(
        "void f(int c) { klee_assume(c >= 0); int N = 3;
           int **matrix = malloc(5 * sizeof(int*)); char *b = malloc(c);
           for (int i = 0; i <= N; i++) { if (i % 2 == 0) matrix[i] = malloc(i * sizeof(int)); }
           free(b); }",
        "f",
    );
    assert_eq!(text(&s), "48 + c");
    let r = rounds(&s);
    assert_eq!(r.len(), 5, "{r:?}");
    assert_eq!(r[0].reused, None);
    assert_eq!(
        (r[1].reused, r[1].refused),
        (None, Some(Refused::Interpolant))
    );
    let visit = |i: usize| s.visits.iter().position(|v| std::ptr::eq(v, r[i]));
    assert_eq!((r[2].reused, r[3].reused), (visit(0), visit(1)));
    // The loop cannot be entered again: a fact of the context.
    assert_eq!(r[4].reused, None);
}

/// What was impossible is told with the names of the source and its reason.
#[test]
fn what_was_impossible_is_told_where_it_is_asked_for() {
    let source = "void f(int c) { klee_assume(c >= 0); int N = 3;
           int **matrix = malloc(5 * sizeof(int*)); char *b = malloc(c);
           for (int i = 0; i <= N; i++) { if (i % 2 == 0) matrix[i] = malloc(i * sizeof(int)); }
           free(b); }";
    let told = Parts {
        told: true,
        ..Parts::default()
    };
    let s = match try_with(source, "f", told) {
        Ok(s) => s,
        Err(w) => panic!("{}", w.0),
    };
    assert_eq!(text(&s), "48 + c");
    let r = rounds(&s);
    let first = &r[0].closed;
    let odd = first.iter().find(|c| c.condition.contains("i % 2"));
    assert!(odd.is_some(), "{first:?}");
    assert!(first.iter().any(|c| c.reason.contains('i')), "{first:?}");
    assert!(!r[0].high.is_empty() && r[0].within.is_none(), "{r:?}");
    // A use has no sides of its own.
    assert!(r[2].closed.is_empty() && r[2].reused.is_some(), "{r:?}");
    let quiet = with(source, "f");
    assert!(quiet
        .visits
        .iter()
        .all(|v| v.closed.is_empty() && v.high.is_empty()));
}

#[test]
fn figure_4_its_left_path_is_infeasible() {
    let s = with(
        "void f(int x) { void *a = malloc(20), *b = 0; if (x == 0) { b = 0; } else { x = 0; }
           if (x > 1) b = malloc(100); else b = malloc(30); free(a); free(b); }",
        "f",
    );
    assert_eq!(text(&s), "50");
    // Its side with 100 is not walked: that would be 120. Where it could be entered
    // the same text gives that.
    let s = with(
        "void f(int x) { void *a = malloc(20), *b = 0; if (x == 0) { b = 0; } else { x = 2; }
           if (x > 1) b = malloc(100); else b = malloc(30); free(a); free(b); }",
        "f",
    );
    assert_eq!(text(&s), "120");
}

/// The second visit of 8 does not use the first (a path that was infeasible is
/// not), 5b uses 5a, and the two witnesses at 8b differ.
#[test]
fn figure_5_two_witnesses_and_another_context() {
    let s = with(
        "void f(int b, int k, int m, int j) { klee_assume(b >= 1); int a;
           char *p = malloc(20);
           if (k) a = 20; else a = 30;
           if (m) { free(p); j = 0; } else { char *q = malloc(a); }
           if (j >= 0) { int c = klee_range(0, b, \"c\"); char *x = malloc(c); }
           else { char *y = malloc(b); free(y); } }",
        "f",
    );
    assert_eq!(text(&s), "50 + b");
    // The join behind `if (k)` is 5, the one behind `if (m)` is 8, the last one
    // is the end.
    let rest: Vec<&Visit> = s.visits.iter().filter(|v| v.round == Some(false)).collect();
    let five: Vec<&Visit> = rest
        .iter()
        .copied()
        .filter(|v| v.block == rest[0].block)
        .collect();
    assert_eq!(five.len(), 2, "{rest:?}");
    assert!(
        five[0].reused.is_none() && five[1].reused.is_some(),
        "{rest:?}"
    );
    let eight: Vec<&Visit> = rest
        .iter()
        .copied()
        .filter(|v| v.block == rest[1].block)
        .collect();
    assert_eq!(eight.len(), 2, "{rest:?}");
    assert!(eight.iter().all(|v| v.reused.is_none()));
    assert!(eight
        .iter()
        .any(|v| v.refused == Some(Refused::Interpolant)));
    assert!(eight.iter().any(|v| v.witnesses_differ), "{eight:?}");
}

#[test]
fn example_2_a_witness_has_its_peak_elsewhere_in_another_context() {
    let program = |most: u32| {
        format!(
            "void f(unsigned c) {{ klee_assume(c < {most}); void *x = malloc(10), *y = malloc(5);
               free(y); free(x); void *z = malloc(c); free(z); }}"
        )
    };
    for (most, want) in [(5, 15), (20, 19)] {
        let s = with(&program(most), "f");
        let at = s.bound.evaluate(&|_| Some(BigInt::from(most - 1)));
        assert_eq!(at, Some(BigInt::from(want)), "{}", text(&s));
    }
}

/// The same region in three contexts: where `c < 3` its summary of `c < 5` is used, and
/// where `c < 20` what was its peak need not be it any more.
#[test]
fn example_2_where_the_summary_is_asked_for_again() {
    let s = with(
        "static void g(unsigned c) { void *x = malloc(10), *y = malloc(5);
           free(y); free(x); void *z = malloc(c); free(z); }
         void f(unsigned a, unsigned b, unsigned c) {
           klee_assume(a < 5); klee_assume(b < 3); klee_assume(c < 20); g(a); g(b); g(c); }",
        "f",
    );
    let calls: Vec<&Visit> = s.visits.iter().filter(|v| v.round.is_none()).collect();
    assert_eq!(calls.len(), 3, "{calls:?}");
    assert!(calls[1].reused.is_some(), "{calls:?}");
    assert_eq!(
        (calls[2].reused, calls[2].refused),
        (None, Some(Refused::Dominance)),
        "{calls:?}"
    );
    let most = |c: u32| {
        let value = |v| match name_of(&s.variables, v).as_str() {
            "c" => Some(BigInt::from(c)),
            _ => Some(BigInt::from(2)),
        };
        s.bound.evaluate(&value).expect("a number")
    };
    assert_eq!(most(19), BigInt::from(19), "{}", text(&s));
    assert_eq!(most(3), BigInt::from(15), "{}", text(&s));
}

/// What a parameter points to holds anything, and the same at each look.
#[test]
fn two_looks_at_an_element_of_a_parameter_see_one_value() {
    for (body, most) in [
        ("if (x[i] > 200) if (x[i] < 100) p = malloc(1000);", 0),
        (
            "if (x[i] > 100) p = malloc(8); else if (x[i] < 50) p = malloc(16);
             if (x[i] > 200 && x[i] < 100) { free(p); p = malloc(1000); }",
            16,
        ),
        (
            "x[i] = 7; if (x[i] != 7) p = malloc(1000); else p = malloc(3);",
            3,
        ),
    ] {
        let s = with(
            &format!(
                "void f(unsigned char *x) {{ for (int i = 0; i < 6; i++) {{ void *p = 0; {body} free(p); }} }}"
            ),
            "f",
        );
        assert_eq!(text(&s), most.to_string(), "{body}");
    }
    // Another parameter is another object, and what it points to may be anything.
    let s = with(
        "void f(unsigned char *x, unsigned char *y) { y[2] = 0; x[2] = 9; void *p = y[2] ? malloc(50) : malloc(4); free(p); }",
        "f",
    );
    assert_eq!(text(&s), "4");
}

/// Where the user says that they can be null, or lead to one object, they can.
#[test]
fn parameters_are_objects_of_their_own_only_where_they_are_said_to_be() {
    let null = HeapLimits {
        null: true,
        ..HeapLimits::default()
    };
    let alias = HeapLimits {
        alias: true,
        ..HeapLimits::default()
    };
    let nothing = "void f(unsigned char *x) { void *p = x ? malloc(4) : malloc(50); free(p); }";
    let one = "void f(unsigned char *x, unsigned char *y) { y[2] = 0; x[2] = 9;
        void *p = y[2] ? malloc(50) : malloc(4); free(p); }";
    for (source, heap) in [(nothing, null), (one, alias)] {
        let found = from_callers(source, "f", Parts::default(), heap);
        // Too much is no wrong answer, too little is one.
        if let Ok(s) = found {
            assert_eq!(text(&s), "50", "{source}");
        }
    }
}

#[test]
fn a_block_that_is_freed_does_not_hide_a_later_one() {
    let s = with(
        "void f(unsigned x, unsigned y, int k) { void *p, *q;
           if (k) { p = malloc(x); free(p); } q = malloc(y); free(q); }",
        "f",
    );
    assert!(
        ["max(x, y)", "max(y, x)"].contains(&text(&s).as_str()),
        "{}",
        text(&s)
    );
}

#[test]
fn a_slot_that_is_refilled_with_unknown_sizes_does_not_add_up() {
    let s = with(
        "unsigned char s[6];
         int main(void) { klee_make_symbolic(s, sizeof s, \"s\"); void *p = malloc(s[0]);
           for (int i = 1; i < 6; i++) { free(p); p = malloc(s[i]); } free(p); return 0; }",
        "main",
    );
    assert_eq!(text(&s), "255");
    assert!(s.work.reuses >= 4, "{:?}", s.visits);
}

/// Rounds that fill slots which an input chooses: the history of a slot is
/// forgotten, not that it holds one block at most. The least is what a run
/// needs.
#[test]
fn slots_that_an_input_chooses_hold_one_block_each() {
    let programs = [
        ("free(t[k]); t[k] = malloc(s[i] >> 2);", 9, 252, 252),
        // The new one is there before the old one is gone.
        ("void *v = malloc(s[i] >> 4); free(t[k]); t[k] = v;", 9, 75, 75),
        // Taken and given back.
        (
            "if (s[i] & 4) { if (t[k]) continue; t[k] = malloc(40); } else { free(t[k]); t[k] = 0; }",
            6,
            160,
            200,
        ),
        // What is overwritten without being freed stays.
        ("t[k] = malloc(10);", 4, 40, 40),
        // By another name.
        (
            "void **q = &t[k]; if (s[i] & 8) { free(*q); *q = 0; } else if (!*q) *q = malloc(7);",
            5,
            28,
            35,
        ),
    ];
    for (body, rounds, least, most) in programs {
        let s = with(
            &format!(
                "unsigned char s[{rounds}]; static void *t[4];
                 int main(void) {{ klee_make_symbolic(s, sizeof s, \"s\");
                   for (int i = 0; i < {rounds}; i++) {{ unsigned k = s[i] & 3; {body} }}
                   for (int k = 0; k < 4; k++) free(t[k]); return 0; }}"
            ),
            "main",
        );
        println!("{} in {} us: {body}", text(&s), s.work.time_us);
        // With less of their history, they still hold one block each.
        let source = format!(
            "unsigned char s[{rounds}]; static void *t[4];
             int main(void) {{ klee_make_symbolic(s, sizeof s, \"s\");
               for (int i = 0; i < {rounds}; i++) {{ unsigned k = s[i] & 3; {body} }}
               for (int k = 0; k < 4; k++) free(t[k]); return 0; }}"
        );
        if let Ok(f) = try_with(&source, "main", Parts::default().forgetful()) {
            let m: i64 = text(&f).replace(',', "").parse().expect("a number");
            println!("{m} with less history");
            assert!(least <= m, "{m} for {body}");
        }
        let n: i64 = text(&s).replace(',', "").parse().expect("a number");
        assert!(least <= n && n <= most, "{n} for {body}");
    }
}

/// What a region decides by numbers is part of its pattern: the second call
/// must not use the first.
#[test]
fn a_branch_that_a_number_decided_has_its_reason() {
    let s = with(
        "static void g(int k) { void *p; if (k == 3) p = malloc(500); else p = malloc(10); free(p); }
         void f(void) { g(1); g(2); g(3); }",
        "f",
    );
    assert_eq!(text(&s), "500");
    assert!(s.work.reuses >= 1, "{:?}", s.visits);
}

/// So is which cells are the same.
#[test]
fn another_aliasing_is_not_the_same_region() {
    let s = with(
        "static void g(int *a, int *b) { *a = 1; *b = 2; void *p = *a == 1 ? malloc(10) : malloc(700); free(p); }
         void f(void) { int x, y, z; g(&x, &y); g(&y, &z); g(&x, &x); }",
        "f",
    );
    assert_eq!(text(&s), "700");
    assert!(s.work.reuses >= 1, "{:?}", s.visits);
}

#[test]
fn cells_of_one_array_under_another_aliasing() {
    let s = with(
        "static int t[8];
         static void g(int i, int j) { t[i] = 1; t[j] = 2; void *p = t[i] == 1 ? malloc(10) : malloc(700); free(p); }
         void f(void) { g(0, 1); g(2, 5); g(4, 4); }",
        "f",
    );
    assert_eq!(text(&s), "700");
    assert!(s.work.reuses >= 1, "{:?}", s.visits);
}

/// What a region around wrote is what a region inside reads, not what was there
/// when the program began.
#[test]
fn what_a_region_around_wrote_is_read() {
    // Once as a size, and once as what decides about it.
    for block in [
        "malloc(x[k] > 100 ? 100 : 1)",
        "0; if (x[k] > 100) p = malloc(100); else p = malloc(1)",
    ] {
        let s = with(
            &format!(
                "static unsigned char x[4];
                 static void inner(int k) {{ void *p = {block}; free(p); }}
                 static void outer(int k) {{ x[k] = 200; inner(k); x[k] = 0; inner(k); }}
                 int main(void) {{ outer(1); outer(2); return 0; }}"
            ),
            "main",
        );
        assert_eq!(text(&s), "100", "{block}");
    }
}

/// Which of two paths is higher depends on what is behind the condition.
#[test]
fn dominance_is_part_of_the_pattern() {
    let s = with(
        "static void g(int k, unsigned n) { void *p; if (k) p = malloc(n); else p = malloc(50); free(p); }
         void f(int k) { g(k, 10); g(k, 20); g(k, 600); }",
        "f",
    );
    assert_eq!(text(&s), "600");
    assert!(
        s.visits
            .iter()
            .any(|v| v.refused == Some(Refused::Dominance)),
        "{:?}",
        s.visits
    );
}

#[test]
fn what_ends_the_program_in_a_callee_counts_and_its_caller_goes_on() {
    let s = with(
        "static void g(int k) { void *p = malloc(70); if (k) exit(0); free(p); }
         void f(int k) { g(k); g(k); void *q = malloc(90); free(q); }",
        "f",
    );
    assert_eq!(text(&s), "90");
    let s = with(
        "static void g(int k) { void *p = malloc(70); if (k) exit(0); free(p); }
         void f(int k) { void *r = malloc(5); g(k); void *q = malloc(10); free(q); free(r); }",
        "f",
    );
    assert_eq!(text(&s), "75");
}

#[test]
fn what_is_not_modelled_gives_no_bound() {
    let r = try_with(
        "int unknown(void *); void f(void) { void *p = malloc(8); unknown(p); free(p); }",
        "f",
        Parts::default(),
    );
    assert!(r.is_err());
    let r = try_with(
        "void f(int **p) { *p = 0; void *q = malloc(8); free(q); }",
        "f",
        Parts::default(),
    );
    assert!(r.is_err(), "a write through a pointer of the caller");
}

/// Programs whose highest point is easy to lose, each with what some run needs,
/// and whether the bound is expected to be that; it is told where it is not.
#[test]
fn hostile_programs_have_no_bound_below_what_a_run_needs() {
    let programs: &[(&str, i64, bool)] = &[
        // A pointer that is one of several blocks, freed through the copy.
        ("void f(int k) { void *a = malloc(10), *b = malloc(20), *c = k ? a : b; free(c); void *d = malloc(30); free(d); free(k ? b : a); }", 50, true),
        // Freed in another function than made, through a pointer to the pointer.
        ("static void give(void **p, int n) { *p = malloc(n); } static void take(void **p) { free(*p); *p = 0; }
          void f(void) { void *a, *b; give(&a, 10); give(&b, 20); take(&a); give(&a, 40); take(&b); take(&a); }", 60, true),
        // The same function through two names of one cell.
        ("static void g(int *a, int *b) { *b = 0; *a = 1; void *p = malloc(*b ? 90 : 5); free(p); }
          void f(void) { int x, y; g(&x, &y); g(&x, &x); }", 90, true),
        // A global that a callee changes between two equal calls.
        ("static int mode; static void g(void) { void *p = malloc(mode ? 80 : 8); free(p); mode = 1; }
          void f(void) { g(); g(); }", 80, true),
        // What a loop leaves behind is counted once per round.
        ("static void *t[10]; void f(void) { for (int i = 0; i < 10; i++) t[i] = malloc(i); }", 45, true),
        // The last round is another one.
        ("void f(void) { for (int i = 0; i < 20; i++) { void *p = malloc(i == 19 ? 300 : 3); free(p); } }", 300, true),
        // A block that only an early return leaves behind.
        ("static int g(int k) { void *p = malloc(50); if (k == 7) return 1; free(p); return 0; }
          void f(int k) { g(k); g(k); g(k); }", 150, true),
        // goto out of two loops, with a block held.
        ("void f(int k) { void *p = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) { p = malloc(9); if (i * 4 + j == k) goto out; free(p); p = 0; }
          out:; void *q = malloc(100); free(q); free(p); }", 109, true),
        // realloc that moves, in a loop.
        ("void f(void) { char *p = 0; for (int i = 1; i <= 5; i++) p = realloc(p, 10 * i); free(p); }", 90, true),
        // realloc of what may be null, twice.
        ("void f(int k) { char *p = 0; if (k) p = malloc(4); char *a = realloc(p, 8); a[0] = 1; void *q = malloc(a[0] == 1 ? 70 : 7); free(q); free(a); }", 78, true),
        // A structure that is copied with its pointer.
        ("struct s { void *p; int n; }; void f(void) { struct s a, b; a.p = malloc(33); a.n = 1; b = a; free(b.p); b.p = malloc(44); free(b.p); }", 44, false),
        // Lists freed by recursion.
        ("struct n { struct n *next; }; static struct n *push(struct n *l) { struct n *x = malloc(sizeof *x); x->next = l; return x; }
          static void drop(struct n *x) { if (!x) return; drop(x->next); free(x); }
          void f(void) { struct n *l = 0; for (int i = 0; i < 5; i++) l = push(l); drop(l); l = push(0); drop(l); }", 40, true),
        // A call through a pointer from a table, with an index of the input.
        ("static void a(void) { void *p = malloc(5); free(p); } static void b(void) { void *p = malloc(500); free(p); }
          static void (*const t[2])(void) = { a, b }; void f(unsigned char k) { t[k & 1](); }", 500, true),
        // A negative size is no peak; what it is tested for is.
        ("void f(int n) { char *p = malloc(n); if (!p) { void *q = malloc(600); free(q); return; } free(p); }", 600, false),
        // A switch whose default makes the most.
        ("static void g(int k) { void *p; switch (k) { case 1: p = malloc(1); break; case 2: p = malloc(2); break; default: p = malloc(200); } free(p); }
          void f(int k) { g(1); g(2); g(k); }", 200, true),
        // Exit from inside a loop of a callee, after a reuse.
        ("static void g(int k) { for (int i = 0; i < 3; i++) { void *p = malloc(60); if (i == k) exit(0); free(p); } }
          void f(int k) { void *h = malloc(7); g(5); g(k); void *q = malloc(20); free(q); free(h); }", 67, true),
        // calloc multiplies.
        ("void f(void) { void *p = calloc(12, 12), *q = malloc(6); free(p); free(q); }", 150, true),
        // Two cells of one array through an index, one of them written before.
        ("static unsigned char t[4]; static void g(int i, int j) { t[i] = 200; void *p = malloc(t[j]); free(p); }
          void f(void) { g(0, 1); g(1, 2); g(3, 3); }", 200, true),
        // A slot that an input chooses.
        ("static void *t[3]; void f(unsigned char i, unsigned char j) { t[i % 3] = malloc(25); t[j % 3] = malloc(25); free(t[0]); free(t[1]); free(t[2]); }", 50, true),
        // Slots whose distance is no multiple of their size.
        ("struct __attribute__((packed)) s { int k; void *p; }; static struct s t[4];
          void f(unsigned char i) { i &= 3; t[i].p = malloc(25); if (i == 3) { void *q = malloc(300); free(q); }
          for (int k = 0; k < 4; k++) { free(t[k].p); t[k].p = 0; } }", 325, false),
        // What a level in the middle wrote is read below, not what was there at first.
        ("static int mode[2]; static void g(int d) { if (d > 0) { g(d - 1); return; } void *p = malloc(mode[0] ? 80 : 8); free(p); }
          static void k(int d) { mode[0] = d; g(2); } void f(void) { g(2); k(1); k(0); }", 80, true),
        ("static int t[3]; static int deep(int d, int i) { return d ? deep(d - 1, i) : t[i]; }
          static void mid(int i) { t[i] = 70; void *p = malloc(deep(3, i)); free(p); }
          void f(void) { t[1] = 5; void *a = malloc(deep(3, 1)); mid(1); free(a); mid(2); }", 75, true),
        // An index that is itself read far below.
        ("static int ix[2] = {0, 1}; static int sz[2] = {10, 90}; static int get(int d, int k) { return d ? get(d - 1, k) : sz[ix[k]]; }
          void f(void) { void *p = malloc(get(2, 0)); free(p); ix[0] = 1; p = malloc(get(2, 0)); free(p); }", 90, true),
        ("struct s { int a, n; }; static struct s t[3]; static int sum(int d) { return d < 0 ? 0 : t[d].n + sum(d - 1); }
          void f(void) { t[0].n = 1; t[1].n = 2; t[2].n = 3; void *p = malloc(sum(2)); free(p); t[1].n = 20; p = malloc(sum(2)); free(p); }", 24, true),
        // More than thirty tests of one number, which then is another one.
        ("static int g(int n) { int c = 0; while (n > 0) { n--; c++; } return c; } static void h(int n) { void *p = malloc(g(n) * 10); free(p); }
          void f(void) { h(50); h(50); h(60); h(49); }", 600, true),
        ("static int w; static void g(int n) { for (int i = 0; i < n; i++) if (i == w) { void *p = malloc(44); free(p); } }
          void f(void) { w = 100; g(40); w = 39; g(40); }", 44, true),
        ("static int lim; static void r(int d) { if (d >= lim) { void *p = malloc(d); free(p); return; } r(d + 1); }
          void f(void) { lim = 35; r(0); lim = 45; r(0); }", 45, true),
        // Two states that have some pieces in common.
        ("static int t[4]; void f(int k) { t[0] = 1; t[1] = 20; if (k) { t[1] = 30; t[2] = 40; } else { t[2] = 5; } void *p = malloc(t[0] + t[1] + t[2]); free(p); }", 71, true),
        ("void f(int k) { void *a = malloc(10), *b = malloc(20); if (k) free(a); void *c = malloc(15); if (!k) free(a); free(b); free(c); }", 45, true),
        ("static void *t[6]; void f(int k) { for (int i = 0; i < 6; i++) t[i] = malloc(10 * (i + 1)); for (int i = 5; i >= 0; i--) { if (i == k) continue; free(t[i]); }
          void *q = malloc(200); free(q); }", 260, true),
        ("void f(unsigned char x, int k) { void *a = k ? malloc(x) : 0; void *b = malloc(7); free(a); void *c = malloc(x); free(b); free(c); }", 262, true),
        // A callee that leaves less than it found, and is higher on the way.
        ("static void g(void **p) { void *x = malloc(100); free(x); free(*p); *p = 0; } void f(void) { void *p = malloc(10); g(&p); }", 110, true),
        ("static void g(void **p) { free(*p); *p = malloc(30); } void f(void) { void *p = malloc(20); g(&p); void *q = malloc(5); g(&p); free(p); free(q); }", 35, true),
        // Which size is the larger one is another thing in each context.
        ("static void r(int d, unsigned s, int k) { void *p; if (k > d) p = malloc(s); else p = malloc(50); if (d > 0) r(d - 1, s, k); free(p); }
          void f(int k) { r(3, 10, k); r(3, 60, k); }", 240, true),
        ("static void g(int k, unsigned n, unsigned m) { void *p; if (k) p = malloc(n); else p = malloc(m); free(p); }
          void f(int k) { g(k, 5, 9); g(k, 9, 5); g(0, 1, 77); }", 77, true),
        // A do-while that is left in its middle.
        ("void f(int k) { int i = 0; void *p; do { p = malloc(30); if (k > 3) break; free(p); } while (++i < 3); if (k > 3) { void *q = malloc(30); free(q); free(p); } }", 60, true),
    ];
    let (mut bounded, mut wrong) = (0, Vec::new());
    for (source, needs, tight) in programs {
        let s = match try_with(source, "f", Parts::default()) {
            Ok(s) => s,
            Err(w) => {
                println!("no bound ({}): {source}", w.0);
                continue;
            }
        };
        bounded += 1;
        // The inputs that need it are among these.
        let at = |n: i64| s.bound.evaluate(&|_| Some(BigInt::from(n)));
        let most = (-1..20).filter_map(at).max();
        if most < Some(BigInt::from(*needs)) {
            wrong.push(format!("{} for\n{source}", text(&s)));
        } else if *tight && most != Some(BigInt::from(*needs)) {
            println!("not reached: {} for {source}", text(&s));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(bounded * 10 >= programs.len() * 7, "{bounded}");
}

/// The program of a family for a size (`bench/memory/families.sh`).
fn family(name: &str, n: &str) -> (String, String) {
    let script =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/memory/families.sh");
    let out = std::process::Command::new(script).args([name, n]).output();
    let out = out.expect("families.sh");
    assert!(out.status.success(), "{name}");
    let source = String::from_utf8(out.stdout).expect("text");
    let line = source.lines().next().expect("a line").to_string();
    let bound = line
        .trim_start_matches("/* memory: main => ")
        .trim_end_matches(" */");
    let number = |f: &str| f.trim().parse::<u64>().expect("a factor");
    let product = |p: &str| p.split('*').map(number).product::<u64>();
    let sum: u64 = bound.split('+').map(product).sum();
    (source.clone(), sum.to_string())
}

const FAMILIES: &[&str] = &[
    "allocate",
    "use",
    "pairs",
    "nested",
    "calls",
    "recursion",
    "larger",
];

/// The families that the shape of the program bounds, rounds that fill slots among
/// them which an input chooses: summaries have a path per slot and round.
const BY_SHAPE: &[&str] = &["slots"];

/// The bound by shape alone, and the time that it took.
fn by_shape(source: &str) -> (String, f64) {
    let m = module(source, "main");
    let mut o = Options::default();
    o.explore.entry = Entry::Main { args: Vec::new() };
    o.budget.max_paths = Some(0);
    (o.summaries.reuse, o.slice) = (false, false);
    let f = m.function("main").expect("main");
    let start = std::time::Instant::now();
    let r = analyse(&m, f, &o, &mut |_| {}).expect("analysis");
    let bound = match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { missing, .. } => format!("unknown: {missing:?}"),
    };
    (bound, start.elapsed().as_secs_f64())
}

/// n slots, three times as many rounds, each of which empties one and fills it: n
/// times the largest block, at once whatever n is.
#[test]
fn the_family_of_slots() {
    let sizes = std::env::var("EP_MEMORY_SCALE").unwrap_or_else(|_| "10,20,1000".into());
    for name in BY_SHAPE {
        for n in sizes.split(',') {
            let (source, want) = family(name, n);
            let (bound, time) = by_shape(&source);
            println!("{name:<10} {n:>5} {time:>9.3} s   {bound}");
            assert_eq!(bound.replace(',', ""), want, "{name} {n}");
        }
    }
}

/// Bounds of the families; with other sizes, how they grow. One part of the
/// algorithm is switched off at a time for `EP_MEMORY_OFF=reuse` (or
/// `interpolation`, `dominance`).
#[test]
fn the_families() {
    let sizes = std::env::var("EP_MEMORY_SCALE").unwrap_or_else(|_| "10,20".into());
    let only = std::env::var("EP_MEMORY_ONLY").unwrap_or_default();
    let mut parts = Parts::default();
    match std::env::var("EP_MEMORY_OFF").as_deref() {
        Ok("reuse") => parts.reuse = false,
        Ok("interpolation") => parts.interpolation = false,
        Ok("dominance") => parts.dominance = false,
        _ => {}
    }
    for name in FAMILIES {
        if !only.is_empty() && only != *name {
            continue;
        }
        for n in sizes.split(',') {
            let (source, want) = family(name, n);
            match try_with(&source, "main", parts) {
                Ok(s) => {
                    println!(
                        "{name:<10} {n:>5} {:>8} visits {:>8} reuses {:>8} paths {:>8} questions {:>9.3} s   {}",
                        s.work.states,
                        s.work.reuses,
                        s.paths,
                        s.work.questions,
                        s.work.time_us as f64 / 1e6,
                        text(&s)
                    );
                    assert_eq!(text(&s).replace(',', ""), want, "{name} {n}");
                }
                Err(w) if parts.reuse && parts.interpolation && parts.dominance => {
                    panic!("{name} {n}: {}", w.0)
                }
                Err(w) => println!("{name:<10} {n:>5} {}", w.0),
            }
        }
    }
}
