/* Shared buffers with reference counts. memory: refcnt --buffer 6 => heap 96 */
#include <stdlib.h>
struct buf { int refs; char d[28]; };
static struct buf *get(struct buf *b) { b->refs++; return b; }
static void put(struct buf *b) { if (b && --b->refs == 0) free(b); }
int refcnt(const unsigned char o[6]) {
    struct buf *s[3] = {0, 0, 0};
    for (int i = 0; i < 6; i++) {
        unsigned k = o[i] % 3, from = (o[i] >> 2) % 3;
        if (o[i] & 128) {
            put(s[k]);
            s[k] = malloc(sizeof **s);
            if (s[k]) s[k]->refs = 1;
        } else if (s[from] && from != k) {
            struct buf *b = get(s[from]);
            put(s[k]);
            s[k] = b;
        }
    }
    for (int i = 0; i < 3; i++) put(s[i]);
    return 0;
}
