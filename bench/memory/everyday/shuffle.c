/* Blocks change hands between two owners. memory: shuffle --buffer 8 => heap 128 */
#include <stdlib.h>
int shuffle(const unsigned char o[8]) {
    char *a = malloc(32), *b = malloc(64);
    if (!a || !b) { free(a); free(b); return 0; }
    for (int i = 0; i < 8; i++) {
        if (o[i] & 1) { char *t = a; a = b; b = t; }
        if (o[i] & 2) { free(a); a = malloc(o[i] & 4 ? 64 : 32); if (!a) break; }
    }
    free(a); free(b);
    return 0;
}
