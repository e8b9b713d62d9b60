// memory: main => heap 80
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* everyday: fill and clear in rounds */
struct s { int n; char *t[5]; };
static void fill(struct s *s, int n) { s->n = n; for (int i = 0; i < n; i++) s->t[i] = malloc(16); }
static void clear(struct s *s) { for (int i = 0; i < s->n; i++) { free(s->t[i]); s->t[i] = 0; } s->n = 0; }
int main(void) { struct s s = {0}; while (N) { int n = N; if (n < 0 || n > 5) continue; fill(&s, n); clear(&s); } return 0; }
