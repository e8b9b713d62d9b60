//! The bound by the shape of a program alone: tests on the way to an
//! allocation, constant tables, ways on which a pointer is null, calls through
//! tables of functions. Paths are switched off, so that the shape answers.

#[path = "support/heap.rs"]
mod heap;
#[path = "support/random.rs"]
mod random;

use ep_base::memory::{name_of, Bound, HeapResult};
use ep_ir::interp::{self, End, InterpConfig};
use heap::{by_shape, heap, heap_of, module};
use num_bigint::BigInt;
use random::Random;

fn shape(source: &str) -> HeapResult {
    shape_with(source, None)
}

/// With bytes of standard input.
fn shape_with(source: &str, stdin: Option<u64>) -> HeapResult {
    let head = "#include <stdlib.h>\n#include <string.h>\n#include <klee/klee.h>\n#define IN klee_int(\"m\")\n";
    heap(&format!("{head}{source}"), |o| {
        by_shape(o);
        o.explore.stdin = stdin;
    })
}

fn text(r: &HeapResult) -> String {
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { missing, .. } => format!("unknown: {missing:?}"),
    }
}

/// The number that the bound is, with every variable at its greatest.
fn number(source: &str) -> BigInt {
    let r = shape(source);
    let e = r.heap.bound.expr();
    let e = e.unwrap_or_else(|| panic!("{} for\n{source}", text(&r)));
    e.evaluate(&|v| Some(r.variables.get(v)?.high.clone()))
        .expect("a value")
}

fn none(source: &str) {
    let r = shape(source);
    assert!(
        matches!(r.heap.bound, Bound::Unknown { .. }),
        "{} for\n{source}",
        text(&r)
    );
}

/// A test that every way to the allocation passes bounds its size.
#[test]
fn tests_on_the_way_bound_a_size() {
    let programs = [
        ("void f(void) { unsigned n = IN; if (n > 40) return; free(malloc(n)); }", 40),
        ("void f(void) { int n = IN; if (n < 0 || n >= 40) return; free(malloc(n)); }", 39),
        ("void f(void) { int n = IN; if (n == 0 || n > 24) return; if (n < 0) return; free(malloc(n + 2)); }", 26),
        ("void f(void) { unsigned char c = IN; if (c == 0 || c > 24) return; unsigned len = c; free(malloc(len)); }", 24),
        ("void f(void) { for (;;) { unsigned n = IN; if (n == 0) break; if (n > 40) continue; char *q = malloc(n), *r = malloc(32); free(q); free(r); } }", 72),
        ("static void g(unsigned n) { free(malloc(n)); } void f(void) { unsigned n = IN; if (n <= 9) g(n); }", 9),
        ("void f(void) { for (int i = 0; i < 3; i++) { signed char c = IN; if (c < 5 || c > 7) continue; if (!malloc(c)) return; } }", 21),
    ];
    for (source, want) in programs {
        assert_eq!(number(source), BigInt::from(want), "{source}");
    }
}

/// The same where the test says nothing about what is allocated.
#[test]
fn tests_that_bound_nothing() {
    // Another number by then.
    none("void f(void) { unsigned n = IN; if (n > 40) return; n = IN; free(malloc(n)); }");
    none("void f(void) { unsigned n = IN; if (n > 40) return; for (;;) { char *p = malloc(n); n = IN; free(p); } }");
    // The wrong side, or one of two ways.
    none("void f(void) { unsigned n = IN; if (n <= 40) return; free(malloc(n)); }");
    none("void f(void) { unsigned n = IN, m = IN; if (m || n <= 40) free(malloc(n)); }");
    // Negative, which is a large size without a sign.
    none("void f(void) { int n = IN; if (n > 40) return; unsigned m = n; free(malloc(m)); }");
    // Changed after it was tested, in the same variable.
    none("void f(void) { unsigned n = IN; if (n > 40) return; n = n * 100; free(malloc(n)); }");
    none("void f(void) { unsigned n = IN, k = IN; for (int i = 0; i < 2; i++) { if (n > 40) return; n = k; free(malloc(n)); } }");
    // Tested by what it was before.
    none("void f(void) { unsigned n = 0, k = IN, old; for (int i = 0; i < 2; i++) { old = n; n = k; if (old < 10) free(malloc(n)); } }");
    // What was computed from the number before it became a small one.
    let before = "void f(void) { unsigned short n = IN; unsigned r = n + 1u; n = 0; if (n < 10) free(malloc(r)); }";
    assert_eq!(number(before), BigInt::from(65536));
}

#[test]
fn a_constant_table_bounds_what_is_read_from_it() {
    let head = "static const unsigned size[3] = {16, 64, 32};\n";
    let read = "void f(void) { unsigned k = IN; if (k > 2) return; free(malloc(size[k])); }";
    assert_eq!(number(&format!("{head}{read}")), BigInt::from(64));
    let records = "static const struct { char kind; unsigned short room; int other; } t[2] = {{1, 500, 9000}, {2, 20, -1}};\n\
         void f(void) { unsigned k = IN; if (k > 1) return; free(malloc(t[k].room)); }";
    assert_eq!(number(records), BigInt::from(500));
    // A table that can be written holds anything.
    none("static unsigned size[3] = {16, 64, 32}; void f(void) { unsigned k = IN; if (k > 2) return; size[k] = IN; free(malloc(size[k])); }");
    // A table that is elsewhere.
    none("extern const unsigned size[3]; void f(void) { unsigned k = IN; if (k > 2) return; free(malloc(size[k])); }");
}

/// On the way where the pointer is null there is nothing to free.
#[test]
fn what_is_freed_unless_it_is_null() {
    let source = "static int g(void) { char *t = malloc(32); if (!t) return -1; t[0] = 1; free(t); return 0; }
         void f(void) { while (IN) g(); }";
    assert_eq!(number(source), BigInt::from(32));
    let two = "static int g(int k) { char *t = malloc(32); if (t) { if (k) { free(t); return 1; } free(t); } return 0; }
         void f(void) { while (IN) g(IN); }";
    assert_eq!(number(two), BigInt::from(32));
    // Another pointer is null, or this one is not.
    none(
        "static int g(char *o) { char *t = malloc(32); if (!o) return -1; free(t); return 0; }
         void f(char *o) { while (IN) g(o); }",
    );
    none(
        "static int g(int k) { char *t = malloc(32); if (t) return -1; free(t); return 0; }
         void f(void) { while (IN) g(IN); }",
    );
    for null in ["!t", "t == NULL", "NULL == t"] {
        none(&format!("static int g(int k) {{ char *t = malloc(32); if ({null}) return -1; if (k) return 2; free(t); return 0; }}
             void f(void) {{ while (IN) g(IN); }}"));
    }
}

/// Hooks that the source fills are what the source puts there.
#[test]
fn calls_through_a_table_of_functions() {
    let hooks = "static struct { void *(*get)(size_t); void (*put)(void *); } hooks = {malloc, free};
         struct n { struct n *next; };
         static void drop(struct n *x) { while (x) { struct n *n = x->next; hooks.put(x); x = n; } }
         void f(void) { struct n *h = 0; for (int i = 0; i < 5; i++) { struct n *x = hooks.get(sizeof *x); if (!x) break; x->next = h; h = x; } drop(h); }";
    assert_eq!(number(hooks), BigInt::from(40));
    let worst = "static int small(void) { free(malloc(8)); return 0; } static int large(void) { char *p = malloc(100); return p != 0; }
         static struct { int (*a)(void), (*b)(void); } ops = {small, large};
         void f(void) { for (int i = 0; i < 3; i++) ops.b(); }";
    assert!(number(worst) >= BigInt::from(300));
    // A function that is put there elsewhere can be any.
    none("extern void *(*get)(size_t); void f(void) { for (int i = 0; i < 5; i++) get(8); }");
}

/// Whether the bound says what it takes for granted of `volatile` objects.
fn speaks_of_devices(source: &str) -> bool {
    let r = shape(source);
    r.assumptions.iter().any(|a| a.contains("`volatile`"))
}

#[test]
fn what_a_device_may_change_is_an_assumption() {
    let made = "char *p = malloc(n); if (p) free(p); return 0; }";
    for source in [
        // Copied whole.
        format!("struct s {{ unsigned char n[40]; }}; volatile struct s t;\nint f(void) {{ struct s x = t; size_t n = x.n[3] & 7; {made}"),
        format!("volatile unsigned char t = 4;\nint f(void) {{ size_t n = t; {made}"),
        // Through a pointer of the caller, in a callee, behind a pointer to a function.
        format!("int f(const volatile unsigned char *t) {{ size_t n = *t; {made}"),
        format!("volatile unsigned char t;\nstatic int g(void) {{ return t & 7; }}\nint f(void) {{ size_t n = g(); {made}"),
        format!("volatile unsigned char t;\nstatic int g(void) {{ return t & 7; }}\nstatic int h(void) {{ return 1; }}\nstatic int (*const c[2])(void) = {{g, h}};\nint f(unsigned k) {{ size_t n = c[k & 1](); {made}"),
    ] {
        assert!(speaks_of_devices(&source), "{source}");
    }
    for source in [
        format!("static const unsigned char t[4] = {{1, 2, 3, 4}};\nint f(unsigned k) {{ size_t n = t[k & 3]; {made}"),
        // A local that no device has.
        format!("int f(unsigned k) {{ volatile unsigned char t[4] = {{1}}; size_t n = t[k & 3] + t[0]; {made}"),
        // It is written and not read; it is read where the entry never comes.
        format!("volatile unsigned char t;\nint f(void) {{ t = 3; size_t n = 3; {made}"),
        format!("volatile unsigned char t;\nint g(void) {{ return t; }}\nint f(void) {{ size_t n = 3; {made}"),
        // Nothing is made.
        "volatile unsigned char t;\nint f(void) { return t; }".to_string(),
    ] {
        assert!(!speaks_of_devices(&source), "{source}");
    }
}

/// Where there is no bound, the places are told at which paths were left.
#[test]
fn what_a_limit_leaves_behind_has_its_place() {
    let r = shape("void f(void) { while (IN) {\n(void)malloc(32); } }");
    let Bound::Unknown { missing, .. } = &r.heap.bound else {
        panic!("{}", text(&r));
    };
    let left = |m: &&ep_base::memory::Missing| m.what.contains("not followed to their end");
    assert!(
        missing.iter().find(left).is_some_and(|m| m.place.line > 0),
        "{missing:?}"
    );
}

/// A round that reads standard input takes one of its bytes.
#[test]
fn standard_input_bounds_rounds() {
    let keep =
        "static void *kept[99]; static int n; static void keep(int k) { kept[n++] = malloc(k); }";
    let bound = |f: &str, bytes: u64| {
        let source = format!("#include <stdio.h>\n{keep}\nvoid f(void) {{ {f} }}");
        text(&shape_with(&source, Some(bytes)))
    };
    let counted = [
        ("int c; while ((c = getchar()) != EOF) keep(8);", "48"),
        (
            "for (int c; (c = fgetc(stdin)) >= 0;) if (c == 'x') keep(8); else keep(5);",
            "48",
        ),
        (
            "int c; while ((c = getchar()) != EOF && c != 10) keep(8);",
            "48",
        ),
        (
            "for (;;) { int c = getchar(); if (c == EOF) break; keep(8); }",
            "48",
        ),
        ("char line[9]; while (fgets(line, 9, stdin)) keep(8);", "48"),
        ("while (getchar() == 'a') keep(8);", "48"),
        // What stands before the test is done once more.
        (
            "int c; do { keep(8); c = getchar(); } while (c != EOF);",
            "56",
        ),
        // The lower of two counts.
        (
            "for (int i = 0; i < 4; i++) { if (getchar() == EOF) return; keep(8); }",
            "32",
        ),
        (
            "for (int i = 0; i < 400; i++) { if (getchar() == EOF) return; keep(8); }",
            "48",
        ),
    ];
    for (f, want) in counted {
        assert_eq!(bound(f, 6), want, "{f}");
    }
}

/// A round that may take none, and bytes that come again.
#[test]
fn what_reads_no_byte_counts_no_rounds() {
    let keep =
        "static void *kept[99]; static int n; static void keep(int k) { kept[n++] = malloc(k); }";
    let none = |f: &str| {
        let source = format!("#include <stdio.h>\n#include <unistd.h>\n{keep}\n{f}");
        let r = shape_with(&source, Some(6));
        let rounds = text(&r).contains("whose rounds have no bound");
        assert!(rounds, "{} for\n{source}", text(&r));
    };
    none("void f(void) { int c; while ((c = getchar()) != EOF) { keep(8); if (n < 50) ungetc(c, stdin); } }");
    none("void f(void) { int c; while ((c = getchar()) != EOF) { keep(8); rewind(stdin); } }");
    none("void f(void) { int c; while ((c = getchar()) != EOF) { keep(8); lseek(0, 0, SEEK_SET); } }");
    none("static void (*again)(FILE *) = rewind; void f(void) { int c; while ((c = getchar()) != EOF) { keep(8); again(stdin); } }");
    none("void f(void) { int c; while ((c = getchar()) != EOF) { keep(8); stdin = fopen(\"x\", \"r\"); } }");
    // Another stream, and none that is known.
    none("void f(void) { FILE *g = fopen(\"x\", \"r\"); int c; while ((c = fgetc(g)) != EOF) keep(8); }");
    // The end, and a buffer without room.
    none("void f(void) { while (getchar() == EOF) keep(8); }");
    none("void f(void) { char line[9]; while (fgets(line, 1, stdin)) keep(8); }");
    none("void f(void) { while (getchar() != 'a') keep(8); }");
    // Read once, before the loop; in some rounds; in a loop inside.
    none("void f(void) { int c = getchar(); while (c != EOF) keep(8); }");
    none("void f(void) { int c = 0; while (c != EOF) { if (klee_int(\"k\")) c = getchar(); keep(8); } }");
    none("void f(void) { for (;;) { while (getchar() != EOF) {} if (klee_int(\"k\")) return; keep(8); } }");
    // A function of the program with that name.
    none("static int own(void) { return 1; }\n#undef getchar\n#define getchar own\nvoid f(void) { while (getchar() != EOF) keep(8); }");
}

/// A round that is tested at its end is gone through once before that, and a
/// counter that moves before its test may wrap around.
#[test]
fn rounds_that_are_tested_at_their_end() {
    let list = "struct s { struct s *next; }; static struct s *l; static void keep(void) { struct s *x = malloc(8); x->next = l; l = x; }";
    let at = |f: &str, n: i64| {
        let source = format!("{list}\n{f}");
        let r = shape(&source);
        let e = r.heap.bound.expr();
        let e = e.unwrap_or_else(|| panic!("{} for\n{source}", text(&r)));
        e.evaluate(&|_| Some(BigInt::from(n))).expect("a value")
    };
    let programs = [
        (
            "void f(unsigned n) { unsigned i = 0; do { keep(); i++; } while (i < n); }",
            [(0, 8), (1, 8), (5, 40)],
        ),
        (
            "void f(int n) { int i = 0; do { keep(); } while (++i < n); }",
            [(-3, 8), (1, 8), (5, 40)],
        ),
        (
            "void f(unsigned n) { do { keep(); } while (n--); }",
            [(0, 8), (1, 16), (5, 48)],
        ),
        (
            "void f(int n) { do { keep(); n--; } while (n > 0); }",
            [(-2, 8), (1, 8), (5, 40)],
        ),
        (
            "void f(unsigned n) { for (unsigned i = 0;; i++) { keep(); if (i >= n) break; } }",
            [(0, 8), (1, 16), (5, 48)],
        ),
        (
            "void f(unsigned n) { for (unsigned i = 0; i < n; i++) keep(); }",
            [(0, 0), (1, 8), (5, 40)],
        ),
        (
            "void f(unsigned n) { while (n--) keep(); }",
            [(0, 0), (1, 8), (5, 40)],
        ),
    ];
    for (f, values) in programs {
        for (n, bytes) in values {
            assert_eq!(at(f, n), BigInt::from(bytes), "n = {n}: {f}");
        }
    }
    let none = |f: &str| none(&format!("{list}\n{f}"));
    // 0 is stepped over.
    none("void f(unsigned n) { do { keep(); } while (--n); }");
    none("void f(unsigned n, unsigned m) { do { keep(); n++; } while (n < m); }");
    let nine = "void f(void) { unsigned n = 9; do { keep(); } while (--n); }";
    assert_eq!(at(nine, 0), BigInt::from(72));
}

/// A register that counts matches, cells or bytes is bounded by tests before
/// its steps, by where it stops, or by the rounds of the loops around it.
#[test]
fn what_counts_something_else_than_rounds() {
    let programs = [
        // As often as the loops go round.
        ("void f(void) { unsigned n = 0; for (int i = 0; i < 8; i++) if (IN) n++; free(malloc(n)); }", 8),
        ("void f(void) { int n = 3; for (int i = 0; i < 8; i++) if (IN) n += 2; free(malloc(n)); }", 19),
        ("void f(void) { unsigned n = 0; for (int i = 0; i < 3; i++) for (int k = 0; k < 4; k++) if (IN) n++; free(malloc(n)); }", 12),
        ("void f(void) { unsigned n = 0; int i = 0; do { if (IN) n++; } while (++i < 5); free(malloc(n)); }", 6),
        ("void f(void) { unsigned n = 0; for (int i = 0; i < 8; i++) { if (IN) n++; if (IN) n += 10; } free(malloc(n)); }", 88),
        ("void f(void) { for (;;) { unsigned n = 0; for (int i = 0; i < 8; i++) if (IN) n++; free(malloc(n)); } }", 8),
        // Behind tests.
        ("void f(void) { unsigned n = 0; for (;;) { if (n < 16) n += 3; char *p = malloc(n); free(p); if (IN) n = 0; } }", 18),
        ("void f(void) { int n = 0; while (IN) { if (n >= 10) break; if (IN) n++; } free(malloc(n + 1)); }", 11),
        // Up to where it stops.
        ("void f(void) { unsigned n = 0; for (;;) { if (n == 16) { n = 0; } else { n++; } char *p = malloc(n); free(p); } }", 16),
        ("void f(void) { unsigned n = 2; for (;;) { if (IN && n != 9) n++; char *p = malloc(n); free(p); } }", 9),
    ];
    for (source, want) in programs {
        let found = number(source);
        assert!(found >= BigInt::from(want), "{found}: {source}");
        assert!(found <= BigInt::from(want + 1), "{found}: {source}");
    }
}

/// The same where nothing ends the steps, or too late.
#[test]
fn what_counts_without_an_end() {
    // It begins behind the number at which it stops, or may.
    none("void f(void) { unsigned n = 20; for (;;) { if (n != 16) n++; char *p = malloc(n); free(p); } }");
    none("void f(void) { unsigned n = IN; for (;;) { if (n != 16) n++; char *p = malloc(n); free(p); } }");
    none("void f(void) { unsigned n = 0; for (;;) { if (IN) n = 40; if (n != 16) n++; char *p = malloc(n); free(p); } }");
    // It steps over it, or there are two.
    none("void f(void) { unsigned n = 0; for (;;) { if (n != 16) n += 3; char *p = malloc(n); free(p); } }");
    none("void f(void) { unsigned n = 0; for (;;) { if (n != 16) n++; if (IN && n != 15) n++; char *p = malloc(n); free(p); } }");
    none("void f(void) { unsigned n = 0; for (;;) { if (n != 16) { n++; n++; } char *p = malloc(n); free(p); } }");
    // The test is of what it was, or is passed once for many steps.
    none("void f(void) { unsigned n = 0; for (;;) { if (n < 16) { do { n++; } while (IN); } char *p = malloc(n); free(p); } }");
    none("void f(void) { unsigned n = 0, k = IN; for (;;) { if (n < 16) { n = k; n++; } char *p = malloc(n); free(p); } }");
    none("void f(void) { unsigned n = 0; for (;;) { if (n != 16) { do { n++; } while (IN); } char *p = malloc(n); free(p); } }");
    // It goes below 0, which is large.
    none("void f(void) { unsigned n = 8; for (;;) { if (IN) n -= 2; if (n < 20) n++; char *p = malloc(n); free(p); } }");
    // The rounds have no end, or end where the register says so.
    none("void f(void) { unsigned n = 0; while (IN) if (IN) n++; free(malloc(n)); }");
    none("void f(void) { unsigned n = 1; for (unsigned i = 0; i < n; i++) if (IN) n++; free(malloc(n)); }");
    none("void f(void) { unsigned n = 0; for (int i = 0; i < 8; i++) while (IN) n++; free(malloc(n)); }");
    // It is set anew in some rounds only, or behind the step.
    none("void f(void) { unsigned n = 0; for (;;) { if (IN) n = 0; for (int i = 0; i < 8; i++) if (IN) n++; free(malloc(n)); } }");
    let late = "void f(void) { unsigned n = 0; for (int k = 0; k < 3; k++) { for (int i = 0; i < 8; i++) if (IN) n++; free(malloc(n)); if (IN) continue; n = 0; } }";
    assert!(number(late) >= BigInt::from(24));
}

/// What `qsort` and `bsearch` copy is the library's own, and who compares
/// makes what it makes.
#[test]
fn sorting_makes_no_block() {
    let sorts = "static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
         void f(void) { for (;;) { int *v = malloc(400); if (!v) return; qsort(v, IN & 63, 4, cmp); int k = IN; if (bsearch(&k, v, 100, 4, cmp)) v[0] = 1; free(v); } }";
    assert_eq!(number(sorts), BigInt::from(400));
    let leaks = sorts.replace(
        "{ return *(const int *)a",
        "{ if (!malloc(9)) return 0; return *(const int *)a",
    );
    none(&leaks);
    let own = sorts.replace(
        "void f(void)",
        "void qsort(void *v, size_t n, size_t s, int (*c)(const void *, const void *)) { (void)s; while (n--) if (!malloc(7)) c(v, v); }
         void f(void)",
    );
    none(&own);
    none(
        "static int cmp(const void *a, const void *b) { return malloc(3) != 0; }
         static int (*by)(const void *, const void *);
         void f(void) { by = cmp; int v[9] = {0}; for (;;) qsort(v, 9, 4, by); }",
    );
}

/// A text is shorter than the object that it lies in.
#[test]
fn a_text_is_shorter_than_its_object() {
    let line = "static int get(char *s, int n) { for (int i = 0; i + 1 < n; i++) s[i] = (char)IN; s[n - 1] = 0; return IN; }\n";
    let programs = [
        ("void f(void) { char b[20]; while (get(b, 20)) { char *p = malloc(strlen(b) + 1); free(p); } }", 20),
        ("void f(void) { char b[20]; for (int i = 0; i < 3; i++) { get(b, 20); if (!strdup(b)) return; } }", 60),
        ("void f(char *s) { char *p = strndup(s, 100), *q = strdup(\"abc\"); free(p); free(q); }", 13),
        ("static char g[9]; static char *copy(const char *s) { char *p = malloc(strlen(s) + 1); if (p) strcpy(p, s); return p; } void f(void) { get(g, 9); if (!copy(g)) return; if (!copy(\"ab\")) return; }", 12),
        ("void f(void) { char b[20], *p = b; get(b, 20); while (*p == ' ') p++; free(malloc(strlen(p))); }", 19),
        ("void f(void) { char *b = malloc(30); if (!b) return; get(b, 30); char *c = malloc(strcspn(b, \",\")); free(c); free(b); }", 59),
        ("void f(char *s) { free(malloc(strnlen(s, 100))); }", 8),
        ("struct t { char name[12]; int n; }; void f(void) { struct t t = {\"\", 0}; get(t.name, 12); free(malloc(strlen(t.name))); }", 15),
    ];
    for (source, want) in programs {
        let source = format!("{line}{source}");
        assert_eq!(number(&source), BigInt::from(want), "{source}");
    }
    let none = |source: &str| none(&format!("{line}{source}"));
    // From elsewhere, or from there too.
    none("extern char *other; void f(void) { free(malloc(strlen(other))); }");
    none("extern char text[]; void f(void) { free(malloc(strlen(text))); }");
    none("struct t { int n; char text[]; }; extern struct t t; void f(void) { free(malloc(strlen(t.text))); }");
    none("extern char *other; void f(void) { char b[20], *p = b; get(b, 20); if (IN) p = other; free(malloc(strlen(p))); }");
    none("void f(int n) { extern int more(void); char *b = malloc(n ? n : 9); while (more()) { char *c = malloc(strlen(b) + 1); if (!c) return; free(b); b = c; } free(b); }");
    none("extern char *other; void f(void) { free(strdup(other)); }");
    // Another function of that name.
    none("char *strdup(const char *s) { return malloc(IN); } void f(void) { free(strdup(\"abc\")); }");
    none("size_t strspn(const char *a, const char *b) { return IN; } void f(void) { char b[20]; get(b, 20); free(malloc(strspn(b, b))); }");
}

/// Slots that rounds fill and empty hold one block each, however often that is done.
#[test]
fn slots_hold_one_block_each() {
    let programs = [
        // Emptied before the new one is made: no more than there are slots.
        ("static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = malloc(IN & 63); } }", 8 * 63),
        // Made before the old one is gone.
        ("static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; void *v = malloc(10); free(t[k]); t[k] = v; } }", 90),
        // Only where it is empty, and emptied by null.
        ("static void *t[5]; void f(void) { for (;;) { unsigned k = IN; if (k > 4) continue; if (!t[k]) t[k] = malloc(12); else if (IN) { free(t[k]); t[k] = 0; } } }", 60),
        // An array of the activation, which is set to null at first and freed at last.
        ("void f(void) { char *s[6]; for (int i = 0; i < 6; i++) s[i] = 0; for (int i = 0; i < 1000; i++) { unsigned k = (unsigned)IN % 6; free(s[k]); s[k] = malloc(7); } for (int i = 0; i < 6; i++) free(s[i]); }", 42),
        ("void f(void) { char *s[6] = { 0 }; for (;;) { unsigned k = (unsigned)IN % 6; if (s[k]) free(s[k]); s[k] = malloc(7); if (!s[k]) return; } }", 42),
        // Once for each call of the function.
        ("static void g(void) { char *s[2] = { 0 }; for (;;) { unsigned k = IN & 1; if (IN) return; free(s[k]); s[k] = malloc(5); } } void f(void) { g(); g(); g(); }", 30),
        // A variable, and members of structures.
        ("static char *last; void f(void) { for (;;) { free(last); last = malloc(IN & 31); } }", 31),
        ("static struct { int n; char *p, *q; } t[4]; void f(void) { for (;;) { unsigned k = IN & 3; t[k].n++; free(t[k].p); t[k].p = malloc(3); free(t[k].q); t[k].q = malloc(5); } }", 32),
        // The larger one of two places, in two functions.
        ("static void *t[4]; static void a(unsigned k) { free(t[k]); t[k] = malloc(20); } static void b(unsigned k) { free(t[k]); t[k] = malloc(30); }
          void f(void) { for (;;) { if (IN) a(IN & 3); else b(IN & 3); } }", 120),
    ];
    for (source, want) in programs {
        assert_eq!(number(source), BigInt::from(want), "{source}");
    }
    // Fewer rounds than slots: as often as it goes round.
    let few = "static void *t[100]; void f(void) { for (int i = 0; i < 10; i++) { unsigned k = (unsigned)IN % 100; free(t[k]); t[k] = malloc(8); } }";
    assert_eq!(number(few), BigInt::from(80));
}

/// Where a block may be overwritten, or where two are on their way to one slot, the
/// number of slots says nothing.
#[test]
fn slots_that_may_lose_a_block_bound_nothing() {
    for source in [
        // Nobody frees it, or only sometimes.
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; t[k] = malloc(9); } }",
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; if (IN) free(t[k]); t[k] = malloc(9); } }",
        // Another slot is freed.
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7, j = IN & 7; free(t[j]); t[k] = malloc(9); } }",
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); k = IN & 7; t[k] = malloc(9); } }",
        // What was read before another one was filled.
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7, j = IN & 7; void *v = t[k]; free(t[j]); t[j] = malloc(9); if (!v) t[k] = malloc(9); } }",
        // Filled twice, the second time by another name.
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7, j = IN & 7; free(t[k]); t[j] = malloc(9); t[k] = malloc(9); } }",
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7, j = IN & 7; free(t[k]); free(t[j]); t[k] = malloc(9); t[j] = malloc(9); } }",
        // Overwritten in a callee, as a number, by bytes, at another offset, as a whole.
        "static void *t[8]; static void g(unsigned j) { t[j] = malloc(9); } void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); g(IN & 7); t[k] = malloc(9); } }",
        "static void *t[8]; static void g(unsigned j) { free(t[j]); t[j] = malloc(9); } void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = 0; g(IN & 7); t[k] = malloc(9); } }",
        "static void *t[8]; static void g(unsigned j) { t[j] = 0; } void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = malloc(9); g(IN & 7); } }",
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = malloc(9); ((long *)t)[IN & 7] = 0; } }",
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = malloc(9); ((char *)t)[IN & 63] = 0; } }",
        "static char t[64]; void f(void) { for (;;) { unsigned k = IN & 31; free(*(void **)(t + k)); *(void **)(t + k) = malloc(9); } }",
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = malloc(9); if (IN) memset(t, 0, sizeof t); } }",
        // Its address is somewhere else too.
        "static void *t[8]; static void **u; void f(void) { u = t; for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = malloc(9); u[IN & 7] = 0; } }",
        "static void *t[8], **u = t + 1; void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = malloc(9); *u = 0; } }",
        "static void *t[8]; static void g(void **p) { *p = 0; } void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); t[k] = malloc(9); g(&t[IN & 7]); } }",
        // Not every way leads to the slot.
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; free(t[k]); void *p = malloc(9); t[k] = 0; if (IN) t[k] = p; } }",
        // `realloc` that fails leaves the old block.
        "static void *t[8]; void f(void) { for (;;) { unsigned k = IN & 7; t[k] = realloc(t[k], (int)(IN & 63) - 1); } }",
        // An array that begins anew in each round.
        "void f(void) { for (;;) { char *s[2]; s[0] = malloc(4); if (IN) free(s[0]); } }",
        // A recursion has one array each time.
        "static void g(unsigned n) { char *s[2] = { 0 }; unsigned k = IN & 1; free(s[k]); s[k] = malloc(4); if (n) g(n - 1); } void f(void) { g(IN); }",
    ] {
        none(source);
    }
}

/// A variable that is freed before it is filled again holds one block, however often.
#[test]
fn variables_hold_one_block_each() {
    let programs = [
        // The block before the rounds is one of the same variable.
        ("void f(void) { char *a = malloc(8); for (int r = 0; r < 1000000; r++) { free(a); a = malloc(IN & 127); } free(a); }", 127),
        ("void f(void) { char *a = malloc(8); for (;;) { free(a); a = malloc(IN & 127); } }", 127),
        // Made before the old one is gone.
        ("void f(void) { char *a = 0; for (;;) { char *v = malloc(10); free(a); a = v; } }", 20),
        // Where it is null, by a test or a copy.
        ("void f(void) { char *a = 0; for (;;) { if (!a) a = malloc(12); else if (IN) { free(a); a = 0; } } }", 12),
        ("void f(void) { char *a = 0; for (;;) { char *t = a; if (IN) free(t); else { free(a); } a = malloc(12); } }", 12),
        // Nothing is left where it is freed at each end; what is handed out is.
        ("static void g(void) { char *a = 0; for (int i = 0; i < 9; i++) { free(a); a = malloc(5); } free(a); } void f(void) { while (IN) g(); }", 5),
        ("static char *g(void) { char *a = 0; for (;;) { free(a); a = malloc(5); if (IN) return a; } } void f(void) { g(); g(); }", 10),
        // Beside what else lives.
        ("void f(void) { char *a = 0, *b = 0; for (;;) { free(a); a = malloc(7); for (int i = 0; i < 9; i++) { free(b); b = malloc(5); } } }", 12),
        // A round that leaves its block only where the loop ends.
        ("void f(void) { for (;;) { char *p = malloc(24); if (IN) break; free(p); } char *q = malloc(100); free(q); }", 124),
    ];
    for (source, want) in programs {
        assert_eq!(number(source), BigInt::from(want), "{source}");
    }
}

/// Where a way fills it again and did not free it, rounds count.
#[test]
fn variables_that_may_lose_a_block_bound_nothing() {
    for source in [
        "void f(void) { char *a = 0; for (;;) { if (IN) { a = malloc(9); continue; } free(a); a = malloc(9); } }",
        "void f(void) { char *a = 0; for (;;) { if (IN) free(a); a = malloc(9); } }",
        // Freed was another one, or what it held before.
        "void f(void) { char *a = 0, *b = 0; for (;;) { free(b); b = 0; a = malloc(9); } }",
        "void f(void) { char *a = 0, *b = 0; for (;;) { char *t = a; a = b; free(t); b = a; a = malloc(9); } }",
        // Null was what it held before.
        "void f(void) { char *a = 0; for (;;) { int z = a == 0; if (!a) a = malloc(9); if (z) a = malloc(9); if (IN) { free(a); a = 0; } } }",
        "void f(void) { char *a = 0; for (;;) { char *t = a; if (!a) a = malloc(9); if (!t) a = malloc(9); if (IN) { free(a); a = 0; } } }",
        // Set to null, moved, or overwritten by another's.
        "void f(void) { char *a = 0; for (;;) { if (IN) free(a); a = 0; a = malloc(9); } }",
        "void f(void) { char *a = 0; for (;;) { a = malloc(9); a++; if (IN) { a = 0; } } }",
        // In a callee that has its address.
        "static void g(char **p) { *p = 0; } void f(void) { char *a = 0; for (;;) { free(a); a = malloc(9); g(&a); } }",
        // `realloc` that fails leaves the old block.
        "void f(void) { char *a = 0; for (;;) a = realloc(a, (int)(IN & 63) - 1); }",
        // Once for each activation.
        "static void g(unsigned n) { char *a = 0; free(a); a = malloc(4); if (n) g(n - 1); } void f(void) { g(IN); }",
    ] {
        none(source);
    }
}

/// Each way out of a loop has its own `free`: a round holds its block, and leaves none.
#[test]
fn loops_with_several_exits_leave_what_they_do_not_free() {
    let programs = [
        ("int f(int n) { for (;;) { char *p = malloc(24); if (n-- < 0) { free(p); break; } free(p); } return 0; }", 24),
        ("int f(int n) { for (;;) { char *p = malloc(24); if (n-- < 0) { free(p); break; } if (n == 9) exit(1); free(p); } return 0; }", 24),
        ("int f(void) { for (;;) { char *p = malloc(24); if (IN) { free(p); return 1; } if (IN) { free(p); goto out; } free(p); } out: return 0; }", 24),
        // Something is made on the way out, where the program ends too.
        ("int f(void) { for (;;) { char *p = malloc(24); if (IN) { free(malloc(100)); free(p); break; } free(p); } return 0; }", 124),
        ("static void g(void) { free(malloc(100)); } int f(void) { for (;;) { char *p = malloc(24); if (IN) { g(); exit(1); } free(p); } }", 124),
    ];
    for (source, want) in programs {
        assert_eq!(number(source), BigInt::from(want), "{source}");
    }
    // One of them forgets it.
    none("static void g(void) { for (;;) { char *p = malloc(24); if (IN) { free(p); break; } if (IN) break; free(p); } } void f(void) { while (IN) g(); }");
}

/// Of two tests that every round passes both count.
#[test]
fn the_least_of_two_counts() {
    let r = shape("void f(unsigned n) { void *t[8]; for (unsigned i = 0; i < n && i < 8; i++) t[i] = malloc(24); }");
    assert_eq!(text(&r), "24*min(n, 8)");
    let r = shape("void f(unsigned n, unsigned m) { for (unsigned i = 0; i < n && i < m; i++) if (!malloc(24)) return; }");
    assert_eq!(text(&r), "24*min(n, m)");
    // One that a round may pass by is none.
    let r = shape("void f(unsigned n, int k) { for (unsigned i = 0; i < n; i++) { if (k && i >= 8) break; if (!malloc(24)) return; } }");
    assert_eq!(text(&r), "24*n");
}

/// A float that becomes a size is bounded by the tests on its way.
#[test]
fn floats_that_become_sizes() {
    let head = "#define D ((double)IN / 7)\n";
    for (body, want) in [
        (
            "double d = D; if (d < 0 || d > 100) return; free(malloc((size_t)d));",
            100,
        ),
        (
            "double d = D; if (!(d >= 0 && d <= 100.75)) return; free(malloc((size_t)d));",
            100,
        ),
        (
            "double d = D; if (d < 0) return; if (200 >= d) free(malloc((int)d)); ",
            200,
        ),
        (
            "float d = (float)D; if (d > 40.5) return; free(malloc((unsigned long)d));",
            40,
        ),
        (
            "double d = D; if (d < 0 || d > 100) return; free(malloc((size_t)d * 8 + 1));",
            801,
        ),
    ] {
        let source = format!("{head}void f(void) {{ {body} }}");
        assert_eq!(number(&source), BigInt::from(want), "{source}");
    }
    for body in [
        "double d = D; if (d < 0) return; free(malloc((size_t)d));",
        "double d = D; if (d > 100) d = d * 2; free(malloc((size_t)d));",
        "double d = D; if (d > 100) return; d = d * 2; free(malloc((size_t)d));",
        "double d = D, e = D; if (e > 100) return; free(malloc((size_t)d));",
        "double d = D; if (d > 1e300) return; free(malloc((size_t)d));",
    ] {
        none(&format!("{head}void f(void) {{ {body} }}"));
    }
}

/// A program whose rounds do things to slots, some of which lose blocks. `@` is its
/// number, `k` and `j` are slots, `n` is a size.
fn slots_program(seed: u64) -> String {
    const PARTS: [&str; 36] = [
        "free(a@[k]); a@[k] = malloc(n);",
        "free(a@[k]); a@[k] = malloc(n);",
        "fill@(k, n);",
        "drop@(k);",
        "if (!a@[j]) a@[j] = malloc(n);",
        "if (a@[k]) { free(a@[k]); a@[k] = 0; }",
        "if (IN & 1) drop@(j); else fill@(j, n);",
        "void *v = malloc(n); free(a@[k]); a@[k] = v;",
        "void *v = a@[k]; free(a@[j]); a@[j] = malloc(n); if (!v) a@[k] = malloc(n);",
        "free(a@[k]); a@[k] = 0; fill@(j, n); a@[k] = malloc(n);",
        "free(a@[j]); a@[j] = malloc(n); k = j; free(a@[k]); a@[k] = 0;",
        "free(b[k]); b[k] = malloc(n);",
        "if (b[j]) { free(b[j]); b[j] = malloc(n); } else b[j] = malloc(n);",
        "free(c@[k & 1].p); c@[k & 1].p = malloc(n); c@[k & 1].n++;",
        "free(c@[k & 1].q); c@[k & 1].q = malloc(n);",
        "c@[j & 1].p = c@[k & 1].q;",
        "free(d@); d@ = malloc(n);",
        "a@[k] = malloc(n);",
        "void *v = malloc(n); if (IN & 1) { free(a@[k]); a@[k] = v; } else free(v);",
        "free(a@[0]); a@[0] = malloc(n); free(a@[1]); a@[1] = malloc(n + 1);",
        "if (IN & 1) { k = j; free(a@[k]); a@[k] = malloc(2 * n); }",
        "a@[k] = realloc(a@[k], n);",
        "free(x); x = malloc(n);",
        "free(x); x = malloc(n);",
        "void *v = malloc(n); free(x); x = v;",
        "if (!x) x = malloc(n); else if (IN & 1) { free(x); x = 0; }",
        "if (IN & 1) { free(x); x = malloc(2 * n); }",
        "if (IN & 1) { x = malloc(n); continue; } free(y); y = malloc(n);",
        "void *t = x; x = y; y = t; free(x); x = malloc(n);",
        "free(y); y = x; x = malloc(n);",
        "int z = !x; if (IN & 1) { free(x); x = 0; } if (z) x = malloc(n);",
        "void *t = y; free(t); y = malloc(n); if (!t) y = malloc(n);",
        "void *p = malloc(n); if (IN == 7) { free(p); break; } free(p);",
        "void *p = malloc(n); if (IN == 7) { free(malloc(64)); free(p); break; } free(p);",
        "void *p = malloc(n); if (IN == 7) { fill@(k, n); break; } free(p);",
        "x = realloc(x, n);",
    ];
    let mut r = Random(seed);
    let mut body = String::new();
    for _ in 0..1 + r.below(3) {
        let part = PARTS.get(r.below(PARTS.len() as u64) as usize);
        body += &format!(
            "{{ unsigned k = IN & 3, j = IN & 3, n = 1 + (IN & 31); {} }}\n",
            part.unwrap_or(&"")
        );
    }
    format!(
        "static void *a@[4], *d@; static struct {{ char *p; int n; char *q; }} c@[2];
         static void fill@(unsigned k, unsigned n) {{ free(a@[k]); a@[k] = malloc(n); }}
         static void drop@(unsigned k) {{ free(a@[k]); a@[k] = 0; }}
         void f@(void) {{ void *b[4] = {{ 0 }}, *x = 0, *y = 0; for (int i = 0; i < 60; i++) {{ {body} }} for (int i = 0; i < 4; i++) free(b[i]); }}\n"
    )
    .replace('@', &seed.to_string())
}

/// No run of a program with slots needs more than its bound. `EP_SLOTS_COUNT` says of
/// how many.
#[test]
fn no_run_with_slots_exceeds_its_bound() {
    let count = std::env::var("EP_SLOTS_COUNT").map_or(60, |n| n.parse().expect("a number"));
    let first = std::env::var("EP_SLOTS_FIRST").map_or(0, |n| n.parse().expect("a number"));
    let seeds: Vec<u64> = (first..first + count).collect();
    let mut source = String::from(
        "#include <stdlib.h>\n#include <klee/klee.h>\n#define IN (unsigned)klee_int(\"m\")\n",
    );
    seeds.iter().for_each(|s| source += &slots_program(*s));
    let names: Vec<String> = seeds.iter().map(|s| format!("f{s}")).collect();
    let m = module(&source, &names);
    let config = InterpConfig {
        max_instructions: 100_000,
        ..InterpConfig::default()
    };
    let (mut runs, mut low) = (0, 0);
    for (seed, name) in seeds.iter().zip(&names) {
        let bound = heap_of(&m, name, by_shape);
        let Some(bound) = bound.heap.bound.expr().and_then(|e| e.as_number().cloned()) else {
            continue;
        };
        // 60 rounds of one block of 32 bytes each take more.
        low += u64::from(bound < BigInt::from(1_920));
        let f = m.function(name).expect("the function");
        for run in 0..8 {
            let out = interp::run(&m, f, &config, &mut Random(seed * 1_000 + run));
            // What is freed twice has no bound.
            if matches!(out.end, End::Exit { .. }) {
                runs += 1;
                assert!(
                    bound >= BigInt::from(out.heap_high_water),
                    "{bound} and {} for\n{}",
                    out.heap_high_water,
                    slots_program(*seed)
                );
            }
        }
    }
    println!("{runs} runs, {low} bounds below one block for each round");
    assert!(runs >= count && low * 3 >= count, "{runs}, {low}");
}

/// Rounds without a bound, of which few leave a block.
#[test]
fn rounds_that_leave_something_are_paid_for() {
    let of = |f: &str| format!("static void *t[99]; void f(void) {{ int n = 0; {f} }}");
    let paid = [
        ("while (n < 8) { if (IN == 3) t[n++] = malloc(10); }", 80),
        ("for (;;) { int c = IN; if (c == 0) break; if (n < 8 && c > 5) { t[n++] = malloc(10); } }", 80),
        ("for (;;) { int c = IN; if (c == 0) break; if (n >= 8) continue; if (c == 7) { n += 2; t[n] = malloc(10); } }", 40),
        ("for (;;) { if (IN == 0) break; if (n < 5) { n++; for (int k = 0; k < 3; k++) t[n * 3 + k] = malloc(4); } }", 60),
        ("for (;;) { if (IN == 0) break; if (n < 8) t[n++] = malloc(10); } while (n) free(t[--n]);", 80),
        ("for (int i = 0; i < 1000; i++) if (IN && n < 6) t[n++] = malloc(7);", 42),
        ("unsigned u = 3; for (;;) { if (IN == 0) break; if (u < 10) { t[u] = malloc(2); u++; } }", 14),
        ("for (;;) { int c = IN; if (c == 0) break; if (c == 1 && n < 4) t[n++] = malloc(5); else if (c == 2 && n < 6) t[n++] = malloc(9); }", 54),
    ];
    for (f, most) in paid {
        assert_eq!(number(&of(f)), BigInt::from(most), "{f}");
    }
    let unpaid = [
        // It is set back.
        "for (;;) { int c = IN; if (c == 0) break; if (c == 9) n = 0; if (n < 8) t[n++] = malloc(10); }",
        "for (;;) { int c = IN; if (c == 0) break; if (c == 9) n--; else if (n < 8) t[n++] = malloc(10); }",
        // Around its type.
        "unsigned char u = 0; for (;;) { int c = IN; if (c == 0) break; if (c == 9) u += 3; if (u < 8) { t[u] = malloc(10); u++; } }",
        // A block without a step.
        "for (;;) { int c = IN; if (c == 0) break; if (n < 8) { if (c == 5) n++; t[n] = malloc(10); } }",
        "for (;;) { int c = IN; if (c == 0) break; if (n < 8) t[n++] = malloc(10); if (c == 4) t[50] = malloc(1); }",
        // A step without a test.
        "for (;;) { int c = IN; if (c == 0) break; t[n++] = malloc(10); if (n < 8) c = 1; }",
        // A test of what it was.
        "for (;;) { int c = IN, old = n; if (c == 0) break; n = c; if (old < 8) t[n++] = malloc(10); }",
        // The step is in a loop inside.
        "for (;;) { if (IN == 0) break; for (int k = 0; k < IN; k++) { if (n < 8) n++; t[n] = malloc(3); } }",
        "for (;;) { for (;;) { if (IN == 0) break; if (n < 8) t[n++] = malloc(10); } while (n) --n; if (IN == 1) break; }",
        // The loop is entered often.
        "for (;;) { if (IN == 0) break; n = 0; for (;;) { if (IN == 0) break; if (n < 8) t[n++] = malloc(10); } }",
    ];
    for f in unpaid {
        none(&of(f));
    }
}
