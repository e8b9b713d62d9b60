/* An image with sections: a table is read, sections are loaded one after another, checked, and dropped. memory: load --buffer 24 => heap 318 */
#include <stdint.h>
#include <stdlib.h>
struct section { uint8_t kind; uint16_t size; };
static int read_table(const uint8_t *image, struct section *out, int most) {
    int n = image[0];
    if (n > most) return -1;
    for (int i = 0; i < n; i++) {
        out[i].kind = image[1 + 3 * i];
        out[i].size = (uint16_t)(image[2 + 3 * i] | image[3 + 3 * i] << 8);
    }
    return n;
}
static int check(uint8_t *b, unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++) s += b[i] = (uint8_t)i;
    return (s & 1) == 0;
}
int load(const uint8_t image[24]) {
    struct section *t = calloc(6, sizeof *t);
    if (!t) return -1;
    int n = read_table(image, t, 6), good = 0;
    uint8_t *kept = NULL;
    for (int i = 0; i < n; i++) {
        if (t[i].size == 0 || t[i].size > 200) continue;
        uint8_t *b = malloc(t[i].size);
        if (!b) break;
        good += check(b, t[i].size);
        if (t[i].kind == 1 && !kept && t[i].size <= 94) kept = b;
        else free(b);
    }
    free(kept);
    free(t);
    return good;
}
/* 24 + 94 + 200 */
