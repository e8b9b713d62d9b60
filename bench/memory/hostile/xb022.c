// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* half swap: b = a, a cleared, leak of b's */
struct s { char *b; int n; };
static void set(struct s *s) { free(s->b); s->b = malloc(16); }
static void take(struct s *a, struct s *b) { *b = *a; memset(a, 0, sizeof *a); }
int main(void) { struct s a = {0}, b = {0}; while (N) { set(&a); if (N) take(&a, &b); } return 0; }
