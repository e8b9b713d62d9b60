// One of two merged pointers is null.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int main(void) { char a[4]; char *p = 0; if (__VERIFIER_nondet_int()) { p = a; } memset(p, 0, 4); return 0; } // bug: null-dereference
