// expect: proved
// flags: -- -fno-builtin
// The classes of all bit patterns of float and double.
#include <klee/klee.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#undef isnan
#undef isinf
extern int __isnan(double), __isnanf(float), __isinf(double), __isinff(float);
extern int __finite(double), __finitef(float), __signbit(double), __signbitf(float);
extern int __fpclassify(double), __fpclassifyf(float);
extern int isnan(double), isinf(double), finite(double);

int main(void) {
    uint64_t bits;
    uint32_t bits_f;
    double x;
    float f;
    klee_make_symbolic(&bits, sizeof bits, "bits");
    klee_make_symbolic(&bits_f, sizeof bits_f, "bits_f");
    memcpy(&x, &bits, sizeof x);
    memcpy(&f, &bits_f, sizeof f);
    int field = (int)(bits >> 52 & 0x7ff), field_f = (int)(bits_f >> 23 & 0xff);
    int rest = (bits & 0xfffffffffffff) != 0, rest_f = (bits_f & 0x7fffff) != 0;
    int nan = (field == 0x7ff) & rest, nan_f = (field_f == 0xff) & rest_f;
    int inf = (field == 0x7ff) & !rest, inf_f = (field_f == 0xff) & !rest_f;
    int zero = (field == 0) & !rest, zero_f = (field_f == 0) & !rest_f;
    int tiny = (field == 0) & rest, tiny_f = (field_f == 0) & rest_f;
    int sign = bits >> 63 != 0, sign_f = bits_f >> 31 != 0;
    klee_assert(!__isnan(x) == !nan && !isnan(x) == !nan && !__isnanf(f) == !nan_f);
    klee_assert(__isinf(x) == (sign ? -inf : inf) && !isinf(x) == !inf);
    klee_assert(__isinff(f) == (sign_f ? -inf_f : inf_f));
    klee_assert(!__finite(x) == (field == 0x7ff) && !finite(x) == (field == 0x7ff));
    klee_assert(!__finitef(f) == (field_f == 0xff));
    klee_assert(!__signbit(x) == !sign && !__signbitf(f) == !sign_f);
    int class = nan ? 0 : inf ? 1 : zero ? 2 : tiny ? 3 : 4;
    int class_f = nan_f ? 0 : inf_f ? 1 : zero_f ? 2 : tiny_f ? 3 : 4;
    klee_assert(__fpclassify(x) == class && __fpclassifyf(f) == class_f);
    return 0;
}
