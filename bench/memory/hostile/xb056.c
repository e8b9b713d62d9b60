// memory: main => heap 320
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* recursion with a local slot in each activation */
struct s { char *b; };
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void rec(int d) { struct s s = {0}; while (N) set(&s); if (d > 1) rec(d - 1); free(s.b); }
int main(void) { rec(20); return 0; }
