// memory: main => heap 32
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* goto out, good */
struct s { char *b; };
static void fill(struct s *s) { char *p; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { p = malloc(16); if (N) goto out; free(s->b); s->b = p; } return; out: free(p); }
int main(void) { struct s s = {0}; while (N) fill(&s); free(s.b); return 0; }
