/* A table that is made when it is first used; messages of two kinds are framed with it. memory: frame --buffer 16 => heap 1045 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static uint32_t *table;
static int prepare(void) {
    if (table) return 0;
    table = malloc(256 * sizeof *table);          /* 1,024 */
    if (!table) return -1;
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t r = i;
        for (int k = 0; k < 8; k++) r = r & 1 ? r >> 1 ^ 0xedb88320u : r >> 1;
        table[i] = r;
    }
    return 0;
}
static uint32_t crc(const uint8_t *p, unsigned n) {
    uint32_t r = ~0u;
    while (n--) r = table[(r ^ *p++) & 255] ^ r >> 8;
    return ~r;
}
int frame(const uint8_t *data, unsigned n, int checked) {
    if (n > 16) return -1;
    unsigned extra = checked ? 5 : 1;
    uint8_t *out = malloc(n + extra);
    if (!out) return -1;
    out[0] = (uint8_t)n;
    memcpy(out + 1, data, n);
    if (checked) {
        if (prepare()) { free(out); return -1; }
        uint32_t c = crc(out, n + 1);
        memcpy(out + 1 + n, &c, 4);
    }
    int first = out[0];
    free(out);
    free(table); table = NULL;
    return first;
}
/* 21 + 1,024 */
