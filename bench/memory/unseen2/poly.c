/* Products of polynomials, twice. memory: poly => heap 228 */
#include <stdlib.h>
static int *random_poly(unsigned n, unsigned seed) {
    int *p = malloc(n * sizeof *p);
    if (p) for (unsigned i = 0; i < n; i++) p[i] = (int)(seed = seed * 1103515245u + 12345u) >> 20;
    return p;
}
static int *product(const int *a, unsigned n, const int *b, unsigned m) {
    int *c = calloc(n + m - 1, sizeof *c);
    if (!c) return NULL;
    for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < m; j++) c[i + j] += a[i] * b[j] % 1000;
    return c;
}
int poly(unsigned n, unsigned m) {
    if (n < 1 || m < 1 || n > 10 || m > 10) return -1;
    int *a = random_poly(n, 1), *b = random_poly(m, 2), r = -1;
    if (a && b) {
        int *c = product(a, n, b, m);
        if (c) {
            free(b);
            b = product(c, n + m - 1, a, n);
            if (b) r = b[0];
            free(c);
        }
    }
    free(a);
    free(b);
    return r;
}
/* 40 + 76 + (19 + 10 - 1) * 4 = 112: 228 */
