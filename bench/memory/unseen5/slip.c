/* A receiver of frames byte by byte with a buffer per frame. memory: receive --buffer 20 => heap 255 */
#include <stdint.h>
#include <stdlib.h>

enum { WAIT_START, WAIT_LEN, DATA, SUM };

struct rx {
    int state;
    uint8_t *buf;
    uint8_t len, pos, sum;
    unsigned good, bad;
};

static void rx_reset(struct rx *r) {
    free(r->buf);
    r->buf = NULL;
    r->len = r->pos = r->sum = 0;
    r->state = WAIT_START;
}

static void rx_byte(struct rx *r, uint8_t b) {
    switch (r->state) {
    case WAIT_START:
        if (b == 0x7e) r->state = WAIT_LEN;
        break;
    case WAIT_LEN:
        if (b == 0) {
            rx_reset(r);
            break;
        }
        r->buf = malloc(b);
        if (!r->buf) {
            rx_reset(r);
            break;
        }
        r->len = b;
        r->pos = 0;
        r->sum = 0;
        r->state = DATA;
        break;
    case DATA:
        r->buf[r->pos++] = b;
        r->sum += b;
        if (r->pos == r->len) r->state = SUM;
        break;
    case SUM:
        if (b == r->sum)
            r->good++;
        else
            r->bad++;
        rx_reset(r);
        break;
    }
}

unsigned receive(const uint8_t *bytes, unsigned n) {
    struct rx r = {0};
    for (unsigned i = 0; i < n; i++) rx_byte(&r, bytes[i]);
    rx_reset(&r);
    return r.good * 100 + r.bad;
}
