/* A sparse vector as a sorted array of pairs; sums of two make a third of the exact size. memory: sums --buffer 8 => heap 140 */
#include <stdlib.h>
struct pair { int at; int value; };
struct vector { int n; struct pair p[]; };
static struct vector *from(const signed char *v, int n) {
    int k = 0;
    for (int i = 0; i < n; i++) k += v[i] != 0;
    struct vector *s = malloc(sizeof *s + (size_t)k * sizeof(struct pair));
    if (!s) return NULL;
    s->n = 0;
    for (int i = 0; i < n; i++) if (v[i]) s->p[s->n++] = (struct pair){i, v[i]};
    return s;
}
static struct vector *sum(const struct vector *a, const struct vector *b) {
    struct vector *s = malloc(sizeof *s + (size_t)(a->n + b->n) * sizeof(struct pair));
    int i = 0, k = 0;
    if (!s) return NULL;
    s->n = 0;
    while (i < a->n || k < b->n) {
        if (k == b->n || (i < a->n && a->p[i].at < b->p[k].at)) s->p[s->n++] = a->p[i++];
        else if (i == a->n || b->p[k].at < a->p[i].at) s->p[s->n++] = b->p[k++];
        else { s->p[s->n] = a->p[i++]; s->p[s->n++].value += b->p[k++].value; }
    }
    return s;
}
int sums(const signed char v[8]) {
    struct vector *a = from(v, 4), *b = from(v + 4, 4), *c = a && b ? sum(a, b) : NULL;
    int n = c ? c->n : -1;
    free(a);
    free(b);
    free(c);
    return n;
}
/* 4 + 32, 4 + 32, 4 + 64 = 140 */
