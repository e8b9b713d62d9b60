/* Double buffering: the next frame is made before the old one goes. memory: altern --buffer 6 => heap 510 */
#include <stdlib.h>
int altern(const unsigned char sz[6]) {
    char *cur = NULL;
    for (int i = 0; i < 6; i++) {
        char *next = malloc(sz[i] ? sz[i] : 1);
        if (!next) break;
        free(cur);
        cur = next;
    }
    free(cur);
    return 0;
}
