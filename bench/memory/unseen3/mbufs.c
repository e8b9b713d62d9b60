/* Chained buffers with headroom: headers are put in front, a new buffer when there is no room. memory: transmit --buffer 8 => heap 88 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct mbuf { struct mbuf *next; uint8_t off, len; uint8_t room[22]; };   /* 32 */
static struct mbuf *get(unsigned head) {
    struct mbuf *m = malloc(sizeof *m);
    if (m) { m->next = NULL; m->off = (uint8_t)head; m->len = 0; }
    return m;
}
static void drop(struct mbuf *m) {
    while (m) { struct mbuf *n = m->next; free(m); m = n; }
}
static struct mbuf *prepend(struct mbuf *m, const void *h, unsigned n) {
    if (m->off < n) {
        struct mbuf *f = get(22);
        if (!f) { drop(m); return NULL; }
        f->next = m;
        m = f;
    }
    m->off -= (uint8_t)n; m->len += (uint8_t)n;
    memcpy(m->room + m->off, h, n);
    return m;
}
int transmit(const uint8_t *p, int n) {
    if (n < 0 || n > 8) return -1;
    uint8_t head[12] = {0};
    struct mbuf *m = get(10);
    if (!m) return -1;
    m->len = (uint8_t)n;
    memcpy(m->room + m->off, p, (unsigned)n);
    if (n > 0 && p[0] & 1) m = prepend(m, head, 8);
    if (m && n > 1 && p[1] & 1) m = prepend(m, head, 6);
    if (m && n > 2 && p[2] & 1) m = prepend(m, head, 12);
    int sum = 0;
    uint8_t *flat = m ? malloc(24) : NULL;
    for (struct mbuf *q = m; q; q = q->next) sum += q->len;
    free(flat);
    drop(m);
    return sum;
}
/* Three headers: 8 fit into 10, 6 need a second buffer with 16 left, 12 fit there.
   8 and 12: the second buffer has 10 left: 2 buffers. 6 and 12: 6 fit into 10, 12 a second one. All: 2 buffers, so 64 + 24 = 88. */
