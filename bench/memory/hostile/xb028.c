// memory: main => heap 256
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* 2-D */
struct s { int n; char *t[4][4]; int k; } g;
static void put(struct s *s, int i, int j) { i &= 3; j &= 3; free(s->t[i][j]); s->t[i][j] = malloc(16); s->k++; s->n--; }
int main(void) { while (N) put(&g, N, N); return 0; }
