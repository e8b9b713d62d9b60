/* Rows by columns, a product, all freed. memory: matrix => heap 1,440 */
#include <stdlib.h>
static int **make(unsigned rows, unsigned columns) {
    int **m = malloc(rows * sizeof *m);
    if (!m) return NULL;
    for (unsigned i = 0; i < rows; i++) m[i] = calloc(columns, sizeof **m);
    return m;
}
static void drop(int **m, unsigned rows) {
    for (unsigned i = 0; i < rows; i++) free(m[i]);
    free(m);
}
int matrix(unsigned n) {
    if (n == 0 || n > 10) return -1;
    int **a = make(n, n), **b = make(n, n), **c = make(n, n);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) { a[i][j] = (int)(i + j); b[i][j] = (int)(i * j); }
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            for (unsigned k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
    int r = c[n - 1][n - 1];
    drop(b, n);
    drop(a, n);
    int **d = make(n, 2 * n);
    r += d[0][0];
    drop(d, n);
    drop(c, n);
    return r;
}
