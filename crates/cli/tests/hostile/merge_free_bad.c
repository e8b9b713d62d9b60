// One of two merged pointers was not allocated.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) { char a[4]; char *p = a; if (__VERIFIER_nondet_int()) p = malloc(10); free(p); return 0; } // bug: invalid-free
