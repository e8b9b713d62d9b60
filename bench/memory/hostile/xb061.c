// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* const pointer table of structures */
struct s { char *b; }; static struct s a, b; static struct s *const tab[2] = {&a, &b};
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
int main(void) { while (N) { set(&a); tab[N & 1]->b = 0; } return 0; }
