// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

struct s { char *b; int n; };
static struct s *inst(void) { static struct s s; return &s; }
static struct s **ref(void) { static struct s *p; return &p; }
static void set(struct s *s) { free(s->b); s->b = malloc(16); s->n++; }
int main(void) { *ref() = inst(); while (N) { set(inst()); if (N) (*ref())->b = 0; } return 0; }
