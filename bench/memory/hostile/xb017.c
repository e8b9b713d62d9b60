// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* getter twice, index changed between: leak */
struct s { int n; char *t[8]; int k; };
static char **slot(struct s *s, int i) { return &s->t[i & 7]; }
int main(void) { struct s s = {0}; while (N) { int i = N; free(*slot(&s, i)); *slot(&s, i) = 0; i = N; *slot(&s, i) = malloc(16); } return 0; }
