/* Write-back cache of four lines, written out through a temporary. memory: dirty --buffer 8 => heap 160 */
#include <stdlib.h>
#include <string.h>
struct line { unsigned tag; unsigned char dirty; unsigned char data[27]; };
static struct line *c[4];
static int flush(struct line *l) { unsigned char *t = malloc(32); if (!t) return -1; memcpy(t, l->data, 27); int s = t[0]; free(t); l->dirty = 0; return s; }
int dirty(const unsigned char a[8]) {
    int s = 0;
    for (int i = 0; i < 8; i++) {
        unsigned k = a[i] & 3, tag = a[i] >> 2 & 7;
        if (c[k] && c[k]->tag != tag) { if (c[k]->dirty) s += flush(c[k]); free(c[k]); c[k] = 0; }
        if (!c[k]) { c[k] = calloc(1, sizeof **c); if (!c[k]) continue; c[k]->tag = tag; }
        if (a[i] & 128) c[k]->dirty = 1;
    }
    for (int k = 0; k < 4; k++) if (c[k]) { if (c[k]->dirty) s += flush(c[k]); free(c[k]); c[k] = 0; }
    return s;
}
