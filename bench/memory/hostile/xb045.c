// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* returns early after the malloc in a nested helper: lost */
struct in { char *p; int n; }; struct out { int k; struct in in; };
static int set(struct in *i, int n) { char *q = malloc(16); if (!q) return -1; if (n < 0) return -2; free(i->p); i->p = q; i->n = n; return 0; }
static int outer(struct out *o, int n) { o->k++; return set(&o->in, n); }
int main(void) { struct out o = {0}; while (N) outer(&o, N); free(o.in.p); return 0; }
