/* Run lengths: encoded size counted first, then both directions with checks. memory: codec --buffer 10 => heap 30 */
#include <stdlib.h>
#include <string.h>
static size_t encode(const unsigned char *in, size_t n, unsigned char *out) {
    size_t k = 0;
    for (size_t i = 0; i < n;) {
        size_t run = 1;
        while (i + run < n && in[i + run] == in[i] && run < 255) run++;
        if (out) { out[k] = (unsigned char)run; out[k + 1] = in[i]; }
        k += 2;
        i += run;
    }
    return k;
}
int codec(const unsigned char data[10]) {
    size_t size = encode(data, 10, NULL), n = 0;
    unsigned char *packed = malloc(size);
    if (!packed) return -1;
    encode(data, 10, packed);
    for (size_t i = 0; i < size; i += 2) n += packed[i];
    unsigned char *back = malloc(n), *p = back;
    if (!back) { free(packed); return -1; }
    for (size_t i = 0; i < size; i += 2) { memset(p, packed[i + 1], packed[i]); p += packed[i]; }
    int same = memcmp(back, data, 10) == 0;
    free(back);
    free(packed);
    return same;
}
/* 20 + 10 */
