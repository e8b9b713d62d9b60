// memory: main => heap 128
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* getter into the structure */
struct s { int n; char *t[8]; int k; };
static char **slot(struct s *s, int i) { return &s->t[i & 7]; }
int main(void) { struct s s = {0}; while (N) { int i = N; char **p = slot(&s, i); free(*p); *p = malloc(16); s.k++; } return 0; }
