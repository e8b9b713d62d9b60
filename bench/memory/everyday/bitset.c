/* A set of numbers as bits, sized for the largest. memory: bitset --buffer 8 => heap 32 */
#include <stdlib.h>
int bitset(const unsigned char a[8]) {
    unsigned max = 0;
    for (int i = 0; i < 8; i++) if (a[i] > max) max = a[i];
    unsigned char *b = calloc(max / 8 + 1, 1);
    if (!b) return -1;
    int n = 0;
    for (int i = 0; i < 8; i++) { if (!(b[a[i] / 8] >> (a[i] % 8) & 1)) n++; b[a[i] / 8] |= (unsigned char)(1 << (a[i] % 8)); }
    free(b);
    return n;
}
