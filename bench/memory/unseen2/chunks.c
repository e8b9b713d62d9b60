/* An arena of chunks of 256 bytes; big requests have a chunk of their own. memory: chunks --buffer 6 => heap 1680 */
#include <stdlib.h>
#include <stdint.h>
struct chunk { struct chunk *next; size_t used, size; };
struct arena { struct chunk *first; };
static void *take(struct arena *a, size_t n) {
    n = (n + 7) & ~(size_t)7;
    struct chunk *c = a->first;
    if (!c || c->size - c->used < n) {
        size_t size = n > 256 - sizeof *c ? n : 256 - sizeof *c;
        c = malloc(sizeof *c + size);
        if (!c) return NULL;
        c->next = a->first; c->used = 0; c->size = size;
        a->first = c;
    }
    void *p = (char *)(c + 1) + c->used;
    c->used += n;
    return p;
}
int chunks(const unsigned char size[6]) {
    struct arena a = {0};
    int got = 0;
    for (int i = 0; i < 6; i++) {
        char *p = take(&a, size[i]);
        if (p) { *p = 1; got++; }
    }
    for (struct chunk *c = a.first, *n; c; c = n) { n = c->next; free(c); }
    return got;
}
/* n up to 255 rounds to 256 > 232: a chunk of 24 + 256 = 280, full; six of them: 1,680. */
