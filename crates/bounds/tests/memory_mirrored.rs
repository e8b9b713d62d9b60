//! Counters in structures whose address is known elsewhere, and programs in which something
//! else writes them.

#[path = "support/heap.rs"]
mod heap;

use heap::bound_by_shape;

const HEAD: &str = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
#define IN (unsigned)klee_int(\"m\")
struct node { struct node *next; long v; };
struct list { struct node *first; int n; };
static struct list g;
static struct list *cur;
static void add(struct list *l, long v) { if (l->n >= 6) return; struct node *e = malloc(sizeof *e); if (!e) return; e->v = v; struct node **p = &l->first; while (*p && (*p)->v <= v) p = &(*p)->next; e->next = *p; *p = e; l->n++; }
static void drop(struct list *l) { struct node *e = l->first; if (!e) return; l->first = e->next; l->n--; free(e); }
struct rows { struct node *row[4]; int n; };
static void put(struct rows *m, unsigned r, long v) { struct node **p = &m->row[r]; while (*p && (*p)->v < v) p = &(*p)->next; if (m->n >= 6) return; struct node *e = malloc(sizeof *e); if (!e) return; e->v = v; e->next = *p; *p = e; m->n++; }
";

fn bound(source: &str) -> String {
    bound_by_shape(&format!("{HEAD}{source}"))
}

#[test]
fn a_counter_beside_a_link_whose_address_is_taken() {
    for (source, want) in [
        ("void f(void) { struct list l = {0, 0}; while (IN) { if (IN) add(&l, IN); else drop(&l); } while (l.first) drop(&l); }", "96"),
        ("void f(void) { while (IN) { if (IN) add(&g, IN); else drop(&g); } }", "96"),
        ("void f(void) { struct list *l = calloc(1, sizeof *l); if (!l) return; while (IN) { if (IN) add(l, IN); else drop(l); } free(l); }", "112"),
        ("void f(void) { struct list l; l.first = 0; l.n = 0; while (IN) { if (IN) add(&l, IN); else drop(&l); } while (l.first) drop(&l); }", "96"),
    ] {
        assert_eq!(bound(source), want, "{source}");
    }
}

/// In each of these the counter is set to another number, so that blocks add up.
#[test]
fn a_counter_that_something_else_writes() {
    for (before, evil) in [
        ("", "int *q = &l.n; *q = 0;"),
        ("", "memset(&l.n, 0, sizeof l.n);"),
        ("", "struct list o = {l.first, 0}; l = o;"),
        ("", "struct list o = {l.first, 0}; memcpy(&l, &o, sizeof l);"),
        ("", "((char *)&l.n)[IN % 4] = 0;"),
        ("", "*(short *)&l.n = 0;"),
        ("", "struct list *p = IN ? &l : &g; p->n = 0;"),
        ("", "klee_make_symbolic(&l.n, sizeof l.n, \"n\");"),
        ("", "printf(\"%n\", &l.n);"),
        ("", "sscanf(\"0\", \"%d\", &l.n);"),
        ("static void clear(struct list *l, unsigned k) { if (k) { clear(l, k - 1); return; } l->n = 0; }", "clear(&l, IN % 3);"),
        ("static int by(const void *a, const void *b) { (void)a; (void)b; cur->n = 0; return 0; }", "cur = &l; int two[2] = {1, 0}; qsort(two, 2, sizeof *two, by);"),
        ("static int *where; static void zero(void) { *where = 0; } static void (*volatile hook)(void) = zero;", "where = &l.n; hook();"),
        ("struct both { struct list *l; }; static void far(struct both *b, unsigned k) { if (k) { far(b, k - 1); return; } b->l->n = 0; }", "struct both b = {&l}; far(&b, IN % 3);"),
        ("union u { struct list *l; int **p; };", "union u u; u.l = &l; ((int *)u.p)[2] = 0;"),
    ] {
        let source = format!("{before} void f(void) {{ struct list l = {{0, 0}}; while (IN) {{ if (IN) add(&l, IN); else if (IN) {{ {evil} }} else drop(&l); }} }}");
        assert_eq!(bound(&source), "unknown", "{source}");
    }
}

#[test]
fn what_lies_behind_an_array_is_in_reach_of_its_end() {
    for evil in [
        "int *w = (int *)&m->row[IN % 5]; *w = 0;",
        "struct node **w = m->row; w += IN % 5; *(int *)w = 0;",
        "struct node **w = &m->row[3]; w++; *(int *)w = 0;",
    ] {
        let source = format!("void f(void) {{ struct rows *m = calloc(1, sizeof *m); if (!m) return; while (IN) {{ unsigned r = IN; if (IN) {{ {evil} }} else if (r < 4) put(m, r, IN); }} }}");
        assert_eq!(bound(&source), "unknown", "{source}");
    }
}

/// Each object has a counter of its own.
#[test]
fn objects_that_are_made_again_and_again() {
    for source in [
        "void f(void) { while (IN) { struct list *l = calloc(1, sizeof *l); if (!l) return; while (IN) add(l, IN); } }",
        "static struct list *make(void) { return calloc(1, sizeof(struct list)); } void f(void) { struct list *l = make(); while (IN) { if (IN) l = make(); if (!l) return; add(l, IN); } }",
        "void f(void) { struct list all[3] = {{0, 0}}; while (IN) { unsigned k = IN; if (k >= 3) continue; if (IN) add(&all[k], IN); else all[(k + 1) % 3].n = 0; } }",
    ] {
        assert_eq!(bound(source), "unknown", "{source}");
    }
}
