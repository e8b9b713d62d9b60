// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* union, int halves written over a slot: a leak per round */
struct s { int n, m; union { void *t[10]; int w[20]; } u; } g;
static void put(struct s *s, int i) { free(s->u.t[i]); s->u.t[i] = malloc(16); s->n++; }
int main(void) { while (N) { int i = N; if (i >= 0 && i < 7) { i += 3; put(&g, i); } g.u.w[18] = 0; g.u.w[19] = 0; } return 0; }
