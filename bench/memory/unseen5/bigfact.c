/* Factorials with big integers, a new number for each product. memory: main => heap 70 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t len;
    unsigned char *digits; /* least first */
} big;

static big *big_new(size_t len) {
    big *b = malloc(sizeof *b);
    if (!b) abort();
    b->len = len;
    b->digits = calloc(len, 1);
    if (!b->digits) abort();
    return b;
}

static void big_free(big *b) {
    free(b->digits);
    free(b);
}

static big *big_mul(const big *a, unsigned m) {
    big *r = big_new(a->len + 2);
    unsigned carry = 0;
    for (size_t i = 0; i < r->len; i++) {
        unsigned t = carry + (i < a->len ? a->digits[i] * m : 0);
        r->digits[i] = t % 10;
        carry = t / 10;
    }
    while (r->len > 1 && r->digits[r->len - 1] == 0) r->len--;
    return r;
}

static void big_print(const big *b) {
    for (size_t i = b->len; i > 0; i--) putchar('0' + b->digits[i - 1]);
    putchar('\n');
}

int main(void) {
    unsigned n;
    if (scanf("%u", &n) != 1 || n > 20) return 1;
    big *f = big_new(1);
    f->digits[0] = 1;
    for (unsigned i = 2; i <= n; i++) {
        big *g = big_mul(f, i);
        big_free(f);
        f = g;
    }
    big_print(f);
    big_free(f);
    return 0;
}
