// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) { fprintf(stderr, "no\n"); exit(1); } return p; }
int main(void) { char *p = 0; while (N) { free(p); p = xmalloc(16); if (N) { free(p); p = 0; } } free(p); return 0; }
