/* One block that is carved. memory: arena => heap 4,096 */
#include <stdlib.h>
static unsigned char *base;
static size_t used;
static void *take(size_t n) {
    n = (n + 7) & ~(size_t)7;
    if (n > 4096 - used) return NULL;
    void *p = base + used;
    used += n;
    return p;
}
int arena(const unsigned short sizes[8]) {
    base = malloc(4096);
    if (!base) return -1;
    used = 0;
    int given = 0;
    for (int i = 0; i < 8; i++) given += take(sizes[i]) != NULL;
    free(base);
    return given;
}
