// Layout: bit-fields, packed, unions, aggregates by value, initialisers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bits { int a : 3; unsigned b : 7; signed char c; long long d : 40; unsigned e : 1; };
struct __attribute__((packed)) packed { char c; int i; short s; double d; void *p; };
union u { int i; float f; unsigned char b[8]; };
struct tree { int key; struct tree *left, *right; };
struct small { char c[3]; };
struct large { int v[20]; };

static int table[4][3] = {{1, 2}, {3}, {[2] = 9}};
static int *pointers[] = {&table[1][0], table[2] + 2, 0};
static const char *words[] = {"zero", "one", "two" + 1};
static struct packed global = {'x', -5, 7, 2.5, &global};

static struct small shift(struct small s) {
    char t = s.c[0];
    s.c[0] = s.c[1];
    s.c[1] = s.c[2];
    s.c[2] = t;
    return s;
}
static struct large twice(struct large l, int n) {
    for (int i = 0; i < n; i++) l.v[i] *= 2;
    return l;
}
static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) t->left = insert(t->left, key);
    else t->right = insert(t->right, key);
    return t;
}
static long walk(struct tree *t, int depth) {
    if (!t) return 0;
    long r = walk(t->left, depth + 1) * 7 + t->key * depth + walk(t->right, depth + 1);
    free(t);
    return r;
}

int main(void) {
    struct bits b;
    b.a = -2; b.b = 100; b.c = -7; b.d = -123456789012ll; b.e = 1;
    printf("%d %u %d %lld %u %zu\n", b.a, b.b, b.c, (long long)b.d, b.e, sizeof b);
    if (b.a < 0 && b.e) b.b++;
    printf("%u\n", b.b);
    struct packed p = global;
    p.i *= 3;
    printf("%c %d %d %.1f %d %zu\n", p.c, p.i, p.s, p.d, p.p == &global, sizeof p);
    union u u = {.f = 1.5f};
    printf("%x %d\n", u.i, u.b[3]);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) printf("%d ", table[i][j]);
    printf("%d %d %d %s %s\n", *pointers[0], *pointers[1], pointers[2] == 0, words[1], words[2]);
    struct small s = {"abc"};
    s = shift(shift(s));
    printf("%.3s\n", s.c);
    struct large l;
    for (int i = 0; i < 20; i++) l.v[i] = i * i;
    struct large l2 = twice(l, 15);
    printf("%d %d %d\n", l.v[9], l2.v[9], l2.v[19]);
    struct tree *t = 0;
    for (int i = 0; i < 100; i++) t = insert(t, i * 37 % 101);
    printf("%ld\n", walk(t, 1) % 1000007);
    char *buf = malloc(10);
    memset(buf, 'a', 9);
    buf[9] = 0;
    buf = realloc(buf, 30);
    memmove(buf + 3, buf, 10);
    memcpy(buf, "xyz", 3);
    printf("%s\n", buf);
    free(buf);
    struct tree *ring[3], **copy = malloc(sizeof ring);
    struct tree nodes[3] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    for (int i = 0; i < 3; i++) ring[i] = &nodes[i];
    for (size_t i = 0; i < sizeof ring; i++) ((char *)copy)[i] = ((char *)ring)[i];
    printf("%d\n", copy[2]->key + copy[0]->key);
    free(copy);
    return 3;
}
