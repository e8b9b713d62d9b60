// expect: proved
// flags: -- -fno-builtin
// Magnitudes, quotients and the first set bit in every width.
#define _GNU_SOURCE
#include <inttypes.h>
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
    long long x;
    klee_make_symbolic(&x, sizeof x, "x");
    int low = (int)x;
    klee_assert(ffs(low) == (low == 0 ? 0 : __builtin_ctz((unsigned)low) + 1));
    klee_assert(ffsl((long)x) == ((long)x == 0 ? 0 : __builtin_ctzl((unsigned long)x) + 1));
    klee_assert(ffsll(x) == (x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1));
    klee_assume((x > LLONG_MIN) & (low > INT_MIN));
    long middle = (long)x >> 1;
    klee_assert(abs(low) == (low < 0 ? -low : low) && llabs(x) == (x < 0 ? -x : x));
    klee_assert(labs(middle) == (middle < 0 ? -middle : middle) && imaxabs(x) == llabs(x));
    div_t d = div(low, 16);
    ldiv_t l = ldiv(middle, 16);
    lldiv_t q = lldiv(x, 16);
    klee_assert(d.quot * 16 + d.rem == low && d.rem > -16 && d.rem < 16);
    klee_assert(l.quot * 16 + l.rem == middle && l.rem > -16 && l.rem < 16);
    klee_assert(q.quot * 16 + q.rem == x && q.rem > -16 && q.rem < 16);
    return 0;
}
