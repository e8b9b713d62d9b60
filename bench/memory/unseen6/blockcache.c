/* Four cached blocks, the next one in turn goes. memory: requests --buffer 10 => heap 288 */
#include <stdlib.h>
#include <string.h>

#define WAYS 4

struct way { unsigned block; unsigned char *bytes; };

static struct way cache[WAYS];
static unsigned turn;

static unsigned char *fetch(unsigned block) {
    for (unsigned i = 0; i < WAYS; i++)
        if (cache[i].bytes && cache[i].block == block) return cache[i].bytes;
    struct way *w = &cache[turn];
    turn = (turn + 1) % WAYS;
    free(w->bytes);
    w->bytes = malloc(72);
    if (!w->bytes) return NULL;
    memset(w->bytes, (int)block, 72);
    w->block = block;
    return w->bytes;
}

int requests(const unsigned char *blocks, unsigned n) {
    int sum = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned char *b = fetch(blocks[i]);
        if (b) sum += b[0];
    }
    for (unsigned i = 0; i < WAYS; i++) {
        free(cache[i].bytes);
        cache[i].bytes = NULL;
    }
    return sum;
}
