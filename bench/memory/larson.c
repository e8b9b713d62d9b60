/* A server's chunks: each round frees one and makes another, of a size that is
 * an input. memory: main => 49,900 */
#include <klee/klee.h>
#include <stdlib.h>
#ifndef CHUNKS
#define CHUNKS 100
#endif
#ifndef ROUNDS
#define ROUNDS 200
#endif
static char *chunk[CHUNKS];
static unsigned seed = 12345;
static unsigned next(void) { return seed = seed * 1103515245u + 12345u; }
static unsigned size(void) {
    unsigned short r;
    klee_make_symbolic(&r, sizeof r, "r");
    return 10 + r % 490;
}
int main(void) {
    for (int i = 0; i < CHUNKS; i++)
        chunk[i] = malloc(size());
    for (int i = 0; i < ROUNDS; i++) {
        unsigned victim = next() / 65536 % CHUNKS;
        free(chunk[victim]);
        chunk[victim] = malloc(size());
    }
    for (int i = 0; i < CHUNKS; i++)
        free(chunk[i]);
    return 0;
}
