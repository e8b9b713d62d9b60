/* Type, length, value records copied one by one. memory: atlv --buffer 16 => heap 25 */
#include <stdlib.h>
#include <string.h>
struct rec { unsigned char type, len; unsigned char *data; };
/* peak: two records at most 14 bytes of data in total... each rec 16 + len, freed before the next except the longest kept */
int atlv(const unsigned char b[16]) {
    int i = 0, n = 0;
    while (i + 2 <= 16) {
        unsigned char type = b[i], len = b[i + 1];
        if (type == 0) break;
        if (len > 9 || i + 2 + len > 16) break;
        struct rec *r = malloc(sizeof *r);
        if (!r) return -1;
        r->type = type; r->len = len;
        r->data = malloc(len ? len : 1);
        if (!r->data) { free(r); return -1; }
        memcpy(r->data, b + i + 2, len);
        n += r->data[0];
        free(r->data);
        free(r);
        i += 2 + len;
    }
    return n;
}
