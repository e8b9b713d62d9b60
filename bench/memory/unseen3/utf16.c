/* UTF-8 to UTF-16: counted, made, then filled. memory: widen --buffer 12 => heap 26 */
#include <stdint.h>
#include <stdlib.h>
static int step(const uint8_t *s, int left) {
    int n = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    if (!n || n > left) return -1;
    for (int i = 1; i < n; i++) if (s[i] >> 6 != 2) return -1;
    return n;
}
int widen(const uint8_t *s, int n) {
    if (n < 0 || n > 12) return -1;
    int units = 0;
    for (int i = 0; i < n;) {
        int k = step(s + i, n - i);
        if (k < 0) return -1;
        units += k == 4 ? 2 : 1;
        i += k;
    }
    uint16_t *out = malloc(((size_t)units + 1) * sizeof *out);
    if (!out) return -1;
    int u = 0;
    for (int i = 0; i < n;) {
        int k = step(s + i, n - i);
        uint32_t c = k == 1 ? s[i] : s[i] & (0x7f >> k);
        for (int j = 1; j < k; j++) c = c << 6 | (s[i + j] & 63u);
        if (k == 4) { out[u++] = (uint16_t)(0xd7c0 + (c >> 10)); c = 0xdc00 + (c & 0x3ff); }
        out[u++] = (uint16_t)c;
        i += k;
    }
    out[u] = 0;
    free(out);
    return u;
}
