/* Symbols: open addressing, doubled when half full; names are copied once. memory: main --args sym:2,sym:2,sym:2,sym:2 => heap 102 */
#include <stdlib.h>
#include <string.h>
struct table { char **slot; unsigned cap, n; };
static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 + (unsigned char)*s++;
    return h;
}
static int place(struct table *t, char *s) {
    unsigned i = hash(s) & (t->cap - 1);
    while (t->slot[i]) i = (i + 1) & (t->cap - 1);
    t->slot[i] = s;
    return 0;
}
static int grow(struct table *t) {
    struct table n = {calloc(t->cap * 2, sizeof(char *)), t->cap * 2, t->n};
    if (!n.slot) return -1;
    for (unsigned i = 0; i < t->cap; i++) if (t->slot[i]) place(&n, t->slot[i]);
    free(t->slot);
    *t = n;
    return 0;
}
static const char *atom(struct table *t, const char *s) {
    for (unsigned i = hash(s) & (t->cap - 1); t->slot[i]; i = (i + 1) & (t->cap - 1))
        if (!strcmp(t->slot[i], s)) return t->slot[i];
    if (t->n * 2 >= t->cap && grow(t)) return NULL;
    char *c = strdup(s);
    if (!c) return NULL;
    t->n++;
    place(t, c);
    return c;
}
int main(int argc, char **argv) {
    struct table t = {calloc(4, sizeof(char *)), 4, 0};   /* 32 */
    if (!t.slot) return 1;
    for (int i = 1; i < argc; i++) if (!atom(&t, argv[i])) break;
    for (unsigned i = 0; i < t.cap; i++) free(t.slot[i]);
    free(t.slot);
    return (int)t.n;
}
/* Two atoms of 3 bytes, then growing: 32 + 64 + 6 = 102; at the end 64 + 4 * 3 = 76. */
