// memory: main => heap 336
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* recursion by a pointer, local slot */
struct s { char *b; };
static void (*fp)(int);
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void rec(int d) { struct s s = {0}; set(&s); if (d > 0) fp(d - 1); set(&s); free(s.b); }
int main(void) { fp = rec; int d = N; if (d < 0 || d > 20) return 0; rec(d); return 0; }
