// memory: main => heap 1000
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* parameter changed in the callee, asked with the same register again */
static void *xm(int n) { if (n > 10) n = 10; void *p = malloc(n); if (!p) exit(1); return p; }
static void *big(int n) { void *p = malloc(n); if (!p) exit(1); return p; }
int main(void) { while (N) { int n = N; if (n < 0 || n > 1000) return 0; void *p = xm(n); free(p); p = big(n); free(p); } return 0; }
