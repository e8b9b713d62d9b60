/* Text that grows by doubling, up to 100 characters. memory: builder => heap 192 */
#include <stdlib.h>
struct text { char *data; size_t used, cap; };
static int put(struct text *t, char c) {
    if (t->used == t->cap) {
        size_t cap = t->cap ? 2 * t->cap : 16;
        char *d = realloc(t->data, cap);
        if (!d) return -1;
        t->data = d;
        t->cap = cap;
    }
    t->data[t->used++] = c;
    return 0;
}
int builder(unsigned n) {
    struct text t = {0};
    if (n > 100) return -1;
    for (unsigned i = 0; i < n; i++)
        if (put(&t, (char)('a' + i % 26)) < 0) break;
    int last = t.used ? t.data[t.used - 1] : 0;
    free(t.data);
    return last;
}
