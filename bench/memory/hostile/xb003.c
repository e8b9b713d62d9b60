// memory: main => heap 160
/* index changed after the test, slots in a structure */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct s { int n; int m; void *t[10]; int k; } g;
static void put(struct s *s, int i, unsigned n) { free(s->t[i]); s->t[i] = malloc(n); s->k++; s->n ^= 1;}
int main(void) {
    for (;;) {
        int i = __VERIFIER_nondet_int();
        if (i >= 0 && i < 3) { i = __VERIFIER_nondet_int(); if (i < 0) return 0; i %= 10; put(&g, i, 16); }
        else if (i == 50) break;
    }
    return 0;
}
