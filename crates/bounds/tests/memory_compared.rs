//! Sizes and rounds that a comparison with another number bounds: what is not compared
//! with the right one, at the right time, has none.

#[path = "support/heap.rs"]
mod heap;

use ep_base::memory::{name_of, Bound};
use ep_explore::{Entry, HeapLimits};

const HEAD: &str = "#include <stdio.h>
#include <stdlib.h>
struct n { struct n *next; };
static struct n *head;
static void push(void) { struct n *x = malloc(sizeof *x); if (!x) return; x->next = head; head = x; }
static int any(void) { int x = 0; fread(&x, sizeof x, 1, stdin); return x; }
static unsigned long much(void) { unsigned long x = 0; fread(&x, sizeof x, 1, stdin); return x; }
";

fn bound(source: &str) -> String {
    let r = heap::heap(&format!("{HEAD}{source}"), |o| {
        heap::by_shape(o);
        o.explore.entry = Entry::Function {
            name: "f".into(),
            heap: HeapLimits {
                open: true,
                ..HeapLimits::default()
            },
        };
    });
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { .. } => "unknown".into(),
    }
}

fn are(all: &[(&str, &str)]) {
    let found = all.iter().map(|(s, want)| (*s, *want, bound(s)));
    let wrong: Vec<_> = found.filter(|(_, want, b)| b != want).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn are_unknown(all: &[&str]) {
    let found = all.iter().map(|s| (*s, bound(s)));
    let wrong: Vec<_> = found.filter(|x| x.1 != "unknown").collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_was_compared_with_a_number_that_has_a_bound_has_one() {
    are(&[
        ("void *f(unsigned n) { unsigned long m = much(); if (m > n) return 0; return malloc(m); }", "n"),
        ("void *f(unsigned n) { unsigned long m = much(); if (m >= n) return 0; return malloc(m); }", "max(n - 1, 0)"),
        ("void *f(unsigned n) { unsigned long m = much(); if (n < m) m = n; return malloc(m); }", "n"),
        ("void *f(int n) { int m = any(); if (m < 0 || m > n) return 0; return malloc(m); }", "max(n, 0)"),
        ("void *f(unsigned n, unsigned m) { if (m > n) m = n; return malloc(m); }", "n"),
    ]);
}

#[test]
fn what_was_compared_otherwise_has_none() {
    are_unknown(&[
        // The other side, another value, another reading, a limit without a bound.
        "void *f(unsigned n) { unsigned long m = much(); if (m > n) return malloc(m); return 0; }",
        "void *f(unsigned n) { unsigned long m = much(); if (m > n) return 0; m = much(); return malloc(m); }",
        "void *f(int n) { int m = any(); if (m > n) return 0; return malloc((unsigned)m); }",
        "void *f(void) { unsigned long m = much(), k = much(); if (m > k) return 0; return malloc(m); }",
        "void *f(unsigned n, int k) { unsigned long m = much(); if (k && m > n) return 0; return malloc(m); }",
        "void *f(unsigned n, int k) { unsigned long m = much(); if (n < m) { if (k) m = n; } return malloc(m); }",
        "void *f(unsigned n, int k) { unsigned long m = 0; while (k--) { if (m > n) m = n; else m = much(); } return malloc(m); }",
        "void *f(unsigned n, int k) { unsigned long m = much(); if (m > n) return 0; while (k-- > 0) m += 2; return malloc(m); }",
    ]);
}

/// Rounds that leave something are paid by a step that a test against a number with a
/// bound is above.
#[test]
fn steps_below_a_limit_pay_for_rounds() {
    are(&[
        ("void f(unsigned n) { unsigned i = 0; while (any()) { if (i < n) { i++; push(); } } }", "8*n"),
        ("void f(unsigned n) { unsigned i = 0; for (;;) { if (i >= n) break; if (any()) { push(); } i++; } }", "8*n"),
    ]);
    are_unknown(&[
        "void f(unsigned n) { unsigned i = 0; while (any()) { if (i < n) i++; push(); } }",
        "void f(unsigned n) { unsigned i = 0; while (any()) { if (i < n) { i++; push(); } else i = 0; } }",
        "void f(unsigned n) { unsigned i = 0; while (any()) { i += 3; if (i < n) push(); } }",
    ]);
}
