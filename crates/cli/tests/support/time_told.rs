//! What `everypath time` tells beside a verdict: parts, tables, gaps, overflows that are
//! reached, and that it was checked in other ways.

use crate::timed::{text, time};

/// Other representations give the same answer, and a second grid of runs keeps to it.
#[test]
fn the_answer_is_checked_in_other_ways_where_that_is_asked() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "void f(unsigned j, int y) { while (j > 0) j++; while (y > 0) y -= 2; }";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = time(dir.path(), &["f.c", "--entry", "f", "--cross-check"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    let note = told.lines().find(|l| l.contains("cross-check: "));
    assert!(note.is_some_and(|n| n.contains("of 2 other")), "{told}");
    assert!(!told.contains("agree at 0 inputs"), "{told}");
}

/// With `--overflow error` a run that overflows is told, with its input.
#[test]
fn an_overflow_that_a_run_reaches_is_reported() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let over = "void f(int x) { while (x > 0) x++; }";
    let none = "void f(int x) { while (x > 0) x--; }";
    std::fs::write(dir.path().join("over.c"), over).expect("a file");
    std::fs::write(dir.path().join("none.c"), none).expect("a file");
    let args = |f| [f, "--entry", "f", "--overflow", "error", "--json"];
    let out = time(dir.path(), &args("over.c"));
    assert_eq!(out.status.code(), Some(1), "{}", text(&out));
    let value: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(value["overflow"]["place"]["line"], 1, "{value}");
    assert_eq!(value["overflow"]["inputs"][0]["name"], "x");
    let out = time(dir.path(), &args("none.c"));
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
}

/// `--loops` is a table of all loops, with what holds beyond the types; a budget is
/// compared with products and powers, too; what the C library executes is a part.
#[test]
fn loops_are_a_table_and_parts_are_told() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "unsigned long strlen(const char *);
        int f(unsigned x, const char *s) { unsigned i;
          for (i = 0; i < x; i++) ;
          return strlen(s); }";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let args = [
        "f.c",
        "--entry",
        "f",
        "--loops",
        "--budget",
        "pow(x, 2) + 100*strlen(s) + 1000",
    ];
    let out = time(dir.path(), &args);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(told.contains("is kept (proved)"), "{told}");
    assert!(told.contains("of it the C library"), "{told}");
    let row = told.lines().find(|l| l.contains("f.c:3 loop"));
    assert!(
        row.is_some_and(|r| r.contains("exact") && !r.contains("4294967295")),
        "{told}"
    );
    let rows = told.lines().filter(|l| l.trim_start().starts_with("f.c:"));
    assert_eq!(rows.count(), 2, "one row per loop: {told}");
}

/// A run that goes by what it waits for: of which inputs that is so.
#[test]
fn strides_that_never_meet_are_told_by_their_last_bits() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let cases = [
        (
            "void f(unsigned x, unsigned c) { while (x != c) x += 6; }",
            "x - c is odd",
        ),
        (
            "void f(unsigned x) { while (x != 3) x += 4; }",
            "(x & 0x3) != 3",
        ),
    ];
    for (source, kept) in cases {
        std::fs::write(dir.path().join("f.c"), source).expect("a file");
        let out = time(dir.path(), &["f.c", "--entry", "f"]);
        let told = text(&out);
        assert_eq!(out.status.code(), Some(1), "{told}");
        assert!(told.contains(kept), "{kept}: {told}");
    }
}

/// What `ep_tick` says is counted by the interpreter and natively, also where it varies;
/// and a call of it comes back whatever is counted.
#[test]
fn ticks_are_counted_in_both_ways() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let fixed = "void ep_tick(unsigned);
        void f(unsigned n) { for (unsigned i = 0; i < n; i++) ep_tick(3); }";
    let varied = "void ep_tick(unsigned);
        void f(unsigned n) { for (unsigned i = 0; i < n; i++) ep_tick(i); }";
    std::fs::write(dir.path().join("fixed.c"), fixed).expect("a file");
    std::fs::write(dir.path().join("varied.c"), varied).expect("a file");
    let told = |args: &[&str]| {
        let out = time(dir.path(), args);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out));
        text(&out)
    };
    let ticks = told(&["fixed.c", "--entry", "f", "--cost", "ticks"]);
    assert!(ticks.contains("3*n     exact"), "{ticks}");
    assert!(ticks.contains("natively with the same count"), "{ticks}");
    let plain = told(&["fixed.c", "--entry", "f"]);
    assert!(plain.contains("natively with the same count"), "{plain}");
    assert!(!plain.contains("end otherwise"), "{plain}");
    let varied = told(&["varied.c", "--entry", "f", "--cost", "ticks"]);
    assert!(
        varied.contains("all as computed") || varied.contains("none above"),
        "{varied}"
    );
}

/// A tree is walked by recursion and given back on the way; `--strict` allows no use of
/// what was freed, and nothing excludes it.
#[test]
fn a_tree_is_freed_by_recursion() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "void free(void *); struct t { struct t *l, *r; int v; };
        void f(struct t *p) { if (!p) return; f(p->l); f(p->r); free(p); }";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = time(dir.path(), &["f.c", "--entry", "f"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(
        told.contains("what the call frees is not used again"),
        "{told}"
    );
    let out = time(dir.path(), &["f.c", "--entry", "f", "--strict"]);
    assert_eq!(out.status.code(), Some(3), "{}", text(&out));
}

/// Calls through a table whose index is not known are followed to each function.
#[test]
fn an_unknown_index_of_a_table_leads_to_each_function() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let source = "static int a(int x) { return x - 1; } static int b(int x) { return x - 2; }
        static int (*const t[2])(int) = {a, b};
        int f(int x, unsigned i) { while (x > 0) x = t[i & 1](x); return x; }";
    std::fs::write(dir.path().join("f.c"), source).expect("a file");
    let out = time(dir.path(), &["f.c", "--entry", "f"]);
    let told = text(&out);
    assert_eq!(out.status.code(), Some(0), "{told}");
    assert!(
        told.contains("all as computed") || told.contains("none above"),
        "{told}"
    );
}
