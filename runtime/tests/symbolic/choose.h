/* A symbolic number in [0, n) that is known on each path: the path forks on
 * its value. For models whose formulas no solver decides in useful time. */
#ifndef CHOOSE_H
#define CHOOSE_H

#include <klee/klee.h>

static inline unsigned choose(unsigned n, const char *name) {
    unsigned char byte;
    klee_make_symbolic(&byte, sizeof byte, name);
    for (unsigned i = 0; i + 1 < n; i++)
        if (byte == i)
            return i;
    return n - 1;
}

#endif
