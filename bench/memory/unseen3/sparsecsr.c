/* A dense matrix to compressed rows: counted first, then filled. memory: compress --buffer 16 => heap 150 */
#include <stdlib.h>
struct csr { int rows, *start, *col; float *val; };
static void drop(struct csr *m) { free(m->start); free(m->col); free(m->val); }
static int build(struct csr *m, const signed char *dense, int rows, int cols) {
    int n = 0;
    m->rows = rows; m->col = NULL; m->val = NULL;
    m->start = malloc((size_t)(rows + 1) * sizeof(int));
    if (!m->start) return -1;
    for (int i = 0; i < rows * cols; i++) n += dense[i] != 0;
    m->col = malloc((size_t)n * sizeof(int) + 1);
    m->val = malloc((size_t)n * sizeof(float) + 1);
    if (!m->col || !m->val) { drop(m); return -1; }
    int k = 0;
    for (int r = 0; r < rows; r++) {
        m->start[r] = k;
        for (int c = 0; c < cols; c++)
            if (dense[r * cols + c]) { m->col[k] = c; m->val[k++] = (float)dense[r * cols + c]; }
    }
    m->start[rows] = k;
    return k;
}
int compress(const signed char *dense, int rows, int cols) {
    if (rows < 1 || cols < 1 || rows > 4 || cols > 4) return -1;
    struct csr m;
    int n = build(&m, dense, rows, cols);
    if (n >= 0) drop(&m);
    return n;
}
/* 4 * 5 + (16 * 4 + 1) * 2 = 150 */
