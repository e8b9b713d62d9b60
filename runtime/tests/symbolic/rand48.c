// expect: proved
// The numbers of a state are those of the family, and what is asked of a seed.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned short seed, state[3] = {0x330e, 0, 0}, again[3] = {0x330e, 0, 0};
    klee_make_symbolic(&seed, sizeof seed, "seed");
    state[1] = again[1] = seed;
    srand48(seed);
    long x = lrand48();
    klee_assert(x >= 0 && x < 2147483648 && x == nrand48(state));
    klee_assert(mrand48() == jrand48(state));
    seed48(again);
    klee_assert(lrand48() == x);
    unsigned short given[7] = {0, 0, 0, 1, 0, 0, 7};
    lcong48(given);
    klee_assert(mrand48() == 0 && drand48() == 14 * 0x1p-48);
    given[0] = 3;
    klee_assert(erand48(given) == 10 * 0x1p-48 && given[0] == 10);
    return 0;
}
