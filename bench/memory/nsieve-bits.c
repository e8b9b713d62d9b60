/* A sieve in bits. memory: f => 4 + sz/8 */
#include <stdlib.h>
#include <string.h>
void f(unsigned sz) {
    unsigned *bits = malloc(sz / 8 + sizeof(unsigned));
    memset(bits, 0xff, sz / 8 + sizeof(unsigned));
    for (unsigned i = 2; i <= sz; i++)
        if (bits[i >> 5] & 1u << (i & 31))
            for (unsigned j = i + i; j <= sz && j > i; j += i)
                bits[j >> 5] &= ~(1u << (j & 31));
    free(bits);
}
