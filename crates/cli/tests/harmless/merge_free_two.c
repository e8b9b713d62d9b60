// One of two blocks is freed, whichever there is.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) { char *p; if (__VERIFIER_nondet_int()) p = malloc(10); else p = malloc(20); free(p); return 0; }
