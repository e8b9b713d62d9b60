/* XMODEM: blocks of 8 here, an image that grows by two blocks, a retry buffer that is made for each. memory: fetch --buffer 40 => heap 56 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static uint8_t sum(const uint8_t *p, int n) { uint8_t s = 0; while (n--) s = (uint8_t)(s + *p++); return s; }
int fetch(const uint8_t line[40]) {
    uint8_t *image = NULL;
    unsigned have = 0, room = 0;
    for (int i = 0; i + 10 <= 40; i += 10) {
        uint8_t *block = malloc(8);
        if (!block) break;
        memcpy(block, line + i + 1, 8);
        if (line[i] != 1 || sum(block, 8) != line[i + 9]) { free(block); continue; }
        if (have + 8 > room) {
            uint8_t *more = realloc(image, room + 16);
            if (!more) { free(block); break; }
            image = more;
            room += 16;
        }
        memcpy(image + have, block, 8);
        have += 8;
        free(block);
    }
    free(image);
    return (int)have;
}
/* At the third block: 16 + 32 + 8 */
