// A sum of an unsigned and a signed number into a char.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { int a = __VERIFIER_nondet_int(); unsigned b = __VERIFIER_nondet_uint(); signed char r; int o = __builtin_add_overflow(a, b, &r); long t = (long)a + b; assert(o == (t < -128 || t > 127)); assert(r == (signed char)t); }
