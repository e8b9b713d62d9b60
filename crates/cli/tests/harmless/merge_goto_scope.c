// A jump over a declaration.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) { int c = __VERIFIER_nondet_int(); if (c) goto in; { int x; x = 2; in: x = 3; int *p = &x; if (*p != 3) abort(); } return 0; }
