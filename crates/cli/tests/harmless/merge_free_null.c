// free of a null pointer does nothing.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) { char *p = 0; if (__VERIFIER_nondet_int()) p = malloc(10); free(p); return 0; }
