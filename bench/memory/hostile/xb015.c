// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* callee's local always freed */
struct s { char *b; };
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void one(void) { struct s s = {0}; while (N) set(&s); free(s.b); }
int main(void) { while (N) one(); return 0; }
