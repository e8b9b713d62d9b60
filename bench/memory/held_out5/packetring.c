/* A ring of packets between a radio and a parser, 8 places. memory: radio --buffer 16 => heap 512 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 8

struct packet { uint8_t len; uint8_t *bytes; };

struct ring { struct packet p[PLACES]; unsigned in, out, fill; };

static int put(struct ring *r, uint8_t len) {
    if (r->fill == PLACES) return 0;
    struct packet *p = &r->p[r->in];
    p->bytes = malloc(len);
    if (!p->bytes) return 0;
    memset(p->bytes, 0x55, len);
    p->len = len;
    r->in = (r->in + 1) % PLACES;
    r->fill++;
    return 1;
}

static int take(struct ring *r) {
    if (r->fill == 0) return -1;
    struct packet *p = &r->p[r->out];
    int sum = 0;
    for (uint8_t i = 0; i < p->len; i++) sum += p->bytes[i];
    free(p->bytes);
    p->bytes = NULL;
    r->out = (r->out + 1) % PLACES;
    r->fill--;
    return sum;
}

int radio(const uint8_t *script, unsigned n) {
    struct ring r;
    int total = 0;
    memset(&r, 0, sizeof r);
    for (unsigned i = 0; i < n; i++) {
        if (script[i] & 0x80)
            total += take(&r);
        else
            put(&r, 1 + (script[i] & 0x3f));
    }
    while (r.fill) total += take(&r);
    return total;
}
