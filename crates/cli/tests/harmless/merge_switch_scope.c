// A label stands behind a declaration.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) { switch (__VERIFIER_nondet_int() & 1) { int x; case 0: x = 1; int *p = &x; if (*p != 1) abort(); break; case 1: x = 2; p = &x; if (*p != 2) abort(); } return 0; }
