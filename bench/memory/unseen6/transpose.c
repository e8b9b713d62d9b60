/* A matrix and its transpose, by rows. memory: transpose => heap 2,304 */
#include <stdlib.h>

static int **matrix_new(unsigned rows, unsigned cols) {
    int **m = calloc(rows, sizeof *m);
    if (!m) abort();
    for (unsigned r = 0; r < rows; r++) {
        m[r] = calloc(cols, sizeof *m[r]);
        if (!m[r]) abort();
    }
    return m;
}

static void matrix_free(int **m, unsigned rows) {
    for (unsigned r = 0; r < rows; r++) free(m[r]);
    free(m);
}

int transpose(unsigned rows, unsigned cols) {
    if (rows == 0 || cols == 0 || rows > 16 || cols > 16) return -1;
    int **a = matrix_new(rows, cols);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < cols; c++) a[r][c] = (int)(r * 100 + c);
    int **b = matrix_new(cols, rows);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < cols; c++) b[c][r] = a[r][c];
    matrix_free(a, rows);
    int corner = b[cols - 1][rows - 1];
    matrix_free(b, cols);
    return corner;
}
