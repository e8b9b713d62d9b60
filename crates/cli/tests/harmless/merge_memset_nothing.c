// No bytes are set at a null pointer.
// expect: proved
extern int __VERIFIER_nondet_int(void);
#include <string.h>
int main(void) { char a[4]; char *p = 0; size_t n = 0; if (__VERIFIER_nondet_int()) { p = a; n = 4; } if (n) memset(p, 0, n); return 0; }
