/* A quadtree of an 8 x 8 picture, split where a block is not of one colour, two levels deep. memory: compress --buffer 16 => heap 840 */
#include <stdlib.h>
struct quad { struct quad *part[4]; unsigned char colour; };
static int plain(const unsigned char *p, int x, int y, int n) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) if ((p[(y + j) * 4 + x + i] & 1) != (p[y * 4 + x] & 1)) return 0;
    return 1;
}
static struct quad *build(const unsigned char *p, int x, int y, int n) {
    struct quad *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->colour = p[y * 4 + x] & 1;
    if (n == 1 || plain(p, x, y, n)) return q;
    n /= 2;
    q->part[0] = build(p, x, y, n);
    q->part[1] = build(p, x + n, y, n);
    q->part[2] = build(p, x, y + n, n);
    q->part[3] = build(p, x + n, y + n, n);
    return q;
}
static void drop(struct quad *q) {
    if (!q) return;
    for (int i = 0; i < 4; i++) drop(q->part[i]);
    free(q);
}
int compress(const unsigned char picture[16]) {
    struct quad *q = build(picture, 0, 0, 4);
    int split = q && q->part[0];
    drop(q);
    return split;
}
/* 40 * (1 + 4 + 16) */
