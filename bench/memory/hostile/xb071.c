// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* atexit */
struct s { char *b; }; static struct s g;
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void bye(void) { set(&g); free(g.b); g.b = 0; }
int main(void) { atexit(bye); while (N) set(&g); return 0; }
