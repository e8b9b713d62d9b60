// flags: --uninit input
// What was never set stays the same through a merge and a copy.
// expect: proved
#include <string.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { unsigned char a[4], b[4]; if (__VERIFIER_nondet_int()) a[0] = 1; memcpy(b, a, 4); assert(!memcmp(a, b, 4)); unsigned char c = a[2]; if (__VERIFIER_nondet_int()) a[2] = 3; assert(b[2] == c); }
