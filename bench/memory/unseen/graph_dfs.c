/* A graph by adjacency lists, depth first. memory: graph_dfs => heap */
#include <stdlib.h>
#define N 6
struct edge { int to; struct edge *next; };
struct graph { struct edge *adj[N]; unsigned char seen[N]; };
static int add_edge(struct graph *g, int a, int b) {
    struct edge *e = malloc(sizeof *e);
    if (!e) return -1;
    e->to = b;
    e->next = g->adj[a];
    g->adj[a] = e;
    return 0;
}
static int visit(struct graph *g, int v) {
    if (g->seen[v]) return 0;
    g->seen[v] = 1;
    int n = 1;
    for (struct edge *e = g->adj[v]; e; e = e->next) n += visit(g, e->to);
    return n;
}
int graph_dfs(unsigned mask) {
    struct graph *g = calloc(1, sizeof *g);
    if (!g) return -1;
    for (int i = 0; i + 1 < N; i++) {
        if (mask >> i & 1) add_edge(g, i, i + 1);
        if (mask >> (i + 8) & 1) add_edge(g, i + 1, i);
    }
    int r = visit(g, 0);
    for (int i = 0; i < N; i++)
        while (g->adj[i]) {
            struct edge *e = g->adj[i];
            g->adj[i] = e->next;
            free(e);
        }
    free(g);
    return r;
}
