// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

struct s { char *b; };
static void set(struct s *s, int f) { if (f) free(s->b); s->b = malloc(16); }
int main(void) { struct s s = {0}; while (N) set(&s, 1); return 0; }
