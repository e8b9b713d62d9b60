/* Dependencies of tasks: adjacency lists, a queue of what is ready. memory: order --buffer 8 => heap 288 */
#include <stdint.h>
#include <stdlib.h>
struct link { int to; struct link *next; };             /* 16 */
struct task { int needs; struct link *out; };           /* 16 */
int order(const uint8_t *dep, int n) {
    if (n < 1 || n > 8) return -1;
    struct task *t = calloc((size_t)n, sizeof *t);
    int *queue = malloc((size_t)n * sizeof *queue), head = 0, tail = 0;
    if (!t || !queue) { free(t); free(queue); return -1; }
    for (int i = 0; i < n; i++) {
        int d = dep[i] % n;
        if (d == i) continue;
        struct link *l = malloc(sizeof *l);
        if (!l) break;
        l->to = i; l->next = t[d].out; t[d].out = l;
        t[i].needs++;
    }
    for (int i = 0; i < n; i++) if (!t[i].needs) queue[tail++] = i;
    while (head < tail)
        for (struct link *l = t[queue[head++]].out; l; l = l->next)
            if (!--t[l->to].needs) queue[tail++] = l->to;
    for (int i = 0; i < n; i++)
        while (t[i].out) { struct link *l = t[i].out; t[i].out = l->next; free(l); }
    free(t); free(queue);
    return tail;
}
/* n = 8: 128 + 32 + 8 * 16 (a cycle) = 288 */
