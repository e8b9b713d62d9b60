/* Matrices by rows: two factors and a product. memory: matrix_rows => heap */
#include <stdlib.h>
static int **make(int rows, int cols) {
    int **m = malloc((size_t)rows * sizeof *m);
    if (!m) return NULL;
    for (int i = 0; i < rows; i++) {
        m[i] = calloc((size_t)cols, sizeof **m);
        if (!m[i]) {
            while (i--) free(m[i]);
            free(m);
            return NULL;
        }
    }
    return m;
}
static void drop(int **m, int rows) {
    if (!m) return;
    for (int i = 0; i < rows; i++) free(m[i]);
    free(m);
}
int matrix_rows(int n, int k) {
    if (n < 1 || n > 8 || k < 1 || k > 8) return -1;
    int **a = make(n, k), **b = make(k, n), **c = make(n, n);
    int t = 0;
    if (a && b && c) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < k; j++) a[i][j] = b[j][i] = i - j;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int l = 0; l < k; l++) c[i][j] += a[i][l] * b[l][j];
        for (int i = 0; i < n; i++) t += c[i][i];
    }
    drop(c, n);
    drop(b, k);
    drop(a, n);
    return t;
}
