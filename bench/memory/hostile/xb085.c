// memory: main => heap 64
/* round by round: a block is kept in each of `lim` rounds, the limit is that of the round before (no run below it is tried) */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *xm(int n) { void *p = malloc(n); if (!p) exit(1); return p; }
static int pick(void) { return __VERIFIER_nondet_int(); }
int main(void) { unsigned a; int seen = 0; void *t[4];
 for (;;) { unsigned b = (unsigned)pick(); if (b == 7) return 0; if (b > 4) continue; if (b < 2) { if (seen) break; continue; } a = b; seen = 1; }
 for (unsigned i = 0; i < a; i++) t[i] = xm(16);
 for (unsigned i = 0; i < a; i++) free(t[i]);
 return 0; }
