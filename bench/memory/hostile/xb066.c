// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

struct s { char *b; int n; };
static struct s *inst(void) { static struct s s; return &s; }
static void set(struct s *s) { free(s->b); s->b = malloc(16); s->n++; }
int main(void) { while (N) set(inst()); return 0; }
