// memory: main => heap 2000
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* result of a helper kept from the round before */
static int rd(void) { int x = N; if (x < 0) exit(0); return x; }
static void use(int n) { char *p = malloc(n); if (p) p[0] = 0; free(p); }
int main(void) { int a, seen = 0;
 while (N) { int b = rd(); if (b > 2000) continue; if (b < 8) { if (seen) use(a); continue; } a = b; seen = 1; }
 return 0; }
