/* Ropes are joined and flattened. memory: rope => heap 240 */
#include <stdlib.h>
#include <string.h>
struct rope { struct rope *l, *r; size_t n; char text[8]; };    /* 32 */
static struct rope *leaf(const char *s) {
    struct rope *r = calloc(1, sizeof *r);
    if (!r) exit(1);
    r->n = strlen(s);
    memcpy(r->text, s, r->n);
    return r;
}
static struct rope *join(struct rope *a, struct rope *b) {
    struct rope *r = calloc(1, sizeof *r);
    if (!r) exit(1);
    r->l = a; r->r = b; r->n = a->n + b->n;
    return r;
}
static char *flat(const struct rope *r, char *to) {
    if (!r->l) { memcpy(to, r->text, r->n); return to + r->n; }
    return flat(r->r, flat(r->l, to));
}
static void drop(struct rope *r) { if (r->l) { drop(r->l); drop(r->r); } free(r); }
int rope(int times) {
    if (times < 0) times = 0;
    if (times > 3) times = 3;
    struct rope *r = leaf("ab");
    for (int i = 0; i < times; i++) r = join(r, leaf(i & 1 ? "cde" : "fghij"));
    char *s = malloc(r->n + 1);
    if (!s) exit(1);
    *flat(r, s) = 0;
    int n = (int)strlen(s);
    free(s);
    drop(r);
    return n;
}
/* 7 * 32 + 2 + 5 + 3 + 5 + 1 = 240 */
