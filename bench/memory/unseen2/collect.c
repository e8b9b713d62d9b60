/* Bytes of input until a dot, in a vector that grows by half. memory: main --stdin 12 => heap 23 */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    unsigned char *v = NULL;
    size_t n = 0, cap = 0;
    for (int c; (c = getchar()) != EOF && c != '.';) {
        if (n == cap) {
            size_t more = cap ? cap + (cap + 1) / 2 : 4;
            unsigned char *w = realloc(v, more);
            if (!w) { free(v); return 1; }
            v = w; cap = more;
        }
        v[n++] = (unsigned char)c;
    }
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) sum += v[i];
    free(v);
    return sum & 0x7f;
}
/* 4, 6, 9, 14: 9 + 14 = 23 */
