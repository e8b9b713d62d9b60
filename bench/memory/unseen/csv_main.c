/* Reads numbers from the input and prints statistics. memory: main --stdin 8 => heap */
#include <stdio.h>
#include <stdlib.h>
struct series { double *v; size_t n, cap; };
static int push(struct series *s, double x) {
    if (s->n == s->cap) {
        size_t cap = s->cap ? 2 * s->cap : 2;
        double *v = realloc(s->v, cap * sizeof *v);
        if (!v) return -1;
        s->v = v;
        s->cap = cap;
    }
    s->v[s->n++] = x;
    return 0;
}
static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}
int main(void) {
    struct series s = {0};
    int c, in = 0;
    double x = 0;
    while ((c = getchar()) != EOF) {
        if (c >= '0' && c <= '9') { x = x * 10 + (c - '0'); in = 1; }
        else if (in) { if (push(&s, x)) return 1; x = 0; in = 0; }
    }
    if (in && push(&s, x)) return 1;
    if (s.n) qsort(s.v, s.n, sizeof *s.v, by_value);
    double sum = 0;
    for (size_t i = 0; i < s.n; i++) sum += s.v[i];
    if (s.n) printf("%zu values, sum %d, median %d\n", s.n, (int)sum, (int)s.v[s.n / 2]);
    free(s.v);
    return 0;
}
