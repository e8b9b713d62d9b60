/* An editor's gap buffer: commands move, insert, delete. memory: main --stdin 10 => heap 24 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct gap { char *b; unsigned size, lo, hi; };
static int widen(struct gap *g) {
    unsigned size = g->size * 2;
    char *b = malloc(size);
    if (!b) return -1;
    memcpy(b, g->b, g->lo);
    memcpy(b + size - (g->size - g->hi), g->b + g->hi, g->size - g->hi);
    free(g->b);
    g->hi = size - (g->size - g->hi);
    g->b = b; g->size = size;
    return 0;
}
static void insert(struct gap *g, char c) {
    if (g->lo == g->hi && widen(g)) return;
    g->b[g->lo++] = c;
}
int main(void) {
    struct gap g = {malloc(4), 4, 0, 4};
    int c;
    if (!g.b) return 1;
    while ((c = getchar()) != EOF) {
        if (c == '<') { if (g.lo) g.b[--g.hi] = g.b[--g.lo]; }
        else if (c == '>') { if (g.hi < g.size) g.b[g.lo++] = g.b[g.hi++]; }
        else if (c == '#') { if (g.lo) g.lo--; }
        else insert(&g, (char)c);
    }
    unsigned n = g.size - (g.hi - g.lo);
    free(g.b);
    return (int)n;
}
/* Ten characters: 4 -> 8 (12), 8 -> 16 (24). */
