/* Bytes as text, two digits each. memory: hex --buffer 64 => heap 129 */
#include <stdlib.h>
static char *to_hex(const unsigned char *b, unsigned n) {
    static const char digits[] = "0123456789abcdef";
    char *s = malloc(2 * n + 1);
    if (!s) return NULL;
    for (unsigned i = 0; i < n; i++) { s[2 * i] = digits[b[i] >> 4]; s[2 * i + 1] = digits[b[i] & 15]; }
    s[2 * n] = 0;
    return s;
}
int hex(const unsigned char bytes[64], unsigned n) {
    if (n > 64) return -1;
    char *s = to_hex(bytes, n);
    if (!s) return -2;
    int r = s[0];
    free(s);
    return r;
}
