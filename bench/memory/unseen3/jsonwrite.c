/* A JSON writer: a buffer that grows by half and a stack of open brackets. memory: serialize --buffer 8 => heap 78 */
#include <stdlib.h>
#include <string.h>
struct out { char *b; size_t n, cap; int failed; };
static void put(struct out *o, const char *s, size_t n) {
    if (o->failed) return;
    if (o->n + n > o->cap) {
        size_t cap = o->cap + o->cap / 2;
        if (cap < o->n + n) cap = o->n + n;
        char *b = realloc(o->b, cap);
        if (!b) { o->failed = 1; return; }
        o->b = b; o->cap = cap;
    }
    memcpy(o->b + o->n, s, n);
    o->n += n;
}
int serialize(const unsigned char *ops, int n) {
    if (n < 0 || n > 8) return -1;
    struct out o = {malloc(8), 0, 8, 0};
    char *open = malloc(8);
    int depth = 0;
    if (!o.b || !open) { free(o.b); free(open); return -1; }
    for (int i = 0; i < n; i++) {
        switch (ops[i] & 3) {
        case 0: put(&o, "[", 1); open[depth++] = ']'; break;
        case 1: put(&o, "{", 1); open[depth++] = '}'; break;
        case 2: if (depth) put(&o, &open[--depth], 1); break;
        default: put(&o, "true,", 5);
        }
    }
    while (depth) put(&o, &open[--depth], 1);
    int r = o.failed ? -1 : (int)o.n;
    free(o.b); free(open);
    return r;
}
/* Three brackets, then true five times: 3 + 25 + 3 characters; capacities 8, 13, 19, 28, 42: 28 + 42 + 8. */
