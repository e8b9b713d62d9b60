// expect: proved
// flags: -- -fno-builtin
// The classes of all values of long double, and the mode of rounding.
#include <fenv.h>
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

extern int __isnanl(long double), __isinfl(long double), __finitel(long double);
extern int __signbitl(long double), __fpclassifyl(long double);

int main(void) {
    uint64_t mantissa;
    uint16_t top;
    long double x = 0;
    klee_make_symbolic(&mantissa, sizeof mantissa, "mantissa");
    klee_make_symbolic(&top, sizeof top, "top");
    int exponent = top & 0x7fff, whole = mantissa >> 63 != 0;
    // What the format calls valid: the leading bit is there unless the
    // exponent is the least.
    klee_assume((exponent != 0) == whole);
    memcpy(&x, &mantissa, 8);
    memcpy((char *)&x + 8, &top, 2);
    int fraction = (mantissa << 1) != 0, sign = top >> 15;
    int nan = (exponent == 0x7fff) & fraction, inf = (exponent == 0x7fff) & !fraction;
    int zero = (exponent == 0) & !fraction, tiny = (exponent == 0) & fraction;
    klee_assert(!__isnanl(x) == !nan);
    klee_assert(__isinfl(x) == (sign ? -inf : inf));
    klee_assert(!__finitel(x) == (exponent == 0x7fff));
    klee_assert(!__signbitl(x) == !sign);
    klee_assert(__fpclassifyl(x) == (nan ? 0 : inf ? 1 : zero ? 2 : tiny ? 3 : 4));

    int mode;
    klee_make_symbolic(&mode, sizeof mode, "mode");
    klee_assume((mode & ~0xc00) != 0 || mode == FE_TONEAREST);
    klee_assert(!fesetround(mode) == (mode == FE_TONEAREST));
    klee_assert(fegetround() == FE_TONEAREST);
    return 0;
}
