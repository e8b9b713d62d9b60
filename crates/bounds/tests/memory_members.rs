//! What members of blocks hold: pointers that are loaded twice, functions beside numbers
//! that the caller says, and programs that only look so.

#[path = "support/heap.rs"]
mod heap;

use heap::bound_by_shape;

const HEAD: &str = "#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
#define IN (unsigned)klee_int(\"m\")
struct s { int id; char *h; };
static struct s *pool[5];
static unsigned char used;
static void add(void) { if (used >= 5) return; struct s *x = malloc(sizeof *x); if (!x) return; x->h = calloc(3, 4); if (!x->h) { free(x); return; } pool[used++] = x; }
static void forget(int k) { if (k > 0) { forget(k - 1); return; } pool[used] = 0; }
struct c { unsigned left; void (*fire)(void); };
static unsigned fired;
static void *kept[99];
static void on(void) { fired++; }
static void grow(void) { kept[fired % 99] = malloc(8); }
";

fn bound(source: &str) -> String {
    bound_by_shape(&format!("{HEAD}{source}"))
}

#[test]
fn what_is_loaded_twice_is_one_pointer() {
    let source = "void f(void) { while (IN) { if (IN) add(); else while (used > 0) { used--; free(pool[used]->h); free(pool[used]); pool[used] = 0; } } }";
    assert_eq!(bound(source), "140");
}

#[test]
fn what_was_written_in_between_is_another_one() {
    for source in [
        "void f(void) { while (IN) { if (IN) add(); else while (used > 0) { used--; free(pool[used]->h); pool[used] = 0; free(pool[used]); } } }",
        "void f(void) { while (IN) { if (IN) add(); else while (used > 0) { used--; struct s **p = &pool[IN % 5]; free(pool[used]->h); *p = 0; free(pool[used]); } } }",
        "void f(void) { while (IN) { if (IN) add(); else while (used > 0) { used--; free(pool[used]->h); memset(pool, 0, sizeof pool); free(pool[used]); } } }",
        "void f(void) { while (IN) { if (IN) add(); else while (used > 0) { used--; free(pool[used]->h); forget(2); free(pool[used]); } } }",
        "void f(void) { while (IN) { if (IN) add(); else while (used > 0) { used--; unsigned k = used; free(pool[k]->h); k = IN % 5; free(pool[k]); pool[k] = 0; } } }",
    ] {
        assert_eq!(bound(source), "unknown", "{source}");
    }
}

#[test]
fn a_function_beside_a_number_of_the_caller_is_known() {
    let source = "void f(const unsigned char *p) { for (int i = 0; i < 3; i++) { struct c *x = malloc(sizeof *x); if (!x) break; x->left = p[i]; x->fire = on; x->fire(); free(x); } }";
    assert_eq!(bound(source), "16");
}

#[test]
fn a_function_of_the_caller_is_not() {
    for source in [
        "void f(void (**p)(void)) { struct c *x = malloc(sizeof *x); if (!x) return; x->left = 1; x->fire = p[0]; x->fire(); free(x); }",
        "void f(const struct c *p) { struct c *x = malloc(sizeof *x); if (!x) return; memcpy(x, p, sizeof *x); x->fire(); free(x); }",
        "void f(const struct c *p) { struct c *x = malloc(sizeof *x); if (!x) return; x->fire = on; *x = *p; x->fire(); free(x); }",
        "void f(const unsigned char *p) { struct c *x = malloc(sizeof *x); if (!x) return; x->fire = on; for (unsigned i = 0; i < 8; i++) ((unsigned char *)x)[8 + i] = p[i]; x->fire(); free(x); }",
        "void f(const unsigned char *p) { while (IN) { struct c *x = malloc(sizeof *x); if (!x) return; x->left = p[0]; x->fire = IN ? on : grow; x->fire(); free(x); } }",
    ] {
        assert_eq!(bound(source), "unknown", "{source}");
    }
}
