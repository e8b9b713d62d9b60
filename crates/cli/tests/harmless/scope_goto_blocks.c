// Blocks that are left and entered by goto, each with its own local.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int r = 0, i = 0;
a: { int x = i; int *p = &x; r += *p; if (++i > 4) goto end; if (__VERIFIER_nondet_int()) goto b; goto a; }
b: { int y = 1; int *q = &y; r += *q; if (++i > 4) goto end; goto a; }
end: assert(r >= 0 && r <= 15); return 0; }
