/* Buffers that own their bytes or borrow them. memory: handle => heap 544 */
#include <stdlib.h>
#include <string.h>

struct view {
    unsigned char *data;
    size_t len;
    int owned;
};

static struct view borrow(unsigned char *p, size_t len) {
    struct view v = {p, len, 0};
    return v;
}

static struct view copy(const unsigned char *p, size_t len) {
    struct view v = {NULL, 0, 0};
    v.data = malloc(len);
    if (v.data) {
        memcpy(v.data, p, len);
        v.len = len;
        v.owned = 1;
    }
    return v;
}

static void drop(struct view *v) {
    if (v->owned) free(v->data);
    v->data = NULL;
    v->len = 0;
    v->owned = 0;
}

static unsigned sum(const struct view *v) {
    unsigned s = 0;
    for (size_t i = 0; i < v->len; i++) s += v->data[i];
    return s;
}

unsigned handle(unsigned n, int keep, int swap) {
    unsigned char local[256];
    unsigned result;
    if (n < 1 || n > 256) return 0;
    memset(local, (int)n, sizeof local);
    struct view a = keep ? copy(local, n) : borrow(local, n);
    struct view b = swap ? copy(a.data, a.len) : borrow(a.data, a.len);
    unsigned char *log = malloc(32);
    result = sum(&a) + sum(&b);
    if (log) log[0] = (unsigned char)result;
    free(log);
    drop(&b);
    drop(&a);
    return result;
}
