//! Counters that steps on one way alone move, loops whose counter is scaled, lists that are
//! empty again, and tables of pointers in structures; and programs that only look so.

#[path = "support/heap.rs"]
mod heap;

use heap::bound_by_shape;

const HEAD: &str = "#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
#define IN (unsigned)klee_int(\"m\")
struct n { struct n *next; long v; };
struct t { struct t *left, *right; int key; };
struct trie { struct trie *kid[4]; int ends; };
struct table { int used; struct n *row[8]; int count; };
static struct n *head, *other;
static int count;
static int insert(struct t **r, int key) {
  while (*r) {
    if (key == (*r)->key) return 0;
    r = key < (*r)->key ? &(*r)->left : &(*r)->right;
  }
  *r = calloc(1, sizeof **r);
  if (!*r) return 0;
  (*r)->key = key;
  return 1;
}
static int push(struct n **l) { struct n *x = malloc(sizeof *x); if (!x) return -1; x->next = *l; *l = x; return 0; }
static void reset(void) { while (head) { struct n *x = head->next; free(head); head = x; } count = 0; }
static void drop(struct n *l) { if (!l) return; drop(l->next); free(l); }
static unsigned power(unsigned n) { unsigned p = 4; while (p < n) p <<= 1; return p; }
";

fn bound(source: &str) -> String {
    bound_by_shape(&format!("{HEAD}{source}"))
}

fn are(all: &[(&str, &str)]) {
    let found = all.iter().map(|(s, want)| (*s, *want, bound(s)));
    let wrong: Vec<_> = found.filter(|(_, want, b)| b != want).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// None of these has a bound below so many bytes: runs need as many.
fn need(all: &[(&str, u64)]) {
    let found = all.iter().map(|(s, least)| (*s, *least, bound(s)));
    let below = |(_, least, b): &(&str, u64, String)| {
        b.replace(',', "").parse::<u64>().is_ok_and(|n| n < *least)
    };
    let wrong: Vec<_> = found.filter(below).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_counter_steps_where_a_function_says_that_it_made_a_block() {
    are(&[
        ("void f(void) { struct t *root = 0; int n = 0; while (n < 100 && IN) n += insert(&root, (int)IN); }", "2,400"),
        ("void f(void) { int n = 0; while (IN) { if (n == 20) continue; if (push(&head) < 0) break; n++; } }", "320"),
        ("void f(void) { int n = 0; while (IN && n < 7) { int r = push(&head); if (r != 0) continue; n++; } }", "112"),
    ]);
    need(&[
        // What steps the counter is not what made the block.
        ("void f(void) { struct t *root = 0; int n = 0; while (n < 100 && IN) n += insert(&root, (int)IN) & (int)IN; }", 48_000),
        ("void f(void) { int n = 0; while (IN && n < 7) if (push(&head) < 0) n++; }", 16_000),
        ("void f(void) { int n = 0; while (IN && n < 7) { int r = push(&head); if (r == 0 && IN) n++; } }", 16_000),
        ("static int two(void) { if (push(&head)) return 0; if (push(&head)) return 0; return 1; }
          void f(void) { int n = 0; while (IN && n < 7) n += two(); }", 224),
    ]);
}

#[test]
fn counters_that_are_scaled_end_their_loops() {
    are(&[
        ("void f(unsigned char k) { char *p = malloc(power(k)); free(p); }", "508"),
        ("void f(unsigned x) { unsigned n = 1; while (x > 9) { x /= 10; n++; } char *p = malloc(n + 1); free(p); }", "12"),
        ("void f(int x) { for (int i = 1; i < 100; i *= 3) push(&head); }", "80"),
        ("void f(unsigned long x) { while (x) { push(&head); x >>= 1; } }", "1,024"),
        ("void f(int x) { while (x != 0) { push(&head); x /= 2; } }", "512"),
        ("void f(unsigned x) { do { push(&head); x /= 16; } while (x > 0); }", "128"),
        ("void f(void) { for (unsigned i = 1; i <= 64; i += i) push(&head); }", "112"),
    ]);
    need(&[
        // It stays where it is, or begins anew.
        (
            "void f(unsigned char k) { for (unsigned i = k; i < 100; i *= 2) push(&head); }",
            16_000,
        ),
        (
            "void f(int x) { while (x != 0) { push(&head); x >>= 1; } }",
            16_000,
        ),
        (
            "void f(unsigned n) { for (unsigned i = 1; i < n; i <<= 1) push(&head); }",
            16_000,
        ),
        (
            "void f(void) { for (unsigned i = 1; i <= 0x90000000u; i *= 2) push(&head); }",
            16_000,
        ),
        (
            "void f(void) { for (unsigned i = 1; i != 100; i *= 3) push(&head); }",
            16_000,
        ),
        (
            "void f(unsigned x) { while (x > 9) { push(&head); if (IN) x /= 10; } }",
            16_000,
        ),
        (
            "void f(unsigned x) { while (x > 9) { push(&head); x /= 10; if (IN) x = 1000; } }",
            16_000,
        ),
        (
            "void f(int x) { while (x < 100) { push(&head); x /= 10; } }",
            16_000,
        ),
        (
            "void f(void) { for (unsigned char i = 1; i < 200; i *= 2) push(&head); }",
            16_000,
        ),
        (
            "void f(int x) { while (x > -1) { push(&head); x /= 2; } }",
            16_000,
        ),
    ]);
}

#[test]
fn where_the_one_list_is_empty_no_block_lives() {
    are(&[
        ("void f(void) { while (IN) { if (push(&head)) break; count++; if (IN || count == 8) reset(); } reset(); }", "128"),
        ("void f(void) { struct n *l = 0; int k = 0; while (IN) { if (push(&l)) break; k++; if (k == 5) { drop(l); l = 0; k = 0; } } }", "80"),
    ]);
    need(&[
        // One block is kept elsewhere.
        ("void f(void) { while (IN) { if (push(&head)) break; count++; if (count == 8) { other = head; if (head) head = head->next; reset(); } } }", 16_000),
        ("void f(void) { while (IN) { if (push(IN ? &head : &other)) break; count++; if (IN || count == 8) reset(); } }", 16_000),
        // Some are left in the list.
        ("void f(void) { while (IN) { if (push(&head)) break; count++; if (count == 8) { while (head) { struct n *x = head->next; if (IN) free(head); head = x; } count = 0; } } }", 16_000),
        ("void f(void) { while (IN) { if (push(&head)) break; count++; if (count == 8) { while (head && IN) { struct n *x = head->next; free(head); head = x; } count = 0; } } }", 16_000),
        ("void f(void) { while (IN) { if (push(&head)) break; count++; if (count == 8) { head = 0; count = 0; } } }", 16_000),
        ("void f(void) { struct n *l = 0; int k = 0; while (IN) { if (push(&l)) break; k++; if (k == 5) { drop(l->next); l = 0; k = 0; } } }", 16_000),
        // A second list with the same counter.
        ("void f(void) { struct n *l = 0; while (IN) { if (push(&head)) break; count++; if (IN) push(&l); if (count == 8) reset(); } }", 16_000),
    ]);
}

#[test]
fn a_number_behind_a_table_is_no_pointer_of_it() {
    let tries = "static int nodes;
        static struct trie *made(void) { if (nodes >= 50) return 0; struct trie *t = calloc(1, sizeof *t); if (t) nodes++; return t; }
        static int add(struct trie *t, const unsigned char *w, int n) { for (int i = 0; i < n; i++) { struct trie **k = &t->kid[w[i] - 'a']; if (!*k && !(*k = made())) return -1; t = *k; } return ++t->ends; }\n";
    let trie = format!("{tries}void f(void) {{ struct trie *root = made(); if (!root) return; while (IN) {{ unsigned char w[4]; for (int i = 0; i < 4; i++) w[i] = (unsigned char)('a' + IN % 4); add(root, w, 4); }} }}");
    are(&[
        (&trie, "2,000"),
        ("static struct table t; void f(void) { while (IN) { if (t.count == 30) { while (t.count > 9) { unsigned i = IN & 7; struct n *x = t.row[i]; if (!x) continue; t.row[i] = x->next; free(x); t.count--; } } if (push(&t.row[IN & 7])) break; t.count++; t.used = 1; } }", "480"),
    ]);
    need(&[
        // The end of a table is no element, and what is before it is one.
        ("static struct table t; static int made; void f(void) { struct n **p = &t.row[IN & 8]; while (IN) { if (made == 4) { for (p = &t.row[8]; p != t.row;) { p--; if (*p) { *p = 0; } } made = 0; } if (!t.row[IN & 7]) { if (push(&t.row[IN & 7])) break; made++; } } }", 16_000),
    ]);
}

/// A loop inside of another one goes on from where its last visit left it.
#[test]
fn a_loop_that_is_entered_again_begins_where_it_was() {
    are(&[
        ("void f(void) { for (int i = 0; i < 3; i++) { unsigned n = 2; while (n--) push(&head); } }", "96"),
        ("void f(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) push(&head); }", "192"),
    ]);
    need(&[
        ("void f(void) { unsigned n = 2; for (int i = 0; i < 2; i++) while (n--) push(&head); }", 16_000),
        ("void f(void) { unsigned n = 5; while (IN) { struct n *l = 0; while (n--) { push(&l); if (IN) return; } drop(l); } }", 16_000),
        ("void f(void) { unsigned n = 5; while (IN) { struct n *l = 0; do push(&l); while (--n); drop(l); } }", 16_000),
        ("void f(void) { int n = 0; while (IN) { while (n++ < 5) ; char *q = malloc(n); free(q); } }", 300),
        ("void f(void) { int p = 1; while (IN) { if (p > 10000) return; do p += 7; while (p < 100); char *q = malloc(p); free(q); } }", 2_199),
        ("void f(void) { unsigned n = 1; while (IN) { struct n *l = 0; do { n <<= 1; push(&l); } while (n < 64); drop(l); } }", 3_888),
        ("void f(void) { int i; for (int r = 0; r < 4; r++) { i = i ? i : 1; do i *= 2; while (i < 10); } }", 0),
        ("void f(void) { int i = 1; for (int r = 0; r < 4; r++) { do i *= 2; while (i < 10); } char *q = malloc(i); free(q); }", 128),
        // Not each round steps before its test.
        ("void f(void) { while (IN) { struct n *l = 0; int i = 0; for (;;) { push(&l); if (IN) i++; if (i >= 5) break; i++; } drop(l); } }", 96),
    ]);
}

/// What a field holds is what is stored there, and a distance fits its object.
#[test]
fn sizes_are_read_from_fields() {
    let boxes = "struct box { unsigned cap; char *data; struct box *next; }; static struct box *first; static char line[41];
        static struct box *made(unsigned n) { struct box *b = malloc(sizeof *b); if (!b) return 0; b->cap = n; b->data = 0; b->next = first; first = b; return b; }\n";
    let with = |s: &str| format!("{boxes}{s}");
    are(&[
        (&with("void f(unsigned char n) { for (int i = 0; i < 3; i++) made(n & 15); char *p = malloc(first->cap); free(p); }"), "87"),
        (&with("void f(void) { for (int i = 0; i < 2; i++) made((unsigned)strlen(line)); char *p = malloc(first->cap + 1); free(p); }"), "89"),
        ("static char line[64]; void f(void) { const char *s = line; while (*s && *s != 32) s++; char *p = malloc((size_t)(s - line) + 1); free(p); }", "65"),
    ]);
    need(&[
        (&with("void f(unsigned n) { struct box *b = made(1); *(IN ? &b->cap : &(unsigned){ 0 }) = n; char *p = malloc(b->cap); free(p); }"), 1_000_000),
        (&with("void f(unsigned n) { struct box *b = made(1), t; t.cap = n; t.next = 0; t.data = 0; *b = t; char *p = malloc(b->cap); free(p); }"), 1_000_000),
        (&with("void f(void) { struct box *b = made(1); memset(b, 1, sizeof *b); char *p = malloc(b->cap); free(p); }"), 1_000_000),
        (&with("static void set(struct box *b, unsigned n) { if (n > 5) set(b, n - 1); b->cap = n; } void f(unsigned n) { struct box *b = made(1); set(b, n); char *p = malloc(b->cap); free(p); }"), 1_000_000),
        (&with("void f(void) { struct box *b = made(1); klee_make_symbolic(&b->cap, sizeof b->cap, \"cap\"); char *p = malloc(b->cap); free(p); }"), 1_000_000),
        (&with("void f(void) { struct box *b = made(1); while (IN) { b->cap += 3; if (b->cap > 4000) return; char *p = malloc(b->cap); free(p); } }"), 4_000),
        (&with("void f(unsigned short n) { struct box *b = made(1); ((unsigned short *)&b->cap)[1] = n; char *p = malloc(b->cap); free(p); }"), 1_000_000),
    ]);
}

/// A parameter that is set on one way is what the caller gave on the other one.
#[test]
fn a_parameter_that_is_set_once_more_has_two_values() {
    need(&[
        ("static int big = 1000; static const int tab[2] = { 3, 5 };
          static void g(const int *q, int c) { if (c == 97) q = &tab[c & 1]; free(malloc(*q)); }
          void f(void) { while (IN) g(&big, IN); }", 1000),
        ("static int m; static void g(int *b, int c) { static int l; if (m > 64 || m < 0) return; if (!c) b = &l; *b = 1000; free(malloc(m)); m = 5; }
          void f(void) { while (IN) g(&m, IN & 1); }", 1000),
        ("static int big = 1000; static void g(int *b, int c, int *q) { if (q[1] > 64 || q[1] < 0) return; if (c == 97) b = q + 1; free(malloc(*b)); }
          void f(void) { int h[2]; while (IN) { h[1] = IN & 31; g(&big, IN, h); } }", 1000),
        ("static char buf[10]; static void g(unsigned long a, int c) { if (c == 97) a = (unsigned long)buf; free(malloc(a - (unsigned long)buf)); }
          void f(void) { while (IN) g((unsigned long)buf + 1000, IN); }", 1000),
        ("__attribute__((nodebug)) size_t strnlen(const char *s, size_t n) { return s[0] == 97 ? 1000 : 3; }
          void f(void) { char b[8] = \"abc\"; while (IN) { b[0] = IN; free(malloc(strnlen(b, 8))); } }", 1000),
    ]);
}

#[test]
fn fields_keep_their_ranges_beside_a_call_that_ends_the_program() {
    are(&[
        ("struct b { int cap; char *p; }; void f(void) { struct b b; b.cap = 16; while (IN) { if (IN) b.cap = 64; if (IN) exit(1); free(malloc(b.cap)); } }", "64"),
        ("struct b { int cap; char *p; }; void f(void) { struct b b = { 16, 0 }; while (IN) { if (IN) b.cap = 64; free(malloc(b.cap)); } }", "64"),
        ("struct b { int cap; char *p; }; void f(void) { struct b b = { 64, 0 }; while (IN) { if (IN) b.cap = 128; free(b.p); b.p = malloc(b.cap); } free(b.p); }", "128"),
        ("static char buf[100]; void f(void) { while (IN) { int *q = (int *)buf + (IN & 15); free(malloc(q - (int *)buf)); } }", "25"),
    ]);
    need(&[
        ("struct b { int cap; int *p; }; static int big = 900; void f(void) { struct b b = { 16, &big }; struct b c = { 700, 0 }; if (IN) b = c; free(malloc(b.cap)); }", 700),
        ("struct b { int cap; int n; }; void f(void) { struct b b = { 16, 300 }; int *p = &b.n; while (IN) { if (IN) *p = 800; free(malloc(b.n)); } }", 800),
        ("struct b { int cap; int n; }; static void g(struct b *p) { struct b c = { 5, 600 }; *p = c; } void f(void) { struct b b = { 16, 30 }; if (IN) g(&b); free(malloc(b.n)); }", 600),
        ("struct b { int cap; char *p; }; void f(void) { struct b b; b.p = malloc(30); if (IN) { struct b c = { 5, 0 }; b = c; } b.p = malloc(30); }", 60),
        ("struct b { int cap; char *p; }; void f(void) { static const struct b no = { 5, 0 }; struct b b = no; for (int i = 0; i < 3; i++) { b.p = malloc(30); b = no; } }", 90),
        ("struct b { int cap; char *p; }; static struct b b; static void last(void) { b.cap = 500; free(malloc(b.cap)); } void f(void) { b.cap = 16; atexit(last); if (IN) exit(1); free(malloc(b.cap)); }", 500),
    ]);
}
