// memory: main => heap 64
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* parameter moved in the callee, array of structures */
struct s { char *b; int n; };
static void set(struct s *s, int k) { k &= 3; s += k; free(s->b); s->b = malloc(16); s->n++; }
int main(void) { struct s a[4] = {{0}}; while (N) set(a, N); return 0; }
