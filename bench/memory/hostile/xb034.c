// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* clear then free */
struct s { char *b; };
static void clear(struct s *s) { char *o = s->b; s->b = 0; free(o); }
int main(void) { struct s s = {0}; while (N) { if (s.b) clear(&s); else s.b = malloc(16); } return 0; }
