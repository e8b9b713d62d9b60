/* A spanning tree: edges sorted with qsort, sets with path halving. memory: spanning --buffer 10 => heap 60 */
#include <stdint.h>
#include <stdlib.h>
struct edge { uint8_t a, b; uint16_t w; };   /* 4 */
static int cmp(const void *x, const void *y) {
    return (int)((const struct edge *)x)->w - (int)((const struct edge *)y)->w;
}
static int find(int *up, int i) {
    while (up[i] != i) { up[i] = up[up[i]]; i = up[i]; }
    return i;
}
int spanning(const uint8_t *w, int n) {
    if (n < 2 || n > 5) return -1;
    int m = n * (n - 1) / 2, k = 0, total = 0;
    struct edge *e = malloc((size_t)m * sizeof *e);
    int *up = malloc((size_t)n * sizeof *up);
    if (!e || !up) { free(e); free(up); return -1; }
    for (int i = 0; i < n; i++) {
        up[i] = i;
        for (int j = 0; j < i; j++) { e[k] = (struct edge){(uint8_t)i, (uint8_t)j, w[k]}; k++; }
    }
    qsort(e, (size_t)m, sizeof *e, cmp);
    for (int i = 0; i < m; i++) {
        int a = find(up, e[i].a), b = find(up, e[i].b);
        if (a != b) { up[a] = b; total += e[i].w; }
    }
    free(e); free(up);
    return total;
}
/* 10 edges and 5 nodes: 40 + 20 */
