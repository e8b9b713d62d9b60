/* Room for two parts and a terminator. memory: join => heap 2,001 */
#include <stdlib.h>
int join(unsigned a, unsigned b) {
    if (a > 1000 || b > 1000) return -1;
    char *p = malloc(a + b + 1);
    if (!p) return -2;
    for (unsigned i = 0; i < a + b; i++) p[i] = 'x';
    p[a + b] = 0;
    int r = p[0];
    free(p);
    return r;
}
