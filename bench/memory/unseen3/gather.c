/* Scatter and gather: pieces of a request are put together, large ones apart. memory: gather --buffer 5 => heap 395 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct piece { uint8_t *base; size_t len; };   /* 16 */
int gather(const uint8_t *len, int n) {
    if (n < 1 || n > 5) return -1;
    struct piece *v = calloc((size_t)n, sizeof *v);
    size_t total = 0;
    int i, r = -1;
    if (!v) return -1;
    for (i = 0; i < n; i++) {
        v[i].len = len[i] & 31;
        v[i].base = malloc(v[i].len + 1);
        if (!v[i].base) goto out;
        memset(v[i].base, i, v[i].len + 1);
        total += v[i].len;
    }
    uint8_t *flat = malloc(total ? total : 1);
    if (!flat) goto out;
    size_t at = 0;
    for (i = 0; i < n; i++) { memcpy(flat + at, v[i].base, v[i].len); at += v[i].len; free(v[i].base); v[i].base = NULL; }
    r = flat[0];
    free(flat);
out:
    for (i = 0; i < n; i++) free(v[i].base);
    free(v);
    return r;
}
/* 80 + 5 * 32 + 5 * 31 = 395 */
