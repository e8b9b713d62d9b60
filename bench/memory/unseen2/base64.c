/* Bytes as base 64. memory: base64 --buffer 48 => heap 65 */
#include <stdlib.h>
static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
int base64(const unsigned char *in, unsigned n) {
    if (n > 48) return -1;
    char *out = malloc((n + 2) / 3 * 4 + 1), *p = out;
    if (!out) return -1;
    for (unsigned i = 0; i < n; i += 3) {
        unsigned v = in[i] << 16 | (i + 1 < n ? in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0);
        *p++ = digit[v >> 18]; *p++ = digit[v >> 12 & 63];
        *p++ = i + 1 < n ? digit[v >> 6 & 63] : '=';
        *p++ = i + 2 < n ? digit[v & 63] : '=';
    }
    *p = 0;
    int len = (int)(p - out);
    free(out);
    return len;
}
