/* Records with the same key are joined after sorting. memory: records --buffer 6 => heap 88 */
#include <stdlib.h>
struct record { unsigned short key; unsigned short count; unsigned sum; };   /* 8 */
static int by_key(const void *a, const void *b) {
    const struct record *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}
int records(const unsigned char in[6], unsigned n) {
    if (n > 6) n = 6;
    struct record *r = malloc((n + 1) * sizeof *r);
    if (!r) return -1;
    for (unsigned i = 0; i < n; i++) r[i] = (struct record){in[i] & 3, 1, in[i]};
    qsort(r, n, sizeof *r, by_key);
    unsigned k = 0;
    for (unsigned i = 1; i < n; i++) {
        if (r[i].key == r[k].key) { r[k].count++; r[k].sum += r[i].sum; }
        else r[++k] = r[i];
    }
    struct record *out = n ? malloc((k + 1) * sizeof *out) : NULL;
    int s = out ? (int)k + 1 : 0;
    if (out) for (unsigned i = 0; i <= k; i++) out[i] = r[i];
    free(r);
    free(out);
    return s;
}
/* keys are 0 to 3: at most 4 groups: 56 + 32 = 88 */
