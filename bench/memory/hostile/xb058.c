// memory: main => heap 32
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* free of the old one last */
struct s { char *b; };
static void set(struct s *s) { char *o = s->b; s->b = malloc(16); free(o); }
int main(void) { struct s s = {0}; while (N) set(&s); free(s.b); return 0; }
