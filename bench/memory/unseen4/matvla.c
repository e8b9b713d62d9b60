/* Least squares: VLAs for the normal equations, the result on the heap. memory: fit --buffer 8 => heap 32 */
#include <stdlib.h>
static int solve(int n, double a[n][n], double *b) {
    for (int i = 0; i < n; i++) {
        if (a[i][i] == 0) return -1;
        for (int r = i + 1; r < n; r++) {
            double f = a[r][i] / a[i][i];
            for (int c = i; c < n; c++) a[r][c] -= f * a[i][c];
            b[r] -= f * b[i];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int c = i + 1; c < n; c++) b[i] -= a[i][c] * b[c];
        b[i] /= a[i][i];
    }
    return 0;
}
double *fit(const int y[8], int degree) {
    if (degree < 1 || degree > 3) return NULL;
    int n = degree + 1;
    double a[n][n];
    double *b = calloc((size_t)n, sizeof *b);
    if (!b) return NULL;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) a[i][k] = 0;
    for (int s = 0; s < 8; s++) {
        double p[n];
        p[0] = 1;
        for (int i = 1; i < n; i++) p[i] = p[i - 1] * s;
        for (int i = 0; i < n; i++) {
            b[i] += p[i] * (y[s] & 15);
            for (int k = 0; k < n; k++) a[i][k] += p[i] * p[k];
        }
    }
    if (solve(n, a, b)) { free(b); return NULL; }
    return b;
}
