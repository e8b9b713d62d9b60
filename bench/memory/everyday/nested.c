/* A structure of structures, built bottom up and freed top down. memory: nested => heap 368 */
#include <stdlib.h>
struct leaf { char x[20]; };
struct mid { struct leaf *l[3]; };
struct top { struct mid *m[4]; };
static struct mid *mkmid(int n) { struct mid *m = calloc(1, sizeof *m); if (!m) return 0; for (int i = 0; i < n; i++) m->l[i] = malloc(sizeof(struct leaf)); return m; }
int nested(int n, int k) {
    if (n < 0 || n > 4 || k < 0 || k > 3) return -1;
    struct top *t = calloc(1, sizeof *t);
    if (!t) return -1;
    for (int i = 0; i < n; i++) t->m[i] = mkmid(k);
    for (int i = 0; i < n; i++) { if (!t->m[i]) continue; for (int j = 0; j < 3; j++) free(t->m[i]->l[j]); free(t->m[i]); }
    free(t);
    return 0;
}
