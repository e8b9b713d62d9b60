/* Messages with a flexible array: an append copies into a longer one. memory: compose --buffer 5 => heap 71 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct msg { uint16_t type, len; uint8_t data[]; };     /* 4 + */
static struct msg *append(struct msg *m, const uint8_t *p, unsigned n) {
    struct msg *l = malloc(sizeof *l + m->len + n);
    if (!l) return m;
    memcpy(l, m, sizeof *m + m->len);
    memcpy(l->data + m->len, p, n);
    l->len = (uint16_t)(m->len + n);
    free(m);
    return l;
}
int compose(const uint8_t *in, int n) {
    if (n < 0 || n > 5) return -1;
    uint8_t zeros[8] = {0};
    struct msg *m = calloc(1, sizeof *m);
    if (!m) return -1;
    for (int i = 0; i < n; i++) {
        if (in[i] == 0) break;
        m = append(m, zeros, in[i] & 7);
    }
    int len = m->len;
    free(m);
    return len;
}
/* 4 + 28 and 4 + 35. */
