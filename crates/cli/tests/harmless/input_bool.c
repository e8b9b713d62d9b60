// A bool that is looked at as a byte.
// expect: proved
#include <string.h>
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) { _Bool b = __VERIFIER_nondet_bool(); unsigned char c; memcpy(&c, &b, 1); assert(c < 2); }
