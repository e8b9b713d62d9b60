// Duff's device with a local in front of its cases.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int k = __VERIFIER_nondet_int(); if (k < 1 || k > 9) return 0; int n = (k + 3) / 4, c = 0; switch (k % 4) { int t; int *q; case 0: do { t = 1; q = &t; c += *q; case 3: t = 1; q = &t; c += *q; case 2: t = 1; q = &t; c += *q; case 1: t = 1; q = &t; c += *q; } while (--n > 0); } assert(c == k); }
