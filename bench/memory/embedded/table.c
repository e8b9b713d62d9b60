/* calloc of count and size; what overflows fails. memory: table => heap 16,320 */
#include <stdlib.h>
int table(unsigned char count, unsigned char width, unsigned long huge) {
    char *p = calloc(count, width / 4 + 1);
    if (!p) return -1;
    char *q = calloc(huge, 1UL << 62);
    int r = q != NULL;
    free(q);
    free(p);
    return r;
}
