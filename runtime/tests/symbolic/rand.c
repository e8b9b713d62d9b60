// expect: proved
// rand is never negative and repeats with its seed.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned seed, other;
    klee_make_symbolic(&seed, sizeof seed, "seed");
    other = seed;
    int a = rand_r(&seed), b = rand_r(&other);
    klee_assert(a == b && a >= 0 && seed == other);
    srand(42);
    klee_assert(rand() == 71876166);
    return 0;
}
