// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

union u { char *t[8]; long w[8]; }; struct s { int n; union u u; } g;
static void put(struct s *s, unsigned k) { if (k >= 4) return; free(s->u.t[k]); s->u.t[k] = malloc(16); s->n++; }
static void num(struct s *s, unsigned j) { j = 3 + (j & 3); s->u.w[j] = 0; }
int main(void) { while (N) { put(&g, N); num(&g, N); } return 0; }
