/* Radix sort with a second array and counts on the stack. memory: sort_it --buffer 32 => heap 258 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static void pass(const uint32_t *in, uint32_t *out, unsigned n, int shift) {
    unsigned count[257] = {0};
    for (unsigned i = 0; i < n; i++) count[(in[i] >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++) count[i + 1] += count[i];
    for (unsigned i = 0; i < n; i++) out[count[in[i] >> shift & 255]++] = in[i];
}
int sort_it(const uint32_t v[32], unsigned n) {
    if (n > 32) n = 32;
    uint32_t *a = malloc(n * sizeof *a + 1), *b = malloc(n * sizeof *b + 1);
    if (!a || !b) { free(a); free(b); return -1; }
    memcpy(a, v, n * sizeof *a);
    for (int s = 0; s < 32; s += 8) {
        pass(a, b, n, s);
        uint32_t *t = a;
        a = b;
        b = t;
    }
    int ok = 1;
    for (unsigned i = 1; i < n; i++) ok &= a[i - 1] <= a[i];
    free(a);
    free(b);
    return ok;
}
/* 2 * 129 */
