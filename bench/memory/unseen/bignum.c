/* Factorials with digits on the heap. memory: bignum => heap */
#include <stdlib.h>
#include <string.h>
struct big { unsigned n; unsigned char d[]; };
static struct big *big_from(unsigned v) {
    struct big *b = calloc(1, sizeof *b + 4);
    if (!b) return NULL;
    while (v) { b->d[b->n++] = (unsigned char)(v % 100); v /= 100; }
    return b;
}
static struct big *times(const struct big *a, unsigned k) {
    struct big *r = calloc(1, sizeof *r + a->n + 2);
    if (!r) return NULL;
    unsigned carry = 0;
    for (unsigned i = 0; i < a->n; i++) {
        unsigned t = a->d[i] * k + carry;
        r->d[r->n++] = (unsigned char)(t % 100);
        carry = t / 100;
    }
    while (carry) { r->d[r->n++] = (unsigned char)(carry % 100); carry /= 100; }
    return r;
}
int bignum(unsigned n) {
    if (n > 20) return -1;
    struct big *f = big_from(1);
    for (unsigned i = 2; f && i <= n; i++) {
        struct big *g = times(f, i);
        free(f);
        f = g;
    }
    int r = f ? (int)f->n : -1;
    free(f);
    return r;
}
