// memory: main => heap 40
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

struct s { char *b; };
static void set(struct s *s, int n) { free(s->b); s->b = malloc(n); }
int main(void) { struct s s = {0}; while (N) { switch (N) { case 1: set(&s, 10); break; case 2: set(&s, 20); break; case 3: set(&s, 40); } } return 0; }
