// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* destructor that frees only */
struct s { char *b; }; static struct s g;
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
__attribute__((destructor)) static void bye(void) { free(g.b); g.b = 0; }
int main(void) { while (N) set(&g); return 0; }
