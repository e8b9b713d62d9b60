// Whether one of two pointers may be read.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int __CPROVER_r_ok(const void *, size_t);
int main(void) { int a = 1; int *p = 0; if (__VERIFIER_nondet_int()) p = &a; if (__CPROVER_r_ok(p, 4)) return *p; return 0; }
