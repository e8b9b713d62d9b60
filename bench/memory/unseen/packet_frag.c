/* Fragments of a packet are kept until the last one came. memory: packet_frag => heap */
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
struct frag { uint16_t off, len; struct frag *next; uint8_t data[]; };
struct packet { struct frag *frags; unsigned bytes; };
static int add(struct packet *p, uint16_t off, uint16_t len, const uint8_t *d) {
    if (len > 64 || p->bytes + len > 128) return -1;
    struct frag *f = malloc(sizeof *f + len);
    if (!f) return -1;
    f->off = off; f->len = len;
    memcpy(f->data, d, len);
    struct frag **q = &p->frags;
    while (*q && (*q)->off < off) q = &(*q)->next;
    f->next = *q;
    *q = f;
    p->bytes += len;
    return 0;
}
static uint8_t *join(struct packet *p, unsigned *n) {
    uint8_t *out = malloc(p->bytes ? p->bytes : 1);
    unsigned at = 0;
    while (p->frags) {
        struct frag *f = p->frags;
        if (out) memcpy(out + at, f->data, f->len);
        at += f->len;
        p->frags = f->next;
        free(f);
    }
    *n = at;
    return out;
}
int packet_frag(const uint8_t lens[4]) {
    static const uint8_t payload[64] = {1, 2, 3};
    struct packet p = {0};
    uint16_t off = 0;
    for (int i = 0; i < 4; i++) {
        if (add(&p, off, lens[i], payload)) break;
        off = (uint16_t)(off + lens[i]);
    }
    unsigned n;
    uint8_t *all = join(&p, &n);
    int r = all ? all[0] : -1;
    free(all);
    return r + (int)n;
}
