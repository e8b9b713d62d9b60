//! Rounds whose blocks are all freed at their end by walking what they are linked in, and
//! programs that only look so.

#[path = "support/heap.rs"]
mod heap;

use heap::bound_by_shape;

const HEAD: &str = "#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
#define IN (unsigned)klee_int(\"m\")
struct n { struct n *next; long v; };
struct t { struct t *left, *right; long v; };
struct s { char *h; struct s *next; };
struct k { struct k *next; char *p; };
union u { union u *l; long v; };
static struct n *kept, some, *heads[3];
static struct s **there;
static char text[8];
static unsigned long secret = 5;
static jmp_buf back;
static void nothing(void) { }
static void unlinks(void) { if (kept) kept->next = 0; }
static int loses(const void *a, const void *b) { (void)a; (void)b; unlinks(); return 0; }
static void hang(void) { struct s *y = malloc(sizeof *y); if (!y) return; y->h = 0; y->next = 0; *there = y; }
static void burn_one(struct s *x) { free(x->h); free(x); }
static struct n *same(struct n *x) { kept = x; return kept; }
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
    bound_by_shape(&format!("{HEAD}{source}"))
}

#[test]
fn a_round_that_frees_all_that_it_linked_counts_once() {
    let all = [
        ("void f(void) { while (IN) { struct n *l = three(); release(l); } }", "48"),
        ("void f(void) { while (IN) drop(three()); }", "48"),
        ("void f(void) { while (IN) fell(tree()); }", "72"),
        // Its last round is left in the middle.
        ("void f(void) { while (IN) { struct n *l = three(); if (IN) break; release(l); } }", "48"),
        // What is appended is reached from what was the last one.
        ("void f(void) { while (IN) { struct n *l = 0, *last = 0; for (int i = 0; i < 4; i++) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = 0; if (!l) l = x; else last->next = x; last = x; } release(l); } }", "64"),
        // A text that holds no pointers is written.
        ("#include <stdio.h>\nvoid f(void) { while (IN) { char t[24]; struct n *l = three(); snprintf(t, sizeof t, \"%ld\", l ? l->v : 0); sprintf(text, \"%s\", t + 20); release(l); } }", "48"),
        // Blocks that others own.
        ("void f(void) { while (IN) { struct s *l = 0; for (int i = 0; i < 2; i++) { struct s *x = malloc(sizeof *x); if (!x) break; x->h = malloc(100); x->next = l; l = x; } burn(l); } }", "232"),
        ("void f(unsigned n) { while (IN) { struct n *l = 0; for (unsigned i = 0; i < n; i++) l = push(l, i); release(l); } }", "16*n"),
    ];
    let mut found: Vec<(&str, &str, String)> = all.map(|(s, want)| (s, want, bound(s))).into();
    found.retain(|(_, want, b)| b != want);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_round_that_leaves_a_block_does_not() {
    unbounded(&[
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
        // A text is written over the link.
        "#include <stdio.h>\nvoid f(void) { while (IN) { struct n *l = three(); sprintf((char *)l, \"%d\", 7); release(0); free(l); } }",
        // The blocks of the round before are freed, and those of the last one stay beside.
        "void f(void) { struct n *old = 0; while (IN) { struct n *l = three(); if (IN) release(old); old = l; } release(old); }",
    ]);
}

/// None of these has a bound: rounds go on, and each may leave a block.
fn unbounded(sources: &[&str]) {
    let mut found: Vec<(&str, String)> = sources.iter().map(|s| (*s, bound(s))).collect();
    found.retain(|(_, b)| b != "unknown");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn registers_that_one_way_has_not_set_are_two_values() {
    unbounded(&[
        "void f(void) { struct n *a = 0, *b = &some; while (IN) { if (IN) { struct n *l = push(0, 1); a = b = l; release(l); a = b = 0; } if (!a) { if (b) kept = push(0, 2); } } }",
        "void f(void) { struct n *a = 0, *b = &some; while (IN) { if (IN) { a = 0; b = a; } struct n *l = three(); if (!a) { if (b) continue; } release(l); } }",
        "void f(void) { struct n *a = &some, *b = 0; while (IN) { struct n *l = three(); for (int i = 0; i < 2; i++) { if (IN) { a = l; b = a; } if (a && !b) l = 0; } release(l); } }",
    ]);
}

#[test]
fn what_was_loaded_is_not_what_a_later_store_leaves() {
    unbounded(&[
        "void f(void) { while (IN) { struct k *x = malloc(sizeof *x); if (!x) break; x->next = 0; x->p = 0; if (!x->p) { x->p = text; if (x->p) { struct k *y = malloc(sizeof *y); if (y) { y->next = 0; if (IN) free(y); } } } free(x); } }",
        "void f(void) { while (IN) { struct k *x = malloc(sizeof *x); if (!x) break; x->next = 0; x->p = text; struct k *l = x; if (IN) { x->p = IN ? text : 0; } char *q = x->p; if (!q) { x->p = text; } if (x->p) { if (!q) l = x->next; } free(l); } }",
        "void f(void) { while (IN) { union u *x = malloc(sizeof *x), *y = malloc(sizeof *y); if (!x || !y) exit(1); x->l = 0; y->l = 0; x->l = y; union u *z = x->l; if (z) { x->v = 0; free(x->l); } free(x); } }",
        "void f(void) { while (IN) { struct n *x = push(0, 1), *y = push(0, 2); if (!x || !y) exit(1); struct n *z = IN ? x : y; struct n *t = z->next; x->next = push(0, 3); y->next = 0; if (!z->next) { release(t); } free(x); free(y); } }",
        "void f(void) { while (IN) { struct n *x = push(0, 1), *y = push(0, 2); if (!x || !y) exit(1); x->next = y; struct n *z = same(x); struct n *t = z->next; z->next = 0; z->v = 1; release(x); (void)t; } }",
    ]);
}

#[test]
fn who_knows_a_member_knows_the_block() {
    unbounded(&[
        "void f(void) { while (IN) { struct s *x = malloc(sizeof *x); struct s *y = malloc(sizeof *y); if (!x || !y) exit(1); x->h = 0; y->h = 0; x->next = 0; y->next = 0; there = &x->next; struct s *z = (struct s *)((char *)there - 8); if (!z->next) { z->next = y; x->h = 0; } if (!x->next) free(y); burn(0); free(x); } }",
        "void f(void) { while (IN) { struct s *x = malloc(sizeof *x); struct s *y = malloc(sizeof *y); if (!x || !y) exit(1); x->h = 0; y->h = 0; x->next = y; y->next = 0; struct s **p = &x->next; if (IN) *p = 0; burn(x); } }",
        "void f(void) { while (IN) { struct s *x = malloc(sizeof *x); if (!x) exit(1); x->h = 0; x->next = 0; there = &x->next; hang(); burn_one(x); } }",
        "void f(void) { while (IN) { struct s *x = malloc(sizeof *x); struct s *y = malloc(sizeof *y); if (!x || !y) exit(1); y->h = 0; y->next = 0; x->h = 0; x->next = y; struct s **p = &x->next; struct s **q = IN ? p : &y->next; *q = 0; burn(x); } }",
    ]);
}

#[test]
fn a_pointer_that_nothing_is_known_of_may_lead_anywhere() {
    unbounded(&[
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = (struct n *)((unsigned long)l ^ secret ^ secret); if (x) x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); unsigned long u = 0; for (int i = 0; i < 64; i++) if ((unsigned long)l >> i & 1) u |= 1ul << i; struct n *x = (struct n *)u; x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); union { unsigned long u; struct n *p; } w; w.p = 0; w.u = 0; for (int i = 0; i < 64; i++) if ((unsigned long)l >> i & 1) w.u |= 1ul << i; w.p->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); unsigned long u = 0; for (int i = 0; i < 64; i++) if ((unsigned long)l >> i & 1) u |= 1ul << i; struct n *x = &some; memcpy(&x, &u, 8); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = 0; for (int i = 0; i < 8; i++) { unsigned char c = 0; for (int k = 0; k < 8; k++) if ((unsigned long)l >> (8 * i + k) & 1) c |= 1 << k; ((unsigned char *)&x)[i] = c; } x->next = 0; release(l); } }",
    ]);
}

#[test]
fn bits_of_a_pointer_go_through_numbers_with_a_point() {
    unbounded(&[
        "void f(void) { while (IN) { struct n *l = three(), *x; double d; memcpy(&d, &l, 8); d = -d; d = -d; memcpy(&x, &d, 8); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(), *x; double d; memcpy(&d, &l, 8); d = fabs(d); memcpy(&x, &d, 8); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(), *x = &some; double d; memcpy(&d, &l, 8); d = d + 0.0; memcpy(&x, &d, 8); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(), *x; double d; memcpy(&d, &l, 8); d = copysign(d, 1.0); memcpy(&x, &d, 8); x->next = 0; release(l); } }",
    ]);
}

/// Parts of a pointer that are written over another one, each a number: its bits came by
/// branches, which sets of places do not follow. A pointer that is compared with another
/// one, or taken from it, is no number.
#[test]
fn parts_of_a_pointer_make_one() {
    unbounded(&[
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = &some; unsigned long u = 0; for (int k = 0; k < 64; k++) if ((unsigned long)l >> k & 1) u |= 1ul << k; for (int i = 0; i < 8; i++) ((char *)&x)[i] = (char)(u >> 8 * i); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = &some; unsigned long u = 0; for (int k = 0; k < 64; k++) if ((unsigned long)l >> k & 1) u |= 1ul << k; ((unsigned *)&x)[0] = (unsigned)u; ((unsigned *)&x)[1] = (unsigned)(u >> 32); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = &some; unsigned long u = 0; for (int k = 0; k < 64; k++) if ((unsigned long)l >> k & 1) u |= 1ul << k; for (int i = 0; i < 8; i++) memset((char *)&x + i, (int)(u >> 8 * i & 255), 1); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = &some; unsigned long u = 0; for (int k = 0; k < 64; k++) if ((unsigned long)l >> k & 1) u |= 1ul << k; __atomic_exchange_n((unsigned long *)&x, u, __ATOMIC_SEQ_CST); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = &some; unsigned long u = 0; for (int k = 0; k < 64; k++) if ((unsigned long)l >> k & 1) u |= 1ul << k; unsigned long e = (unsigned long)x; __atomic_compare_exchange_n((unsigned long *)&x, &e, u, 0, 5, 5); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = &some; unsigned long u = 0; for (int k = 0; k < 64; k++) if ((unsigned long)l >> k & 1) u |= 1ul << k; unsigned h[2] = {(unsigned)u, (unsigned)(u >> 32)}; memcpy(&x, h, sizeof x); x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = &some; unsigned long u = 0; for (int k = 0; k < 64; k++) if ((unsigned long)l >> k & 1) u |= 1ul << k; union { char c[8]; struct n *p; } y; y.p = &some; for (int i = 0; i < 8; i++) y.c[i] = (char)(u >> 8 * i); x = y.p; x->next = 0; release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); struct n *x = &some; union { struct n *p; unsigned char c[8]; } y; y.p = l; for (int i = 0; i < 8; i++) { unsigned char c = 0; for (int k = 0; k < 8; k++) if (y.c[i] >> k & 1) c |= 1 << k; ((unsigned char *)&x)[i] = c; } x->next = 0; release(l); } }",
    ]);
    let text = "struct w { struct w *next; char name[8]; };
        void f(void) { while (IN) { struct w *l = 0; for (int i = 0; i < 3; i++) { struct w *x = malloc(sizeof *x); if (!x) break; x->next = l; l = x; }
        long far = (char *)l - (char *)&l->name; text[0] = (char)far; while (l) { struct w *x = l->next; free(l); l = x; } } }";
    assert_eq!(bound(text), "48");
}

/// The address of a block is found out without a cast to a number that is used.
#[test]
fn a_pointer_is_looked_at_in_other_ways() {
    let made = "u.p = &some; u.v = a; x = u.p; x->next = 0; release(l); } }";
    let bits = "unsigned long a = 0; for (int k = 0; k < 64; k++) if (w >> k & 1) a |= 1ul << k;";
    let all = [
        // One that is null is taken from it.
        format!("static char *nul; void f(void) {{ while (IN) {{ struct n *l = three(), *x; union m u; unsigned long w = (unsigned long)l - (unsigned long)nul; {bits} {made}"),
        // It is compared with pointers that are made one by one.
        format!("void f(void) {{ while (IN) {{ struct n *l = three(), *x; union m u; unsigned long a = 0; for (int k = 63; k >= 0; k--) {{ u.p = &some; u.v = a | 1ul << k; if (u.p <= l) a |= 1ul << k; }} {made}"),
        format!("void f(void) {{ while (IN) {{ struct n *l = three(), *x; union m u, w; for (int i = 0; i < 8; i++) {{ unsigned k; for (k = 0; k < 256; k++) {{ w.p = l; w.b[i] = (unsigned char)k; if (w.p == l) break; }} u.b[i] = (unsigned char)k; }} unsigned long a = u.v; {made}"),
        // It goes through a list of arguments, as a member of a union, or back as one.
        format!("static unsigned long number(int k, ...) {{ va_list a; va_start(a, k); union m u = va_arg(a, union m); va_end(a); return u.v; }}
            void f(void) {{ while (IN) {{ struct n *l = three(), *x; union m u; u.p = l; unsigned long w = number(1, u); {bits} {made}"),
        format!("struct big {{ union m u; long pad[3]; }}; static struct n *pointer(int k, ...) {{ va_list a; va_start(a, k); struct big b = va_arg(a, struct big); va_end(a); return b.u.p; }}
            void f(void) {{ while (IN) {{ struct n *l = three(), *x; unsigned long w = (unsigned long)l; {bits} struct big g = {{{{.v = a}}}}; x = pointer(1, g); x->next = 0; release(l); }} }}"),
        // A number is added to no pointer, or handed on as one.
        format!("void f(void) {{ while (IN) {{ struct n *l = three(), *x; unsigned long w = (unsigned long)l; {bits} char *z = 0; x = (struct n *)(z + a); x->next = 0; release(l); }} }}"),
        format!("static struct n *as_it_is(struct n *p) {{ return p; }} void f(void) {{ while (IN) {{ struct n *l = three(), *x; unsigned long w = (unsigned long)l; {bits} x = ((struct n *(*)(unsigned long))as_it_is)(a); x->next = 0; release(l); }} }}"),
        format!("void f(void) {{ while (IN) {{ struct n *l = three(), *x; union m u; unsigned long w; __asm__(\"\" : \"=r\"(w) : \"0\"(l)); {bits} {made}"),
        // What is passed by value is a structure, and no pointer to one.
        "struct big { struct n *p; long pad[3]; }; static void ends(int k, ...) { va_list a; va_start(a, k); struct big b = va_arg(a, struct big); va_end(a); b.p->next = 0; }
            void f(void) { while (IN) { struct n *l = three(); struct big g = {l, {1, 2, 3}}; ends(1, g); release(l); } }".into(),
    ];
    let unions =
        "#include <stdarg.h>\nunion m { struct n *p; unsigned long v; unsigned char b[8]; };\n";
    let all = all.map(|s| format!("{unions}{s}"));
    unbounded(&all.each_ref().map(String::as_str));
}

/// A byte of a pointer that is written alone moves it to another member.
#[test]
fn a_part_of_a_pointer_moves_it() {
    let node = "struct m { struct m *next, *spare; }; static struct m *made(struct m *l) { struct m *x = aligned_alloc(16, sizeof *x); if (!x) exit(1); x->next = l; x->spare = 0; return x; }
        static void ends(struct m *l) { while (l) { struct m *x = l->next; free(l); l = x; } }";
    let all = [
        "*(unsigned char *)&q &= 0xf0;",
        "memset(&q, 0, 1);",
        "union { struct m **p; unsigned char b[8]; } u; u.p = q; u.b[0] = 0; q = u.p;",
        "struct { unsigned short low, others[3]; } s; memcpy(&s, &q, 8); s.low = 0; memcpy(&q, &s, 8);",
    ]
    .map(|moved| format!("{node} void f(void) {{ while (IN) {{ struct m *l = made(made(made(0))); struct m **q = &l->spare; {moved} *q = 0; ends(l); }} }}"));
    unbounded(&all.each_ref().map(String::as_str));
    // Fills of whole members do not.
    let text = "struct w { char name[8]; struct w *next; int k; };
        void f(void) { while (IN) { struct w *l = 0; for (int i = 0; i < 3; i++) { struct w *x = malloc(sizeof *x); if (!x) break; memset(x, 0, sizeof *x); x->next = l; l = x; }
        while (l) { struct w *x = l->next; free(l); l = x; } } }";
    assert_eq!(bound(text), "72");
}

/// A static address is a number from the begin on.
#[test]
fn an_address_in_an_initialiser_is_looked_at() {
    unbounded(&[
        "union m { struct n **p; unsigned long v; }; static struct n *l, *none; static unsigned long where[] = {(unsigned long)&l};
        void f(void) { while (IN) { l = three(); unsigned long a = 0; for (int k = 0; k < 64; k++) if (where[0] >> k & 1) a |= 1ul << k; union m u; u.p = &none; u.v = a; *u.p = 0; release(l); } }",
        "union m { struct n **p; unsigned long v; }; static struct n *l, *none, **there_too = &l;
        void f(void) { while (IN) { l = three(); unsigned long a = 0; for (int k = 0; k < 64; k++) if (((unsigned char *)&there_too)[k / 8] >> k % 8 & 1) a |= 1ul << k; union m u; u.p = &none; u.v = a; *u.p = 0; release(l); } }",
    ]);
}

/// The address of a function is made of a number, or handed on in a structure.
#[test]
fn a_function_is_called_by_a_number() {
    unbounded(&[
        "static void adds(void) { kept = push(kept, 1); } static void (*hook)(void) = nothing;
        void f(void) { while (IN) { unsigned long w = (unsigned long)adds, a = 0; for (int k = 0; k < 64; k++) if (w >> k & 1) a |= 1ul << k; hook = (void (*)(void))a; hook(); } }",
        "static void adds(void) { kept = push(kept, 1); } union h { void (*f)(void); unsigned long v; };
        void f(void) { while (IN) { union h u, o; u.f = adds; unsigned long a = 0; for (int k = 0; k < 64; k++) if (u.v >> k & 1) a |= 1ul << k; o.f = nothing; o.v = a; o.f(); } }",
        "#include <stdarg.h>
        static void adds(void) { kept = push(kept, 1); } struct big { void (*f)(void); long pad[3]; };
        static void runs(int k, ...) { va_list a; va_start(a, k); void (*g)(void) = nothing; for (int i = 0; i < k; i++) { struct big b = va_arg(a, struct big); g = b.f; } va_end(a); g(); }
        void f(void) { while (IN) { struct big g = {adds, {1, 2, 3}}; runs(1, g); } }",
    ]);
    let plain =
        "static void pushes(void) { kept = push(kept, 1); } static void (*hook)(void) = pushes;
        void f(void) { hook(); hook(); }";
    assert_eq!(bound(plain), "32");
}

#[test]
fn what_others_do_to_a_round_is_seen() {
    unbounded(&[
        // A function that the library calls.
        "void f(void) { int a[2] = {1, 2}; while (IN) { struct n *l = three(); kept = l; qsort(a, 2, sizeof *a, loses); kept = 0; release(l); } }",
        // One through a pointer.
        "void f(void) { void (*g)(void) = IN ? nothing : unlinks; while (IN) { struct n *l = three(); kept = l; g(); release(l); } }",
        // Who has the head, too.
        "void f(void) { while (IN) { struct n *l = three(); heads[IN % 3] = l; struct n *h = heads[1]; if (h) h->next = 0; heads[0] = heads[1] = heads[2] = 0; release(l); } }",
        "void f(struct n **out) { while (IN) { struct n *l = three(); *out = l; (*out)->next = 0; release(l); } }",
        // A block moves.
        "void f(void) { while (IN) { struct n *l = three(); l = realloc(l, 64); if (!l) exit(1); l->next = 0; release(l); } }",
        // A structure is copied over another one.
        "void f(void) { while (IN) { struct n *l = three(), *m = three(); if (!l || !m) exit(1); *l = *m; release(l); free(m); } }",
        "void f(void) { while (IN) { struct n *l = three(), c; c = *l; c.next = 0; memcpy(l, &c, sizeof c); release(l); } }",
        // Two lists that share their end.
        "void f(void) { while (IN) { struct n *t = three(), *a = push(t, 1), *b = push(t, 2); if (IN) { free(a); release(b); } else { free(a); free(b); } } }",
        // A list with its begin at its end.
        "void f(void) { while (IN) { struct n *l = three(); if (!l) break; struct n *e = l; while (e->next) e = e->next; e->next = l; struct n *x = l->next; l->next = 0; if (IN) release(x); else free(l); } }",
        // All but the last one.
        "void f(void) { while (IN) { struct n *l = three(); while (l && l->next) { struct n *x = l->next; free(l); l = x; } } }",
        // One is taken out of it.
        "void f(void) { while (IN) { struct n *l = three(); for (struct n **p = &l; *p; p = &(*p)->next) if ((*p)->v == 1) { *p = (*p)->next; break; } release(l); } }",
        "void f(void) { while (IN) { struct n *l = three(); if (l && l->next) l->next = l->next->next; release(l); } }",
        // The jump out of a callee, and of the walk over the list.
        "void f(void) { while (IN) { struct n *l = three(); for (struct n *x = l; x; x = x->next) if (IN) goto out; release(l); out:; } }",
        "static int all(struct n *l) { while (l) { if (IN) return 0; struct n *x = l->next; free(l); l = x; } return 1; } void f(void) { while (IN) { if (!all(three())) continue; } }",
        // A block hangs on one of an earlier round.
        "void f(void) { struct n *old = push(0, 9); if (!old) return; while (IN) { struct n *x = push(0, 1); if (!x) break; struct n *t = old->next; old->next = x; old->next = t; } release(old); }",
        "void f(void) { struct n *old = push(0, 9); if (!old) return; while (IN) { struct n *x = IN ? old : push(0, 1); struct n *y = push(0, 2); if (!x || !y) break; struct n *t = x->next; x->next = y; if (x != old) { x->next = 0; free(x); } release(t); } }",
        // A freed list, of which a callee frees one more of another.
        "static void two(struct n *l) { struct n *k = kept; if (k) { kept = 0; free(k); } release(l); } void f(void) { while (IN) { struct n *l = three(), *m = three(); kept = m; two(l); } }",
    ]);
}
