// memory: main => heap 40
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* phi of two sizes */
struct s { char *b; };
static void put(struct s *s, char *p) { free(s->b); s->b = p; }
int main(void) { struct s s = {0}; while (N) { char *p; if (N) p = malloc(10); else p = malloc(20); put(&s, p); } free(s.b); return 0; }
