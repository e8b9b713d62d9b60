/* LZW over a small alphabet: the dictionary grows by eight entries. memory: lzw --buffer 12 => heap 120 */
#include <stdint.h>
#include <stdlib.h>
struct entry { int16_t prefix; uint8_t last, len; };   /* 4 */
struct dict { struct entry *e; int n, cap; };
static int add(struct dict *d, int prefix, uint8_t c) {
    if (d->n == d->cap) {
        struct entry *e = realloc(d->e, (size_t)(d->cap + 8) * sizeof *e);
        if (!e) return -1;
        d->e = e; d->cap += 8;
    }
    d->e[d->n].prefix = (int16_t)prefix;
    d->e[d->n].last = c;
    d->e[d->n].len = (uint8_t)(prefix < 0 ? 1 : d->e[prefix].len + 1);
    return d->n++;
}
static int find(const struct dict *d, int prefix, uint8_t c) {
    for (int i = 0; i < d->n; i++)
        if (d->e[i].prefix == prefix && d->e[i].last == c) return i;
    return -1;
}
int lzw(const uint8_t *in, int n) {
    if (n < 0 || n > 12) return -1;
    struct dict d = {0};
    uint16_t *out = malloc(12 * sizeof *out);      /* 24 */
    int at = -1, codes = 0;
    if (!out) return -1;
    for (int c = 0; c < 4; c++) add(&d, -1, (uint8_t)c);
    for (int i = 0; i < n; i++) {
        uint8_t c = in[i] & 3;
        int next = find(&d, at, c);
        if (next >= 0) { at = next; continue; }
        out[codes++] = (uint16_t)at;
        add(&d, at, c);
        at = find(&d, -1, c);
    }
    if (at >= 0) out[codes++] = (uint16_t)at;
    free(d.e);
    free(out);
    return codes;
}
/* At most 11 entries beside the first four: 15 <= 16. Growing to 16: 24 + 32 + 64 = 120. */
