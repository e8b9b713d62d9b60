/* A buffer that a function keeps from call to call. memory: scratch --buffer 4 => heap 255 */
#include <stdlib.h>
#include <string.h>
static unsigned char *workspace(size_t need) {
    static unsigned char *kept;
    static size_t size;
    if (need > size) {
        free(kept);
        kept = malloc(need);
        size = kept ? need : 0;
    }
    return kept;
}
int scratch(const unsigned char len[4]) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (!len[i]) continue;
        unsigned char *w = workspace(len[i]);
        if (!w) return -1;
        memset(w, i, len[i]);
        sum += w[len[i] - 1];
    }
    return sum;
}
