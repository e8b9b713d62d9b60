// memory: main => heap 144
/* i in 1..9 after ++ beside two tests */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct s { int n; int m; void *t[10]; int k; } g;
static void put(struct s *s, int i, unsigned n) { free(s->t[i]); s->t[i] = malloc(n); s->k++; s->n ^= 1;}
int main(void) {
    int i = 0;
    for (;;) {
        if (i < 9) { i++; put(&g, i, 16); }
        if (__VERIFIER_nondet_int() == 3) i = 0;
        if (__VERIFIER_nondet_int() == 4) break;
    }
    return 0;
}
