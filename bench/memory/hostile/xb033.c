// memory: main => heap 48+
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* freed by a copy of the variable that is older */
static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }
int main(void) { char *p = 0, *old = 0; while (N) { old = p; p = xmalloc(16); if (N) { free(old); } } return 0; }
