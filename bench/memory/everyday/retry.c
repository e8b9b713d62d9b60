/* An allocation is tried again with half of the size. memory: retry => heap 4096 */
#include <stdlib.h>
int retry(unsigned n) {
    void *p = NULL;
    if (n > 4096) n = 4096;
    while (n >= 64 && !(p = malloc(n))) n /= 2;
    free(p);
    return 0;
}
