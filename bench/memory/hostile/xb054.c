// memory: main => heap 32
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* emptied before, two made, both to one slot in turn */
struct s { char *b; };
static void drop(struct s *s) { free(s->b); s->b = 0; }
static void put(struct s *s, char *p) { drop(s); s->b = p; }
int main(void) { struct s s = {0}; while (N) { drop(&s); char *p = malloc(16), *q = malloc(16); s.b = p; put(&s, q); } return 0; }
