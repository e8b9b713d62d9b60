//! Functions that were written to break the heap analysis: the highest sum of
//! the live blocks of each, worked out by hand, and whether a bound has to be
//! found that is not above it.

/// One function.
pub struct Hostile {
    pub name: &'static str,
    /// The entry is `f`, or `main` where there is one.
    pub source: &'static str,
    /// Bytes that some run reaches; none where there is no highest sum.
    pub truth: Option<u64>,
    /// The bound is exactly that.
    pub tight: bool,
}

const fn exact(name: &'static str, truth: u64, source: &'static str) -> Hostile {
    Hostile {
        name,
        source,
        truth: Some(truth),
        tight: true,
    }
}

/// A bound above it, or none, is no mistake.
const fn above(name: &'static str, truth: u64, source: &'static str) -> Hostile {
    Hostile {
        name,
        source,
        truth: Some(truth),
        tight: false,
    }
}

const fn endless(name: &'static str, source: &'static str) -> Hostile {
    Hostile {
        name,
        source,
        truth: None,
        tight: false,
    }
}

pub const ALL: &[Hostile] = &[
    exact(
        "the peak is in the middle of a callee",
        160,
        "static void g(void) { char *a = malloc(100), *b = malloc(50); free(a); free(b); }
         int f(void) { char *p = malloc(10); g(); char *q = malloc(60); free(q); free(p); return 0; }",
    ),
    exact(
        "the peak is at an exit in a callee",
        208,
        "static void die(int c) { char *m = malloc(200); exit(m ? c : 1); }
         int f(int x) { char *p = malloc(8); if (x == 7) die(1); free(p); p = malloc(100); free(p); return 0; }",
    ),
    exact(
        "the peak is in a handler of atexit",
        520,
        "static void late(void) { char *m = malloc(500); free(m); }
         int main(void) { atexit(late); char *p = malloc(20); return p != 0; }",
    ),
    exact(
        "the peak is at an abort",
        316,
        "int f(int x) { char *p = malloc(16); if (x < 0) { p = malloc(300); abort(); } free(p); return 0; }",
    ),
    exact(
        "a negative size fails",
        10,
        "int f(int n) { if (n > 10) return 0; char *p = malloc(n); int r = p != 0; free(p); return r; }",
    ),
    exact(
        "a size that is negative for most inputs",
        5,
        "int f(signed char n) { if (n > 25) return 0; char *p = malloc(n - 20); int r = p != 0; free(p); return r; }",
    ),
    exact(
        "a short that is negative, times four",
        400,
        "int f(short n) { if (n > 100) return 0; int *p = malloc(n * sizeof *p); int r = p != 0; free(p); return r; }",
    ),
    exact(
        "a size that wraps around in a byte",
        255,
        "int f(unsigned char n) { unsigned char m = n + 200; char *p = malloc(m); int r = p != 0; free(p); return r; }",
    ),
    exact(
        "an unsigned size that wraps around is large and not negative",
        4_294_967_295,
        "int f(unsigned n) { if (n > 9) return 0; char *p = malloc(n - 5); int r = p != 0; free(p); return r; }",
    ),
    exact(
        "slots that may be one",
        55,
        "int f(unsigned i, unsigned j) { char *s[2] = {0, 0}; i &= 1; j &= 1;
           s[i] = malloc(10); s[j] = malloc(20); free(s[0]); if (i != j) free(s[1]);
           char *p = malloc(25); free(p); return 0; }",
    ),
    exact(
        "a function that is used again with both arguments the same",
        60,
        "static void g(char **a, char **b) { free(*a); *a = 0; *b = malloc(30); }
         int f(void) { char *x = malloc(10), *y = 0; g(&x, &y); g(&y, &y); g(&x, &y); free(y); return 0; }",
    ),
    exact(
        "a slot that is freed before it is refilled does not add up",
        255,
        "int f(unsigned char n) { char *p = 0; for (int i = 0; i < 5; i++) { free(p); p = malloc(n); } free(p); return 0; }",
    ),
    exact(
        "one that is refilled before it is freed counts twice",
        510,
        "int f(unsigned char n) { char *p = 0; for (int i = 0; i < 5; i++) { char *q = malloc(n); free(p); p = q; } free(p); return 0; }",
    ),
    exact(
        "what holds in the first rounds only",
        100,
        "int f(void) { int k = 10; for (int i = 0; i < 6; i++) { if (i == 4) k = 100; char *p = malloc(k); free(p); } return 0; }",
    ),
    exact(
        "a peak that the inputs of seven rounds make together",
        1000,
        "int f(unsigned x) { int n = 0; for (int i = 0; i < 8; i++) { if (x & (1u << i)) n++;
           if (n > 6) { char *q = malloc(1000); free(q); } } return n; }",
    ),
    exact(
        "a sequence of states that leads to the large block",
        900,
        "int f(unsigned x) { int state = 0; for (int i = 0; i < 6; i++, x >>= 2) {
           if (state == 0 && (x & 3) == 2) state = 1; else if (state == 1 && (x & 3) == 3) state = 2;
           else if (state == 2 && (x & 3) == 1) { char *p = malloc(900); free(p); } else state = 0; } return state; }",
    ),
    exact(
        "a list that is freed and built again",
        80,
        "struct n { struct n *next; }; static struct n *build(int k) { struct n *h = 0;
           while (k-- > 0) { struct n *x = malloc(16); x->next = h; h = x; } return h; }
         static void drop(struct n *h) { while (h) { struct n *x = h->next; free(h); h = x; } }
         int f(void) { struct n *h = build(5); drop(h); h = build(3); drop(h); h = build(5); drop(h); return 0; }",
    ),
    exact(
        "a condition that is tested again",
        70,
        "int f(int x) { char *p = 0; if (x > 3) p = malloc(64); if (x > 3) free(p); p = malloc(70); free(p); return 0; }",
    ),
    exact(
        "a condition whose variable has changed in between",
        134,
        "int f(int x) { char *p = 0; if (x > 3) p = malloc(64); x--; if (x > 3) free(p); p = malloc(70); free(p); return 0; }",
    ),
    exact(
        "realloc that shrinks has both blocks",
        19,
        "int f(void) { char *p = 0; for (int n = 10; n > 0; n--) p = realloc(p, n); free(p); return 0; }",
    ),
    exact(
        "realloc that fails leaves the old block",
        90,
        "int f(void) { char *p = malloc(40); char *q = realloc(p, (size_t)-1); if (!q) { q = malloc(50); free(p); } free(q); return 0; }",
    ),
    exact(
        "calloc whose product wraps around fails",
        77,
        "int f(unsigned char n) { char *p = calloc(n, 1UL << 60); char *q = 0; if (!p) q = malloc(77); free(q); free(p); return 0; }",
    ),
    exact(
        "a structure that is copied and freed through the copy",
        30,
        "struct s { char *p; int n; }; int f(void) { struct s a = {malloc(20), 1}, b; b = a; free(b.p); a.p = malloc(30); free(a.p); return 0; }",
    ),
    exact(
        "free through a pointer",
        30,
        "int f(void) { void (*release)(void *) = free; char *p = malloc(20); release(p); p = malloc(30); release(p); return 0; }",
    ),
    exact(
        "a recursion whose sum is highest where it is deepest",
        120,
        "static void r(int d) { if (d == 0) return; char *p = malloc(8 * d); r(d - 1); free(p); }
         int f(int d) { if (d < 0 || d > 5) return 0; r(d); return 0; }",
    ),
    exact(
        "two functions that call each other and leave blocks",
        48,
        "static void *keep[8]; static int at; static void b(int d); static void a(int d) { if (d > 0) { keep[at++] = malloc(8); b(d - 1); } }
         static void b(int d) { if (d > 0) { keep[at++] = malloc(16); a(d - 1); } }
         int f(int d) { if (d < 0 || d > 4) return 0; a(d); while (at > 0) free(keep[--at]); return 0; }",
    ),
    above(
        "longjmp over a free",
        150,
        "#include <setjmp.h>
         static jmp_buf back; static void g(int x) { char *p = malloc(100); if (x) longjmp(back, 1); free(p); }
         int f(int x) { if (setjmp(back) == 0) g(x); char *q = malloc(50); free(q); return 0; }",
    ),
    exact(
        "a pointer that was a number for a while",
        30,
        "int f(void) { unsigned long u = (unsigned long)malloc(20); free((void *)u); char *p = malloc(30); free(p); return 0; }",
    ),
    above(
        "a pointer that is hidden by exclusive or",
        30,
        "int f(unsigned long key) { unsigned long u = (unsigned long)malloc(20) ^ key; free((void *)(u ^ key)); char *p = malloc(30); free(p); return 0; }",
    ),
    exact(
        "a case that falls through",
        30,
        "int f(int x) { char *p = 0, *q = 0; switch (x) { case 1: p = malloc(10); case 2: q = malloc(20); } free(p); free(q); return 0; }",
    ),
    exact(
        "a table that the first call makes and all keep",
        57,
        "static char *table; static int g(int n) { if (!table) table = malloc(50); char *p = malloc(n); free(p); return 0; }
         int f(void) { g(1); g(7); g(2); return 0; }",
    ),
    exact(
        "rounds that leave the block behind by continue",
        32,
        "int f(unsigned x) { for (int i = 0; i < 4; i++) { char *p = malloc(8); if (x & (1u << i)) continue; free(p); } return 0; }",
    ),
    endless(
        "a counter that is too narrow for its limit never ends",
        "static void *keep[256]; int f(unsigned char n) { for (signed char i = 0; i < n; i++) keep[i & 255] = malloc(4); return 0; }",
    ),
    exact(
        "a counter that meets its limit after it wrapped around",
        816,
        "static void *keep[256]; int f(void) { int n = 0; for (unsigned char i = 0; i != 100; i += 3) keep[n++ & 255] = malloc(4); return n; }",
    ),
    exact(
        "a limit that moves in the loop",
        28,
        "static void *keep[16]; int f(unsigned char n) { if (n > 5) return 0; for (unsigned i = 0; i < n; i++) { if (i == 2) n += 2; keep[i] = malloc(4); } return 0; }",
    ),
    exact(
        "a limit that the loop's own input moves",
        20,
        "static void *keep[16]; int f(unsigned char x) { int n = 3; for (int i = 0; i < n; i++) { if (x & (1u << i) && n < 5) n++; keep[i] = malloc(4); } return 0; }",
    ),
    exact(
        "a block that only one of two equal looking calls frees",
        56,
        "static char *g(int k) { char *p = malloc(28); if (k) { free(p); p = 0; } return p; }
         int f(int k) { char *a = g(k), *b = g(!k), *c = g(1); free(a); free(b); return c != 0; }",
    ),
    exact(
        "the sum of two inputs that exclude each other",
        127,
        "int f(signed char n) { char *p = n > 0 ? malloc(n) : 0; char *q = n < 0 ? malloc(-n - 1) : 0; free(p); free(q); return 0; }",
    ),
];
