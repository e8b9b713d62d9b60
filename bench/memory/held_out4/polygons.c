/* Convex hull: points sorted with qsort, the hull as a stack. memory: hull --buffer 16 => heap 192 */
#include <stdlib.h>
struct point { int x, y; };
static int by_x(const void *a, const void *b) {
    const struct point *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}
static long turn(struct point a, struct point b, struct point c) {
    return (long)(b.x - a.x) * (c.y - a.y) - (long)(b.y - a.y) * (c.x - a.x);
}
int hull(const signed char xy[16]) {
    struct point *p = malloc(8 * sizeof *p);
    struct point *h = malloc(16 * sizeof *h);
    int n = 0;
    if (!p || !h) { free(p); free(h); return -1; }
    for (int i = 0; i < 8; i++) p[i] = (struct point){xy[2 * i], xy[2 * i + 1]};
    qsort(p, 8, sizeof *p, by_x);
    for (int i = 0; i < 8; i++) {
        while (n >= 2 && turn(h[n - 2], h[n - 1], p[i]) <= 0) n--;
        h[n++] = p[i];
    }
    free(p);
    free(h);
    return n;
}
/* 64 + 128 */
