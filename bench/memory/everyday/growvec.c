/* Vector of pointers to vectors. memory: growvec => heap 112 */
#include <stdlib.h>
struct vec { int *d; unsigned n, cap; };
static int push(struct vec *v, int x) { if (v->n == v->cap) { unsigned c = v->cap ? 2 * v->cap : 2; int *d = realloc(v->d, c * sizeof *d); if (!d) return -1; v->d = d; v->cap = c; } v->d[v->n++] = x; return 0; }
int growvec(unsigned rows, unsigned cols) {
    if (rows > 3 || cols > 5) return -1;
    struct vec v[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (unsigned r = 0; r < rows; r++) for (unsigned c = 0; c < cols; c++) push(&v[r], (int)(r * c));
    int s = 0;
    for (unsigned r = 0; r < rows; r++) { s += (int)v[r].n; free(v[r].d); }
    return s;
}
