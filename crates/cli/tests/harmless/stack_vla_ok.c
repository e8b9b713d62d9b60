// An array of variable length that fits.
// expect: proved
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 1 << 10) return 0; volatile char a[n]; a[0] = 1; return a[0] - 1; }
