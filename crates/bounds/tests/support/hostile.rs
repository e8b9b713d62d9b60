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

/// Those of other classes: what a summary covers is left by an exit, a slot has
/// more histories than are kept, reasons are many numbers, blocks go through
/// copies, unions and bytes. The highest sums are those of native runs over all
/// inputs that the functions tell apart.
pub const MORE: &[Hostile] = &[
    above(
        "a callee frees the argument before it allocates",
        45,
        "static char *g(char *p) { free(p); return malloc(40); }
         int f(int x) { char *p = malloc(30); if (x) p = g(p); char *q = malloc(5); free(q); free(p); return 0; }",
    ),
    above(
        "realloc in a loop moves a block that grows",
        170,
        "int f(int n) { if (n > 9) return 0; char *p = 0; for (int i = 1; i <= n; i++) { char *q = realloc(p, i * 10); if (q) p = q; } free(p); return 0; }",
    ),
    above(
        "realloc of nothing and to nothing",
        40,
        "int f(int x) { char *p = realloc(0, 33); if (x & 1) p = realloc(p, 1); char *q = malloc(x & 2 ? 7 : 3); free(q); free(p); return 0; }",
    ),
    above(
        "nine slots that an input fills twice without freeing",
        108,
        "int f(unsigned char x) { char *s[4] = {0, 0, 0, 0}; for (int i = 0; i < 8; i++) if (x >> i & 1) s[i & 3] = malloc(10 + i); for (int i = 0; i < 4; i++) free(s[i]); return 0; }",
    ),
    above(
        "a slot with eight histories",
        95,
        "int f(unsigned char x) { char *s = 0; for (int i = 0; i < 8; i++) if (x >> i & 1) { free(s); s = malloc(10 * (8 - i)); } char *q = malloc(15); free(q); free(s); return 0; }",
    ),
    above(
        "a slot with eight histories and a test of it",
        80,
        "int f(unsigned char x) { char *s = 0; for (int i = 0; i < 8; i++) if (x >> i & 1) { free(s); s = malloc(10 * (8 - i)); } else if (s && i == 6) { free(s); s = 0; } char *q = s ? malloc(5) : malloc(70); free(q); free(s); return 0; }",
    ),
    above(
        "a slot that is settled and then shared",
        53,
        "int f(unsigned x) { if (x > 511) return 0; char *s = 0, *t; for (int i = 0; i < 8; i++) if (x >> i & 1) { free(s); s = malloc(3 * (i + 1)); } t = s; s = malloc(20); if (x >> 8) free(t); char *q = malloc(9); free(q); free(s); return 0; }",
    ),
    above(
        "slots in two arrays, the pointer to which is one of both",
        100,
        "int f(unsigned char x) { char *a[2] = {0, 0}, *b[2] = {0, 0}; char **c = x & 1 ? a : b; c[x >> 1 & 1] = malloc(50); free(a[0]); a[0] = malloc(20); free(b[1]); b[1] = malloc(30); free(a[0]); free(a[1]); free(b[0]); free(b[1]); return 0; }",
    ),
    above(
        "a break in the middle of a round that holds",
        59,
        "int f(unsigned char x) { int i; char *p = 0; for (i = 0; i < 8; i++) { p = malloc(10 + i); if (x >> i & 1) break; free(p); p = 0; } char *q = malloc(6 * i); free(q); free(p); return 0; }",
    ),
    above(
        "goto out of two loops with what both hold",
        40,
        "int f(unsigned char x) { char *p = 0, *q = 0; for (int i = 0; i < 3; i++) { p = malloc(10); for (int j = 0; j < 4; j++) { q = malloc(5 + i + j); if (x == i * 4 + j) goto out; free(q); q = 0; } free(p); p = 0; } out: free(malloc(20)); free(q); free(p); return 0; }",
    ),
    above(
        "a size that is signed in the test and unsigned in the call",
        255,
        "int f(signed char n) { if (n >= 50) return 0; size_t s = (unsigned char)n; char *p = malloc(s); free(p); return 0; }",
    ),
    above(
        "a product of int that is widened too late",
        65025,
        "int f(unsigned char n) { unsigned short s = n * n; char *p = malloc(s); free(p); return 0; }",
    ),
    above(
        "calloc of two inputs",
        30,
        "int f(unsigned char a) { char *p = calloc(a & 3, a >> 2 & 3); char *q = calloc(a >> 2 & 3, 7); free(p); free(q); return 0; }",
    ),
    above(
        "a block that is freed by another path than the one that made it",
        41,
        "static char *keep;
         static void put(int n) { if (keep) free(keep); keep = malloc(n); }
         static void take(void) { free(keep); keep = 0; }
         int f(unsigned char x) { put(10); if (x & 1) take(); put(20); if (x & 2) put(30); if (x & 4) take(); char *q = malloc(11); free(q); take(); return 0; }",
    ),
    above(
        "a comparator of qsort that allocates",
        68,
        "static int cmp(const void *a, const void *b) { char *p = malloc(64); int r = *(char *)a - *(char *)b; free(p); return r; }
         int f(int x) { char *t = malloc(4); t[0] = 3; t[1] = 1; t[2] = 2; t[3] = 0; qsort(t, 4, 1, cmp); free(t); return x; }",
    ),
    above(
        "a recursion through a pointer to itself",
        15,
        "static int (*self)(int);
         static int r(int n) { if (n <= 0) return 0; char *p = malloc(n); int s = self(n - 1); free(p); return s + 1; }
         int f(int n) { if (n > 5) return 0; self = r; return r(n); }",
    ),
    above(
        "a recursion that frees its caller's block",
        35,
        "static void r(int n, char *mine) { if (n <= 0) { free(mine); return; } char *p = malloc(10); free(mine); r(n - 1, p); }
         int f(int n) { if (n > 5) return 0; r(n, malloc(25)); return 0; }",
    ),
    above(
        "a recursion of two branches with a peak in the second",
        63,
        "static void r(int n) { if (n <= 0) return; char *p = malloc(8); r(n - 1); free(p); p = malloc(9); r(n - 2); char *q = malloc(n == 1 ? 30 : 1); free(q); free(p); }
         int f(int n) { if (n > 4) return 0; r(n); return 0; }",
    ),
    above(
        "a function whose second use is with another global",
        140,
        "static int mode;
         static char *g(void) { return mode ? malloc(70) : malloc(30); }
         int f(int x) { char *a = g(); free(a); mode = 1; a = g(); free(a); mode = x > 0; a = g(); char *b = g(); free(a); free(b); return 0; }",
    ),
    above(
        "forty tests of numbers and one that changes",
        78,
        "static int k[40];
         static int g(void) { int n = 0; for (int i = 0; i < 40; i++) if (k[i]) n += i; return n; }
         int f(int x) { free(malloc(g() + 1)); k[39] = 1; free(malloc(g() + 1)); if (x == 1) k[38] = 1; free(malloc(g() + 1)); return 0; }",
    ),
    above(
        "forty tests of numbers that one sum hides",
        86,
        "static int k[40];
         static char *g(void) { int n = 0; for (int i = 0; i < 40; i++) if (k[i] != 5) n++; return malloc(n + 1); }
         int f(unsigned char x) { char *a = g(); for (int i = 0; i < 20; i++) k[i] = 5; char *b = g(); if (x & 1) k[3] = 6; char *c = g(); free(b); if (x & 2) k[7] = 1; b = g(); free(a); free(b); free(c); return 0; }",
    ),
    above(
        "the higher of two peaks turns with the input of the second use",
        510,
        "static void g(unsigned a, unsigned b) { if (a > b) { char *p = malloc(a); free(p); } else { char *p = malloc(2 * b); free(p); } }
         int f(unsigned char a) { g(a, 100); g(100, a); g(a, a); return 0; }",
    ),
    above(
        "a peak that only a later use is on the path of",
        265,
        "static int g(int a) { int n = 0; char *p = malloc(10); if (a > 200) { char *q = malloc(a); free(q); n = 1; } free(p); return n; }
         int f(unsigned char a) { int n = g(5) + g(a) ; if (n) n += g(a - 1); char *p = malloc(n * 100); free(p); return 0; }",
    ),
    above(
        "an array that is filled from both ends",
        96,
        "int f(unsigned char n) { char *s[8] = {0}; if (n > 8) return 0; for (int i = 0; i < n; i++) s[i] = malloc(10); for (int i = 7; i >= 8 - n; i--) { free(s[i]); s[i] = malloc(12); } for (int i = 0; i < 8; i++) free(s[i]); return 0; }",
    ),
    above(
        "a ring that overwrites what it holds",
        60,
        "static char *ring[3];
         int f(unsigned char n) { if (n > 12) return 0; for (int i = 0; i < n; i++) { if (i % 4 != 3) free(ring[i % 3]); ring[i % 3] = malloc(10); } return 0; }",
    ),
    above(
        "strdup of an input",
        15,
        "int f(unsigned char x) { char t[8] = \"abcdefg\"; t[x & 7] = 0; char *p = strdup(t), *q = strdup(p + (x & 1 && x & 6)); free(p); free(q); return 0; }",
    ),
    above(
        "a swap before the free",
        140,
        "static void swap(char **a, char **b) { char *t = *a; *a = *b; *b = t; }
         int f(int x) { char *a = malloc(10), *b = malloc(90); if (x) swap(&a, &b); free(a); a = malloc(50); free(a); free(b); return 0; }",
    ),
    above(
        "an exit in the middle of what a summary covers",
        65,
        "static void g(int x) { char *p = malloc(40); if (x == 3) exit(0); free(p); }
         int f(int x) { g(1); char *q = malloc(25); g(x); free(q); g(2); return 0; }",
    ),
    above(
        "exit with a handler that needs more",
        110,
        "static char *held;
         static void late(void) { char *m = malloc(60); free(m); free(held); }
         int main(void) { atexit(late); held = malloc(50); char *p = malloc(30); free(p); exit(0); }",
    ),
    above(
        "two handlers of which the later one runs first",
        50,
        "static char *a;
         static void one(void) { free(a); }
         static void two(void) { char *m = malloc(45); free(m); }
         int main(void) { atexit(two); atexit(one); a = malloc(50); return 0; }",
    ),
    above(
        "a union of a pointer and a number",
        55,
        "union u { char *p; unsigned long n; };
         int f(int x) { union u v; v.p = malloc(35); union u w = v; if (x) w.n = 0; free(w.p); v.p = malloc(20); free(v.p); return 0; }",
    ),
    above(
        "a pointer that is copied by bytes",
        55,
        "int f(int x) { char *p = malloc(35), *q = 0; if (x) memcpy(&q, &p, sizeof p); free(q); char *r = malloc(20); free(r); return 0; }",
    ),
    above(
        "half of a pointer",
        35,
        "int f(int x) { char *p = malloc(35), *q = p; ((unsigned *)&q)[0] = ((unsigned *)&p)[0]; free(q); p = malloc(20 + (x & 1)); free(p); return 0; }",
    ),
    above(
        "a block inside of a block, freed with it or not",
        88,
        "struct t { char *in; };
         int f(unsigned char x) { struct t *t = malloc(8); t->in = malloc(50); if (x & 1) free(t->in); free(t); t = malloc(8); t->in = malloc(30); if (x & 2) free(t->in); free(t); return 0; }",
    ),
    above(
        "a do loop that tests after it made",
        40,
        "int f(unsigned char n) { char *s[5]; int k = 0; if (n > 4) return 0; do s[k++] = malloc(10); while (k < n); while (k) free(s[--k]); return 0; }",
    ),
    above(
        "a loop that goes down past zero",
        42,
        "int f(unsigned char n) { if (n > 5) return 0; char *s[6]; int k = 0; for (unsigned char i = n; i != 255; i--) s[k++] = malloc(7); while (k) free(s[--k]); return 0; }",
    ),
    above(
        "a ternary size under a shift",
        254,
        "int f(unsigned char n) { char *p = malloc(n & 128 ? n >> 1 : n << 1); free(p); return 0; }",
    ),
    above(
        "a tree that is freed from below",
        64,
        "struct t { struct t *l, *r; };
         static struct t *grow(int n) { if (n <= 0) return 0; struct t *t = malloc(sizeof *t); t->l = grow(n - 1); t->r = grow(n - 2); return t; }
         static void rm(struct t *t) { if (!t) return; rm(t->l); rm(t->r); free(t); }
         int f(int n) { if (n > 3) return 0; struct t *t = grow(n); rm(t); char *p = malloc(40); free(p); return 0; }",
    ),
    above(
        "a reference count that keeps a block",
        50,
        "struct r { int n; char *p; };
         static void drop(struct r *r) { if (--r->n == 0) { free(r->p); r->p = 0; } }
         int f(unsigned char x) { struct r r = {1, malloc(30)}; if (x & 1) r.n++; if (x & 2) r.n++; drop(&r); if (x & 4) drop(&r); char *q = malloc(20); free(q); return 0; }",
    ),
    above(
        "an error path that forgets one of three",
        95,
        "int f(unsigned char x) { char *a = malloc(10), *b = 0, *c = 0; if (x & 1) goto e1; b = malloc(20); if (x & 2) goto e2; c = malloc(30); if (x & 4) goto e1; free(c); e2: free(b); e1: free(a); char *q = malloc(45); free(q); return 0; }",
    ),
];
