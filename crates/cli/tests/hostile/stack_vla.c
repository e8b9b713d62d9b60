// An array of variable length that the stack does not hold.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 20 << 20) return 0; volatile char a[n]; a[0] = 1; return a[0] - 1; } // bug: unbounded-recursion
