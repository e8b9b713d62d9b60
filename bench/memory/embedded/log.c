/* Records of a log in segments, the oldest segment goes. memory: log_run => heap 816 */
#include <stdlib.h>
struct segment { struct segment *next; unsigned used; unsigned char bytes[256]; };
static struct segment *first, *last;
static unsigned segments;
static int grow(void) {
    struct segment *s = malloc(sizeof *s);
    if (!s) return -1;
    s->next = NULL;
    s->used = 0;
    if (last) last->next = s; else first = s;
    last = s;
    if (++segments > 2) {
        struct segment *old = first;
        first = first->next;
        free(old);
        segments--;
    }
    return 0;
}
int log_run(unsigned records, unsigned char size) {
    if (size < 16 || size > 64 || records > 60) return -1;
    for (unsigned i = 0; i < records; i++) {
        if (!last || last->used + size > sizeof last->bytes)
            if (grow() < 0) return -2;
        last->used += size;
    }
    while (first) { struct segment *n = first->next; free(first); first = n; }
    last = NULL;
    segments = 0;
    return 0;
}
