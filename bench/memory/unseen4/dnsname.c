/* Names of a DNS message: labels with compression pointers, at most four jumps. memory: names --buffer 12 => heap 12 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static int decode(const uint8_t *m, unsigned len, unsigned at, char *out, unsigned room) {
    unsigned n = 0, jumps = 0;
    while (at < len && m[at]) {
        if ((m[at] & 0xc0) == 0xc0) {
            if (at + 1 >= len || ++jumps > 4) return -1;
            at = (m[at] & 0x3fu) << 8 | m[at + 1];
            continue;
        }
        unsigned l = m[at++];
        if (l > 63 || at + l > len || n + l + 1 > room) return -1;
        memcpy(out + n, m + at, l);
        n += l;
        out[n++] = '.';
        at += l;
    }
    return (int)n;
}
int names(const uint8_t m[12]) {
    char buffer[24], *list[2] = {NULL, NULL};
    int total = 0;
    for (int i = 0; i < 2; i++) {
        int n = decode(m, 12, (unsigned)i * 6, buffer, sizeof buffer);
        if (n < 0) continue;
        list[i] = malloc((size_t)n + 1);
        if (!list[i]) break;
        memcpy(list[i], buffer, (size_t)n);
        list[i][n] = 0;
        total += n;
    }
    free(list[0]);
    free(list[1]);
    return total;
}
/* 11, ten bytes, 0: 12 + 1 = 12; from 6 on five more: the first 1 + 11 = 12, the second 1 + 5 = 6 */
