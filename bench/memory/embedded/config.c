/* Values that are set again free the old ones. memory: config => heap 60 */
#include <stdlib.h>
#include <string.h>
static char *value[3];
static int set(unsigned key, unsigned length) {
    char *v = malloc(length + 1);
    if (!v) return -1;
    memset(v, 'v', length);
    v[length] = 0;
    free(value[key]);
    value[key] = v;
    return 0;
}
int config(const unsigned char script[8]) {
    for (int i = 0; i < 8; i++) {
        unsigned key = script[i] & 3, length = script[i] >> 2 & 15;
        if (key == 3) continue;
        if (length > 14) continue;
        set(key, length);
    }
    for (int i = 0; i < 3; i++) { free(value[i]); value[i] = NULL; }
    return 0;
}
