/* Base64 there and back, each into a block of the right size. memory: roundtrip --buffer 12 => heap 29 */
#include <stdlib.h>
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static char *encode(const unsigned char *in, unsigned n) {
    char *out = malloc((n + 2) / 3 * 4 + 1), *p = out;
    if (!out) return NULL;
    for (unsigned i = 0; i < n; i += 3) {
        unsigned v = in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        *p++ = digits[v >> 18];
        *p++ = digits[v >> 12 & 63];
        *p++ = i + 1 < n ? digits[v >> 6 & 63] : '=';
        *p++ = i + 2 < n ? digits[v & 63] : '=';
    }
    *p = 0;
    return out;
}
static int value(char c) {
    for (int i = 0; i < 64; i++) if (digits[i] == c) return i;
    return -1;
}
static unsigned char *decode(const char *in, unsigned n) {
    unsigned char *out = malloc(n / 4 * 3), *p = out;
    if (!out) return NULL;
    for (unsigned i = 0; i + 4 <= n; i += 4) {
        int v = 0;
        for (int k = 0; k < 4; k++) v = v << 6 | (in[i + k] == '=' ? 0 : value(in[i + k]));
        *p++ = (unsigned char)(v >> 16);
        *p++ = (unsigned char)(v >> 8);
        *p++ = (unsigned char)v;
    }
    return out;
}
int roundtrip(const unsigned char data[12], unsigned n) {
    if (n == 0 || n > 12) return -1;
    char *text = encode(data, n);
    if (!text) return -1;
    unsigned char *back = decode(text, (n + 2) / 3 * 4);
    int same = back && back[0] == data[0];
    free(back);
    free(text);
    return same;
}
/* 17 + 12 */
