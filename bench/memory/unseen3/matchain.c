/* The cheapest order of a chain of products: two triangular tables. memory: chain --buffer 7 => heap 432 */
#include <stdlib.h>
static long **triangle(int n) {
    long **t = malloc((size_t)n * sizeof *t);
    if (!t) return NULL;
    for (int i = 0; i < n; i++) {
        t[i] = malloc((size_t)(n - i) * sizeof **t);
        if (!t[i]) { while (i--) free(t[i]); free(t); return NULL; }
    }
    return t;
}
static void drop(long **t, int n) {
    if (!t) return;
    for (int i = 0; i < n; i++) free(t[i]);
    free(t);
}
long chain(const unsigned char *dim, int n) {
    if (n < 2 || n > 6) return -1;
    long **cost = triangle(n), **cut = triangle(n), best = -1;
    if (cost && cut) {
        for (int i = 0; i < n; i++) cost[i][0] = 0;
        for (int len = 1; len < n; len++)
            for (int i = 0; i + len < n; i++) {
                cost[i][len] = -1;
                for (int k = 0; k < len; k++) {
                    long c = cost[i][k] + cost[i + k + 1][len - k - 1] + (long)dim[i] * dim[i + k + 1] * dim[i + len + 1];
                    if (cost[i][len] < 0 || c < cost[i][len]) { cost[i][len] = c; cut[i][len] = k; }
                }
            }
        best = cost[0][n - 1];
    }
    drop(cost, n); drop(cut, n);
    return best;
}
/* n = 6: 2 * (48 + 8 * 21) = 432 */
