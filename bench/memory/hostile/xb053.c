// memory: main => heap 48
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* two on the way to one slot */
struct s { char *b; };
static char *mk(void) { char *p = malloc(16); if (!p) exit(1); return p; }
static void put(struct s *s, char *p) { free(s->b); s->b = p; }
int main(void) { struct s s = {0}; while (N) { char *p = mk(), *q = mk(); put(&s, p); put(&s, q); } free(s.b); return 0; }
