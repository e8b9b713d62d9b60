/* A region from the heap, handed out by a bitmap of 16 units. memory: region --buffer 6 => heap 528 */
#include <stdint.h>
#include <stdlib.h>
struct region { uint16_t used, pad[7]; uint8_t unit[16][32]; };   /* 16 + 512 */
static void *grab(struct region *r, unsigned units) {
    if (!units || units > 16) return NULL;
    uint32_t mask = (1u << units) - 1;
    for (unsigned i = 0; i + units <= 16; i++)
        if (!(r->used & mask << i)) { r->used |= (uint16_t)(mask << i); return r->unit[i]; }
    return NULL;
}
static void give(struct region *r, void *p, unsigned units) {
    unsigned i = (unsigned)((uint8_t (*)[32])p - r->unit);
    r->used &= (uint16_t)~(((1u << units) - 1) << i);
}
int region(const uint8_t *want, int n) {
    if (n < 0 || n > 6) return -1;
    struct region *r = calloc(1, sizeof *r);
    if (!r) return -1;
    void *last = NULL;
    unsigned size = 0;
    int failed = 0;
    for (int i = 0; i < n; i++) {
        if (want[i] & 0x80) { if (last) give(r, last, size); last = NULL; continue; }
        unsigned units = (want[i] & 7u) + 1;
        void *p = grab(r, units);
        if (p) { last = p; size = units; } else failed++;
    }
    free(r);
    return failed;
}
