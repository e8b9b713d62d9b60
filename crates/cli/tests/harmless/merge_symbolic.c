// The variable that is made symbolic is one of two.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <everypath.h>
int main(void) { int a = 1, b = 2; int *p = &a; if (__VERIFIER_nondet_int()) p = &b; ep_symbolic(p, 4, "x"); return *p == 3; }
