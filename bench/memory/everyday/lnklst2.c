/* A doubly linked queue with a limit; producers and consumers. memory: lnklst2 --buffer 12 => heap 160 */
#include <stdlib.h>
struct n { struct n *p, *x; int v[4]; };
struct q { struct n *h, *t; int n; };
int lnklst2(const unsigned char o[12]) {
    struct q q = {0, 0, 0};
    for (int i = 0; i < 12; i++) {
        if (o[i] > 127) {
            if (q.n >= 5) continue;
            struct n *e = malloc(sizeof *e);
            if (!e) continue;
            e->x = 0; e->p = q.t; e->v[0] = o[i];
            if (q.t) q.t->x = e; else q.h = e;
            q.t = e; q.n++;
        } else if (q.h) {
            struct n *e = q.h;
            q.h = e->x;
            if (q.h) q.h->p = 0; else q.t = 0;
            free(e); q.n--;
        }
    }
    while (q.h) { struct n *e = q.h->x; free(q.h); q.h = e; }
    return q.n;
}
