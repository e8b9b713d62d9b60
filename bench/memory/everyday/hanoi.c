/* Towers of Hanoi with a log of moves on the heap. memory: hanoi => heap 510 */
#include <stdlib.h>
struct log { unsigned char (*m)[2]; unsigned n; };
static void h(struct log *l, int n, int a, int b, int c) {
    if (n == 0) return;
    h(l, n - 1, a, c, b);
    l->m[l->n][0] = (unsigned char)a; l->m[l->n][1] = (unsigned char)b; l->n++;
    h(l, n - 1, c, b, a);
}
int hanoi(unsigned n) {
    if (n > 8) n = 8;
    struct log l;
    l.m = malloc((((size_t)1 << n) - 1) * 2 + (n == 0));
    if (!l.m) return -1;
    l.n = 0;
    h(&l, (int)n, 0, 1, 2);
    int r = (int)l.n;
    free(l.m);
    return r;
}
