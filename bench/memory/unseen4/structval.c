/* Shapes by value: transforms and bounding boxes passed and returned as structures. memory: layout --buffer 4 => heap 240 */
#include <stdlib.h>
struct point { double x, y; };
struct box { struct point low, high; };
struct shape { struct box bounds; int kind, pad; };
static struct point scaled(struct point p, double f) { return (struct point){p.x * f, p.y * f}; }
static struct box joined(struct box a, struct box b) {
    if (b.low.x < a.low.x) a.low.x = b.low.x;
    if (b.low.y < a.low.y) a.low.y = b.low.y;
    if (b.high.x > a.high.x) a.high.x = b.high.x;
    if (b.high.y > a.high.y) a.high.y = b.high.y;
    return a;
}
static struct shape shape_of(unsigned char k) {
    struct shape s = {{{0, 0}, {k, k}}, k & 3, 0};
    s.bounds.high = scaled(s.bounds.high, 0.5);
    return s;
}
int layout(const unsigned char kinds[4]) {
    struct shape *all = NULL;
    int n = 0, cap = 0;
    struct box total = {{0, 0}, {0, 0}};
    for (int i = 0; i < 4; i++) {
        if (kinds[i] == 0) continue;
        if (n == cap) {
            int more = cap ? cap * 2 : 1;
            struct shape *grown = realloc(all, (size_t)more * sizeof *all);
            if (!grown) break;
            all = grown;
            cap = more;
        }
        all[n++] = shape_of(kinds[i]);
        total = joined(total, all[n - 1].bounds);
    }
    free(all);
    return (int)total.high.x;
}
/* 40 bytes each: 2 and 4 of them at the last growth: 240 */
