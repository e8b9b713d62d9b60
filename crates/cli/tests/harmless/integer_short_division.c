// A short divided by -1 is an int.
// expect: proved
extern short __VERIFIER_nondet_short(void);
int main(void) { short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short(); if (b == 0) return 0; a /= b; a %= b; return a == 3; }
