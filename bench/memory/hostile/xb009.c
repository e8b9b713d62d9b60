// memory: main => heap 96
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* rounds by the previous number */
static void *xm(int n) { void *p = malloc(n); if (!p) exit(1); return p; }
int main(void) { int lim, have = 0;
 for (;;) { int x = N; if (x < 0 || x > 6) return 0; if (x < 2) break; lim = x; have = 1; }
 if (!have) return 0;
 void *t[8];
 for (int i = 0; i < lim; i++) t[i] = xm(16);
 for (int i = 0; i < lim; i++) free(t[i]);
 return 0; }
