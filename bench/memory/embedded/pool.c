/* A pool of blocks in static storage, no heap. memory: pool --buffer 10 => heap 0 */
#include <stddef.h>
struct block { struct block *next; unsigned char data[28]; };
static struct block blocks[16], *available;
static void pool_init(void) {
    for (int i = 0; i < 15; i++) blocks[i].next = &blocks[i + 1];
    blocks[15].next = NULL;
    available = blocks;
}
static void *pool_take(void) {
    struct block *b = available;
    if (b) available = b->next;
    return b;
}
static void pool_give(void *p) { struct block *b = p; b->next = available; available = b; }
int pool(const unsigned char script[10]) {
    void *held[4] = {0};
    int misses = 0;
    pool_init();
    for (int i = 0; i < 10; i++) {
        int k = script[i] & 3;
        if (held[k]) { pool_give(held[k]); held[k] = NULL; }
        else if (!(held[k] = pool_take())) misses++;
    }
    return misses;
}
