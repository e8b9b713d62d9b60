// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

struct s { char *b; int n; };
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void zero(struct s *s) { for (unsigned i = 0; i < sizeof *s; i++) ((char *)s)[i] = 0; }
int main(void) { struct s s; zero(&s); while (N) { set(&s); if (N) zero(&s); } return 0; }
