/* Product of two matrices whose sizes are inputs. memory: matmul => heap 1536 */
#include <stdlib.h>
static double *mat(unsigned r, unsigned c) { return calloc((size_t)r * c, sizeof(double)); }
int matmul(unsigned n, unsigned m, unsigned k) {
    if (n > 8 || m > 8 || k > 8 || !n || !m || !k) return -1;
    double *a = mat(n, m), *b = mat(m, k), *c = mat(n, k);
    if (a && b && c)
        for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < k; j++) for (unsigned l = 0; l < m; l++) c[i * k + j] += a[i * m + l] * b[l * k + j];
    free(a); free(b); free(c);
    return 0;
}
