// One of two variables is copied.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
#include <string.h>
int main(void) { int a = 1, b = 2, c = 0; int *p = &a; if (__VERIFIER_nondet_int()) p = &b; memcpy(&c, p, sizeof c); if (c != 1 && c != 2) abort(); memmove(p, &c, 4); return 0; }
