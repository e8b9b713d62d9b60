// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* frees only where a flag says so */
struct s { char *b; int own; };
static void set(struct s *s, int own) { if (s->own) free(s->b); s->b = malloc(16); s->own = own; }
int main(void) { struct s s = {0}; while (N) set(&s, N); return 0; }
