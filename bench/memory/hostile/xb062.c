// memory: main => heap 32
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* two static locals of one helper, by a condition */
static char *tmp(int w) { static char *x, *y; if (w) { free(x); x = malloc(16); return x; } free(y); y = malloc(16); return y; }
int main(void) { while (N) tmp(N); return 0; }
