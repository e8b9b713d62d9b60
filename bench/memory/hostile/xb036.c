// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

static struct s { char *b; } g; static struct s *gp = &g;
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
int main(void) { while (N) { set(&g); if (N) gp->b = 0; } return 0; }
