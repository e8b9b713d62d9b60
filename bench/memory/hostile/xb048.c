// memory: main => heap 128
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* the same, good, index wraps */
struct s { unsigned n; char *t[8]; unsigned m; };
static void put(struct s *s, unsigned i) { unsigned k = i % 8; free(s->t[k]); s->t[k] = malloc(16); s->n++; s->m--; }
int main(void) { struct s s = {0}; unsigned i = 0; while (N) put(&s, --i); return 0; }
