/* Distances in a graph of at most six nodes. memory: bfs --buffer 36 => heap 48 */
#include <stdlib.h>
#include <string.h>
int bfs(const unsigned char *edge, int n) {
    if (n < 1 || n > 6) return -1;
    int *dist = malloc((size_t)n * sizeof *dist);
    int *queue = malloc((size_t)n * sizeof *queue);
    if (!dist || !queue) { free(dist); free(queue); return -1; }
    for (int i = 0; i < n; i++) dist[i] = -1;
    int head = 0, tail = 0, far = 0;
    dist[0] = 0; queue[tail++] = 0;
    while (head < tail) {
        int v = queue[head++];
        for (int w = 0; w < n; w++)
            if (edge[v * n + w] && dist[w] < 0) { dist[w] = dist[v] + 1; queue[tail++] = w; }
        if (dist[v] > far) far = dist[v];
    }
    free(queue); free(dist);
    return far;
}
/* 2 * 24 = 48 */
