/* Breadth first search, adjacency lists, sizes and edges are read. memory: main => heap 2,240 */
#include <stdio.h>
#include <stdlib.h>

#define MAX_V 20
#define MAX_E 60

struct edge { int to; struct edge *next; };
struct graph { int n; struct edge **adj; };

static void add_edge(struct graph *g, int u, int v) {
    struct edge *e = malloc(sizeof *e);
    if (!e) exit(1);
    e->to = v;
    e->next = g->adj[u];
    g->adj[u] = e;
}

static void bfs(const struct graph *g, int start) {
    int *dist = malloc(g->n * sizeof *dist);
    int *queue = malloc(g->n * sizeof *queue);
    int head = 0, tail = 0;
    if (!dist || !queue) exit(1);
    for (int i = 0; i < g->n; i++) dist[i] = -1;
    dist[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        int u = queue[head++];
        for (struct edge *e = g->adj[u]; e; e = e->next) {
            if (dist[e->to] < 0) {
                dist[e->to] = dist[u] + 1;
                queue[tail++] = e->to;
            }
        }
    }
    for (int i = 0; i < g->n; i++) printf("%d: %d\n", i, dist[i]);
    free(queue);
    free(dist);
}

int main(void) {
    struct graph g;
    int m, u, v;
    if (scanf("%d %d", &g.n, &m) != 2) return 1;
    if (g.n < 1 || g.n > MAX_V || m < 0 || m > MAX_E) return 1;
    g.adj = calloc(g.n, sizeof *g.adj);
    if (!g.adj) return 1;
    for (int i = 0; i < m; i++) {
        if (scanf("%d %d", &u, &v) != 2) break;
        if (u < 0 || u >= g.n || v < 0 || v >= g.n) continue;
        add_edge(&g, u, v);
        add_edge(&g, v, u);
    }
    bfs(&g, 0);
    for (int i = 0; i < g.n; i++) {
        struct edge *e = g.adj[i];
        while (e) {
            struct edge *next = e->next;
            free(e);
            e = next;
        }
    }
    free(g.adj);
    return 0;
}
