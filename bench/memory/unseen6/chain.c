/* The best order of a chain of products, a triangular table. memory: chain => heap 824 */
#include <stdlib.h>

long chain(unsigned n, unsigned seed) {
    if (n < 1 || n > 12) return -1;
    long *dims = malloc((n + 1) * sizeof *dims);
    long **cost = malloc(n * sizeof *cost);
    if (!dims || !cost) {
        free(dims);
        free(cost);
        return -1;
    }
    for (unsigned i = 0; i <= n; i++) dims[i] = 1 + (seed >> i) % 9;
    for (unsigned i = 0; i < n; i++) cost[i] = calloc(n - i, sizeof **cost);
    for (unsigned len = 1; len < n; len++) {
        for (unsigned i = 0; i + len < n; i++) {
            long best = -1;
            for (unsigned k = 0; k < len; k++) {
                long c = cost[i][k] + cost[i + k + 1][len - k - 1] + dims[i] * dims[i + k + 1] * dims[i + len + 1];
                if (best < 0 || c < best) best = c;
            }
            cost[i][len] = best;
        }
    }
    long result = cost[0][n - 1];
    for (unsigned i = 0; i < n; i++) free(cost[i]);
    free(cost);
    free(dims);
    return result;
}
