//! Rounds whose blocks are all freed at their end by walking what they are linked in, and
//! programs that only look so.

#[path = "support/heap.rs"]
mod heap;

use ep_base::memory::{name_of, Bound};
use ep_bounds::memory::Options;
use heap::{by_shape, heap};

const HEAD: &str = "#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
#define IN (unsigned)klee_int(\"m\")
struct n { struct n *next; long v; };
struct t { struct t *left, *right; long v; };
struct s { char *h; struct s *next; };
static struct n *kept;
static jmp_buf back;
static struct n *push(struct n *l, long v) { struct n *x = malloc(sizeof *x); if (!x) return l; x->v = v; x->next = l; return x; }
static struct n *three(void) { struct n *l = 0; for (int i = 0; i < 3; i++) l = push(l, i); return l; }
static void release(struct n *l) { while (l) { struct n *x = l->next; free(l); l = x; } }
static void drop(struct n *l) { if (!l) return; drop(l->next); free(l); }
static void first(struct n *l) { if (l) { struct n *x = l->next; free(l); (void)x; } }
static void few(struct n *l, int k) { if (!l || k == 0) return; few(l->next, k - 1); free(l); }
static void odd(struct n *l) { if (!l) return; odd(l->next); if (l->v & 1) free(l); }
static void cut(struct n *l, int k) { if (k > 0) { cut(l, k - 1); return; } if (l) l->next = 0; }
static struct t *leaf(struct t *a, struct t *b) { struct t *x = malloc(sizeof *x); if (!x) exit(1); x->left = a; x->right = b; return x; }
static void fell(struct t *x) { if (!x) return; fell(x->left); fell(x->right); free(x); }
static void half(struct t *x) { if (!x) return; half(x->left); free(x); }
static struct t *tree(void) { struct t *a = leaf(0, 0), *b = leaf(0, 0); return leaf(a, b); }
static void burn(struct s *l) { while (l) { struct s *x = l->next; free(l->h); free(l); l = x; } }
";

fn bound(source: &str) -> String {
    let r = heap(&format!("{HEAD}{source}"), |o: &mut Options| by_shape(o));
    match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { .. } => "unknown".into(),
    }
}

#[test]
fn a_round_that_frees_all_that_it_linked_counts_once() {
    for (source, want) in [
        ("void f(void) { while (IN) { struct n *l = three(); release(l); } }", "48"),
        ("void f(void) { while (IN) drop(three()); }", "48"),
        ("void f(void) { while (IN) fell(tree()); }", "72"),
        // Its last round is left in the middle.
        ("void f(void) { while (IN) { struct n *l = three(); if (IN) break; release(l); } }", "48"),
        // What is appended is reached from what was the last one.
        ("void f(void) { while (IN) { struct n *l = 0, *last = 0; for (int i = 0; i < 4; i++) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = 0; if (!l) l = x; else last->next = x; last = x; } release(l); } }", "64"),
        // Blocks that others own.
        ("void f(void) { while (IN) { struct s *l = 0; for (int i = 0; i < 2; i++) { struct s *x = malloc(sizeof *x); if (!x) break; x->h = malloc(100); x->next = l; l = x; } burn(l); } }", "232"),
        ("void f(unsigned n) { while (IN) { struct n *l = 0; for (unsigned i = 0; i < n; i++) l = push(l, i); release(l); } }", "16*n"),
    ] {
        assert_eq!(bound(source), want, "{source}");
    }
}

#[test]
fn a_round_that_leaves_a_block_does_not() {
    for source in [
        "void f(void) { while (IN) { struct n *l = three(); while (l) { if (IN) break; struct n *x = l->next; free(l); l = x; } } }",
        "void f(void) { while (IN) { struct n *l = three(); while (l) { struct n *x = l->next; free(l); l = x ? x->next : 0; } } }",
        "void f(void) { while (IN) { struct n *l = three(); first(l); } }",
        "void f(void) { while (IN) few(three(), 2); }",
        "void f(void) { while (IN) odd(three()); }",
        "void f(void) { while (IN) half(tree()); }",
        "void f(void) { while (IN) { struct n *l = three(); if (IN) continue; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); l->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); cut(l, 2); release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); cut(l, 2); drop(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); memset(l, 0, sizeof *l); release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(), e = {0}; *l = e; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); *(unsigned char *)l = 0; ((long *)l)[0] = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n **p = &l->next; while (*p && IN) p = &(*p)->next; *p = 0; release(l); } }",
        // A list that lives on.
        "void f(void) { while (IN) { struct n *l = three(); l->next->next->next = kept; kept = l; } }",
        "void f(void) { while (IN) { struct n *l = three(), *x = l->next; l->next = kept; kept = l; release(x); } }",
        // Only the last one is reached.
        "void f(void) { while (IN) { struct n *l = 0; for (int i = 0; i < 3; i++) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = 0; if (!l) l = x; else l->next = x; } release(l); } }",
        "void f(void) { while (IN) { struct n *l = 0; for (int i = 0; i < 3; i++) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = 0; l = x; } release(l); } }",
        // One of two.
        "void f(void) { while (IN) { struct n *l = three(), *m = three(); release(l); (void)m; } }",
        "void f(void) { while (IN) { struct n *l = three(), *m = three(); release(IN ? l : m); } }",
        // Its owner goes first, or it is replaced.
        "void f(void) { while (IN) { struct s *l = malloc(sizeof *l); if (!l) break; l->h = malloc(9); l->next = 0; struct s *x = l->next; free(l); l = x; burn(l); } }",
        "void f(void) { while (IN) { struct s *l = malloc(sizeof *l); if (!l) break; l->next = 0; l->h = malloc(9); if (IN) l->h = malloc(7); burn(l); } }",
        // A jump out of the round.
        "void f(void) { while (IN) { if (setjmp(back)) continue; struct n *l = three(); if (IN) longjmp(back, 1); release(l); } }",
        "void f(void) { again: if (IN) { struct n *l = three(); if (IN) goto again; release(l); goto again; } }",
        // The blocks of the round before are freed, and those of the last one stay beside.
        "void f(void) { struct n *old = 0; while (IN) { struct n *l = three(); if (IN) release(old); old = l; } release(old); }",
    ] {
        assert_eq!(bound(source), "unknown", "{source}");
    }
}
