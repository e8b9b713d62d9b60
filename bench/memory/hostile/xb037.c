// memory: main => heap 1000
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* flags: --uninit input */
/* not set on one way: any value, up to 1000 */
static void *xm(int n) { void *p = malloc(n); if (!p) exit(1); return p; }
int main(void) { int n; if (N) n = 5; if (n < 0 || n > 1000) return 0; void *p = xm(n); free(p); return 0; }
