/* A menu tree from a table, walked with a callback, freed by recursion. memory: visitor => heap */
#include <stdlib.h>
struct item { const char *label; int parent; };
static const struct item table[] = {
    {"root", -1}, {"net", 0}, {"audio", 0}, {"ip", 1}, {"mask", 1}, {"volume", 2}, {"bass", 2},
};
#define COUNT ((int)(sizeof table / sizeof *table))
struct menu { const char *label; struct menu *child, *sibling; };
static struct menu *build(int index) {
    struct menu *m = malloc(sizeof *m);
    if (!m) return NULL;
    m->label = table[index].label;
    m->child = m->sibling = NULL;
    for (int i = COUNT - 1; i > index; i--)
        if (table[i].parent == index) {
            struct menu *c = build(i);
            if (!c) continue;
            c->sibling = m->child;
            m->child = c;
        }
    return m;
}
static void walk(const struct menu *m, int depth, void (*see)(const struct menu *, int, void *), void *ctx) {
    for (; m; m = m->sibling) {
        see(m, depth, ctx);
        walk(m->child, depth + 1, see, ctx);
    }
}
static void deepest(const struct menu *m, int depth, void *ctx) {
    (void)m;
    int *d = ctx;
    if (depth > *d) *d = depth;
}
static void destroy(struct menu *m) {
    if (!m) return;
    destroy(m->child);
    destroy(m->sibling);
    free(m);
}
int visitor(int skip) {
    struct menu *m = build(skip ? 1 : 0);
    int d = 0;
    walk(m, 0, deepest, &d);
    destroy(m);
    return d;
}
