// The buffer that is printed to is one of two.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) { char a[4] = "x", b[4] = "y"; char *p = a; if (__VERIFIER_nondet_int()) p = b; snprintf(p, 4, "%d", 7); return a[0] == b[0]; }
