// The name of a variable is one of two.
// expect: proved
// flags: --closed
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) { const char *p = "ab"; if (__VERIFIER_nondet_int()) p = "cd"; return getenv(p) != 0; }
