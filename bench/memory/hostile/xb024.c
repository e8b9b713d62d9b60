// memory: main => heap 32
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* realloc in a structure that may move */
struct s { char *b; int n; };
static void grow(struct s *s) { char *q = realloc(s->b, 16); if (!q) exit(1); s->b = q; s->n++; }
int main(void) { struct s s = {0}; while (N) grow(&s); free(s.b); return 0; }
