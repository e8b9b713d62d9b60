/* Run-length decoding into a buffer sized by a first pass. memory: lz --buffer 6 => heap 45 */
#include <stdlib.h>
#include <string.h>
int lz(const unsigned char in[6]) {
    unsigned total = 0;
    for (int i = 0; i < 6; i += 2) { total += in[i] & 15; }
    if (!total) return 0;
    unsigned char *o = malloc(total);
    if (!o) return -1;
    unsigned at = 0;
    for (int i = 0; i < 6; i += 2) { memset(o + at, in[i + 1], in[i] & 15); at += in[i] & 15; }
    int r = o[total - 1];
    free(o);
    return r;
}
