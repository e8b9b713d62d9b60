// memory: main => heap 160+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* previous index is taken for the new one: an unseen overwrite */
struct s { int n; char *t[8]; } g;
static char *xm(int n) { char *p = malloc(n); if (!p) exit(1); return p; }
static void drop(struct s *s, int i) { free(s->t[i]); s->t[i] = 0; }
static void put(struct s *s, int i) { s->t[i] = xm(16); }
int main(void) { int prev, have = 0;
 for (;;) { int cur = N & 7;
  if (have) { drop(&g, prev); put(&g, cur); }
  if (N) { prev = cur; have = 1; }
  if (N == 77) break; }
 return 0; }
