// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* nested, good */
struct in { char *p; int n; }; struct out { int k; struct in in; int z; };
static void set(struct in *i, int n) { free(i->p); i->p = malloc(16); i->n = n; }
static void outer(struct out *o, int n) { o->k++; set(&o->in, n); o->z = n; }
int main(void) { struct out o = {0}; while (N) outer(&o, N); free(o.in.p); return 0; }
