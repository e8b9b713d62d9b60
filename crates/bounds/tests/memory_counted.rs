//! Blocks that a counter of the program bounds, and programs that only look so.

#[path = "support/heap.rs"]
mod heap;

use ep_base::memory::{name_of, Bound};
use ep_bounds::memory::Options;
use heap::{by_shape, heap};

const HEAD: &str = "#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
#define IN (unsigned)klee_int(\"m\")
struct n { struct n *next; char b[8]; };
struct s { int id; char *h; struct s *next; };
static struct n *top;
static struct s *list;
static int count;
static void push(void) { struct n *x = malloc(sizeof *x); if (!x) exit(1); x->next = top; top = x; }
static void pop(void) { struct n *x = top; if (x) { top = x->next; free(x); } }
";

fn bound(source: &str) -> String {
    let r = heap(&format!("{HEAD}{source}"), |o: &mut Options| by_shape(o));
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { .. } => "unknown".into(),
    }
}

fn all(cases: &[(&str, &str)]) {
    for (source, want) in cases {
        assert_eq!(bound(source), *want, "{source}");
    }
}

#[test]
fn a_counter_bounds_how_many_blocks_live() {
    all(&[
        ("void f(void) { while (IN) { if (IN && count < 7) { push(); count++; } else if (top) { pop(); count--; } } }", "112"),
        ("void f(void) { unsigned char k = 0; while (IN) { if (IN && k < 9) { push(); k++; } else if (k > 0 && top) { pop(); k--; } } }", "144"),
        // Where a block ends one lives, so that a counter without a sign does not wrap around.
        ("static unsigned n; void f(void) { while (IN) { if (IN) { if (n >= 7) continue; push(); n++; } else { struct n *x = top; if (!x) continue; top = x->next; free(x); n--; } } }", "112"),
        // What is made with the block and stored in it, and freed before it.
        ("void f(void) { while (IN) { if (IN && count < 5) { struct s *x = malloc(sizeof *x); if (!x) break; x->h = malloc(10); if (!x->h) { free(x); break; } x->next = list; list = x; count++; } else if (list) { struct s *x = list; list = x->next; free(x->h); free(x); count--; } } }", "170"),
    ]);
}

#[test]
fn a_counter_that_is_not_that_of_the_blocks_bounds_nothing() {
    for source in [
        // Nothing may be freed where it steps down.
        "void f(void) { while (IN) { if (IN && count < 7) { push(); count++; } else { pop(); count--; } } }",
        "void f(void) { while (IN) { if (IN && count < 7) { push(); count++; } else { struct n *x = top; top = 0; (void)x; count--; } } }",
        "void f(void) { while (IN) { if (IN && count < 7) { push(); count++; } else if (IN == 3) count = 0; } }",
        "static unsigned n; void f(void) { while (IN) { if (IN) { if (n >= 7) continue; push(); n++; } else { struct n *x = top; if (!x) continue; top = x->next; if (IN) free(x); n--; } } }",
        // A block that was made elsewhere is freed.
        "void f(void) { char *a = 0; while (IN) { if (IN && count < 7) { push(); count++; } else { a = malloc(1); if (a) { *a = 1; free(a); count--; } } } }",
        // The member is null in some blocks.
        "void f(void) { while (IN) { if (IN == 2) { struct s *x = calloc(1, sizeof *x); if (!x) break; x->next = list; list = x; } else if (IN && count < 5) { struct s *x = malloc(sizeof *x); if (!x) break; x->h = malloc(10); if (!x->h) break; x->next = list; list = x; count++; } else if (list) { struct s *x = list; list = x->next; free(x->h); free(x); count--; } } }",
    ] {
        assert_eq!(bound(source), "unknown", "{source}");
    }
}
