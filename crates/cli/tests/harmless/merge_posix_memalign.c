// The pointer that is set is one of two.
// expect: proved
// flags: --check +leak
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
int main(void) { void *a = 0, *b = 0; void **p = &a; if (__VERIFIER_nondet_int()) p = &b; if (posix_memalign(p, 16, 32)) return 0; memset(*p, 0, 32); free(a); free(b); return 0; }
