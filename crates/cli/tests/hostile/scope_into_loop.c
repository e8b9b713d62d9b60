// A jump into a loop skips its start.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(), i = 5, s = 0; if (n > 3) goto in; for (i = 0; i < n; i++) { s++; in: assert(s == i); } return 0; } // bug: assertion-failure
