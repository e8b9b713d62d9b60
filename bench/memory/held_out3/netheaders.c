/* Nested headers over one frame; a datagram for a known port is copied out. memory: receive --buffer 24 => heap 22 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct view { const uint8_t *at; unsigned left; };
struct datagram { uint16_t port, len; uint8_t data[]; };
static struct datagram *inbox;
static int take(struct view *v, unsigned n) {
    if (v->left < n) return 0;
    v->at += n; v->left -= n;
    return 1;
}
static int udp(struct view v) {
    if (v.left < 2) return -1;
    unsigned port = v.at[0], len = v.at[1];
    if (port != 53 && port != 123) return -2;
    take(&v, 2);
    if (len > v.left) return -3;
    struct datagram *d = malloc(sizeof *d + len);    /* 4 + 18 */
    if (!d) return -4;
    d->port = (uint16_t)port; d->len = (uint16_t)len;
    memcpy(d->data, v.at, len);
    inbox = d;
    return (int)len;
}
static int ip(struct view v) {
    if (v.left < 3) return -1;
    unsigned words = v.at[0] & 15, total = v.at[1], proto = v.at[2];
    if (words < 1 || words > 5 || total > v.left || total < words * 3) return -1;
    v.left = total;
    if (!take(&v, words * 3)) return -1;
    return proto == 17 ? udp(v) : 0;
}
int receive(const uint8_t *frame, unsigned n) {
    if (n > 24) return -1;
    struct view v = {frame, n};
    if (v.left < 1 || v.at[0] != 8) return -1;
    take(&v, 1);
    int got = ip(v);
    if (inbox) { got += inbox->len > 0 && inbox->data[0] != 0; free(inbox); inbox = NULL; }
    return got;
}
/* 24 - 1 (type) - 3 (ip) - 2 (udp) = 18 bytes of payload. */
