// memory: main => heap 16
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* static local in a helper */
static char *tmp(int n) { static char *b; free(b); b = malloc(16); return b; }
int main(void) { while (N) { char *p = tmp(3); if (p) *p = 1; } return 0; }
