/* A signed length that may be negative: a huge size fails. memory: receive => heap 64 */
#include <stdlib.h>
int receive(int length, char fill) {
    if (length > 64) return -1;
    char *p = malloc(length);
    if (!p) return -2;
    for (int i = 0; i < length; i++) p[i] = fill;
    int r = length > 0 ? p[0] : 0;
    free(p);
    return r;
}
