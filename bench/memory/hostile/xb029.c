// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* pointer to function: one clears without free */
struct s { char *b; } g;
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void clr(struct s *s) { s->b = 0; }
int main(void) { while (N) { void (*f)(struct s *) = N ? set : clr; f(&g); } return 0; }
