/* Sparse vectors: counted, made, added. memory: sparse --buffer 8 => heap 280 */
#include <stdlib.h>
struct entry { int at; int value; };
struct vec { size_t n; struct entry e[]; };
static struct vec *pack(const signed char *d, int n) {
    size_t k = 0;
    for (int i = 0; i < n; i++) if (d[i]) k++;
    struct vec *v = malloc(sizeof *v + k * sizeof v->e[0]);
    if (!v) return NULL;
    v->n = 0;
    for (int i = 0; i < n; i++) if (d[i]) v->e[v->n++] = (struct entry){i, d[i]};
    return v;
}
static struct vec *add(const struct vec *a, const struct vec *b) {
    struct vec *v = malloc(sizeof *v + (a->n + b->n) * sizeof v->e[0]);
    size_t i = 0, j = 0;
    if (!v) return NULL;
    v->n = 0;
    while (i < a->n || j < b->n) {
        if (j == b->n || (i < a->n && a->e[i].at < b->e[j].at)) v->e[v->n++] = a->e[i++];
        else if (i == a->n || b->e[j].at < a->e[i].at) v->e[v->n++] = b->e[j++];
        else { v->e[v->n] = a->e[i++]; v->e[v->n++].value += b->e[j++].value; }
    }
    return v;
}
int sparse(const signed char a[8], const signed char b[8]) {
    struct vec *x = pack(a, 8), *y = pack(b, 8);
    struct vec *z = x && y ? add(x, y) : NULL;
    int n = z ? (int)z->n : -1;
    free(x); free(y); free(z);
    return n;
}
/* 8 + 64, twice, and 8 + 128: 280 */
