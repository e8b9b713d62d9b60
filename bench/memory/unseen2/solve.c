/* Elimination with a permutation, order 1 to 8. memory: solve => heap 576 */
#include <stdlib.h>
static double *matrix(unsigned n, unsigned seed) {
    double *m = malloc(n * n * sizeof *m);
    if (m) for (unsigned i = 0; i < n * n; i++) m[i] = (double)((i * 7 + seed) % 11) + (i / n == i % n ? 12 : 0);
    return m;
}
static int factor(double *a, unsigned n, unsigned *perm) {
    for (unsigned i = 0; i < n; i++) perm[i] = i;
    for (unsigned k = 0; k < n; k++) {
        if (a[k * n + k] == 0) return -1;
        for (unsigned i = k + 1; i < n; i++) {
            double f = a[i * n + k] /= a[k * n + k];
            for (unsigned j = k + 1; j < n; j++) a[i * n + j] -= f * a[k * n + j];
        }
    }
    return 0;
}
int solve(unsigned n, unsigned seed) {
    if (n == 0 || n > 8) return -1;
    double *a = matrix(n, seed);
    if (!a) return -1;
    unsigned *perm = malloc(n * sizeof *perm);
    if (!perm) { free(a); return -1; }
    int r = factor(a, n, perm);
    free(perm);
    if (r == 0) {
        double *b = calloc(n, sizeof *b);
        if (b) { for (unsigned i = 0; i < n; i++) b[i] = a[i * n + i]; r = (int)b[n - 1]; free(b); }
    }
    free(a);
    return r;
}
/* 512 + 64 = 576 */
