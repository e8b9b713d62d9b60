/* A pool of fixed blocks that grows by chunks of malloc. memory: block_pool => heap */
#include <stdlib.h>
#include <stddef.h>
#define BLOCK 32
#define PER_CHUNK 8
struct freeblk { struct freeblk *next; };
struct chunk { struct chunk *next; unsigned char data[BLOCK * PER_CHUNK]; };
struct pool { struct chunk *chunks; struct freeblk *freelist; int nchunks; };
static int pool_grow(struct pool *p) {
    if (p->nchunks >= 4) return -1;
    struct chunk *c = malloc(sizeof *c);
    if (!c) return -1;
    c->next = p->chunks;
    p->chunks = c;
    p->nchunks++;
    for (int i = 0; i < PER_CHUNK; i++) {
        struct freeblk *b = (struct freeblk *)(c->data + i * BLOCK);
        b->next = p->freelist;
        p->freelist = b;
    }
    return 0;
}
static void *pool_alloc(struct pool *p) {
    if (!p->freelist && pool_grow(p) < 0) return NULL;
    struct freeblk *b = p->freelist;
    p->freelist = b->next;
    return b;
}
static void pool_free(struct pool *p, void *v) {
    struct freeblk *b = v;
    b->next = p->freelist;
    p->freelist = b;
}
static void pool_done(struct pool *p) {
    while (p->chunks) {
        struct chunk *c = p->chunks;
        p->chunks = c->next;
        free(c);
    }
}
int block_pool(unsigned n) {
    struct pool p = {0};
    void *held[20];
    int count = 0;
    if (n > 20) n = 20;
    for (unsigned i = 0; i < n; i++) {
        void *b = pool_alloc(&p);
        if (!b) break;
        held[count++] = b;
    }
    for (int i = 0; i < count; i += 2) pool_free(&p, held[i]);
    pool_done(&p);
    return count;
}
