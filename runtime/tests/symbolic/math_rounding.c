// expect: proved
// flags: -- -fno-builtin
// Rounding of quarters, in all three types, against integer arithmetic.
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_BFP_EXT__ 1
#include "choose.h"
#include <math.h>

static int quarters, below, above, nearest, even, away;

/* What integer arithmetic says of quarters / 4. */
static void reference(void) {
    below = quarters >= 0 ? quarters / 4 : -((3 - quarters) / 4);
    above = below + (quarters % 4 != 0);
    int rest = quarters - 4 * below;
    nearest = rest < 2 ? below : above;
    even = rest == 2 ? (below % 2 == 0 ? below : above) : nearest;
    away = rest == 2 ? (quarters > 0 ? above : below) : nearest;
}

#define CHECK(type, s)                                                                             \
    do {                                                                                           \
        type x = (type)quarters / 4;                                                               \
        klee_assert(floor##s(x) == (type)below && ceil##s(x) == (type)above);                      \
        klee_assert(trunc##s(x) == (type)(quarters > 0 ? below : above));                          \
        klee_assert(round##s(x) == (type)away && rint##s(x) == (type)even);                        \
        klee_assert(nearbyint##s(x) == (type)even && roundeven##s(x) == (type)even);               \
        klee_assert(fabs##s(x) == (type)(quarters < 0 ? -quarters : quarters) / 4);                \
    } while (0)

int main(void) {
    quarters = (int)choose(33, "quarters") - 16;
    reference();
    CHECK(double, );
    CHECK(float, f);
    CHECK(long double, l);
    double x = quarters / 4.0;
    klee_assert(lround(x) == away && llround(x) == away);
    klee_assert(lrint(x) == even && llrint(x) == even);
    return 0;
}
