/* Transfers by descriptors; the device gives buffers back. memory: dma --buffer 4 => heap 320 */
#include <stdint.h>
#include <stdlib.h>
#define RING 4
struct desc { void *buf; uint16_t len; volatile uint16_t status; };     /* 16 */
static struct desc *ring;
static unsigned head, tail;
static volatile uint32_t control;
static int submit(uint16_t len) {
    struct desc *d = &ring[head % RING];
    if (head - tail == RING) return -1;
    d->buf = malloc(len);
    if (!d->buf) return -1;
    d->len = len; d->status = 1;
    head++;
    control = 1;
    return 0;
}
static void reap(void) {
    while (tail != head) {
        struct desc *d = &ring[tail % RING];
        if (d->status & 2) break;
        free(d->buf); d->buf = NULL;
        tail++;
    }
}
int dma(const unsigned char op[4]) {
    int failed = 0;
    head = tail = 0;
    ring = calloc(RING, sizeof *ring);
    if (!ring) return -1;
    for (int i = 0; i < 4; i++) {
        if (op[i] & 1) failed -= submit(64);
        else reap();
    }
    reap();
    free(ring);
    ring = NULL;
    return failed;
}
/* 64 + 4 * 64 = 320 */
