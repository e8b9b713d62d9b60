/* A decoder with a window, fed by the caller. memory: lzss --buffer 6 => heap */
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#define WINDOW 256
struct dec { uint8_t *window; unsigned at; uint8_t *out; size_t n, cap; };
static int emit(struct dec *d, uint8_t b) {
    if (d->n == d->cap) {
        if (d->cap >= 64) return -1;
        size_t cap = d->cap ? d->cap * 2 : 8;
        uint8_t *o = realloc(d->out, cap);
        if (!o) return -1;
        d->out = o;
        d->cap = cap;
    }
    d->out[d->n++] = b;
    d->window[d->at] = b;
    d->at = (d->at + 1) % WINDOW;
    return 0;
}
static int decode(struct dec *d, const uint8_t *in, size_t n) {
    for (size_t i = 0; i + 1 < n; i += 2) {
        if (in[i] == 0) { if (emit(d, in[i + 1])) return -1; continue; }
        unsigned len = (in[i] & 15) + 1u, back = in[i + 1];
        while (len--)
            if (emit(d, d->window[(d->at + WINDOW - back - 1) % WINDOW])) return -1;
    }
    return 0;
}
int lzss(const uint8_t *in, size_t n) {
    if (n > 6) n = 6;
    struct dec d = {0};
    d.window = calloc(WINDOW, 1);
    if (!d.window) return -1;
    int r = decode(&d, in, n);
    r = r ? r : (int)d.n;
    free(d.window);
    free(d.out);
    return r;
}
