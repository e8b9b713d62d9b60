/* Writing a page of flash, with early returns. memory: flash --buffer 16 => heap 528 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static uint16_t crc16(const uint8_t *p, size_t n) {
    uint16_t c = 0xffff;
    while (n--) { c ^= *p++; for (int i = 0; i < 8; i++) c = (uint16_t)(c & 1 ? c >> 1 ^ 0xa001 : c >> 1); }
    return c;
}
int flash(uint32_t addr, const uint8_t data[16], uint32_t len) {
    if (addr % 256) return -1;
    if (len > 16) return -2;
    uint8_t *page = malloc(256);
    if (!page) return -3;
    memset(page, 0xff, 256);
    memcpy(page, data, len);
    if (addr >= 0x10000) { free(page); return -4; }
    uint8_t *check = NULL;
    if (addr == 0) {
        check = malloc(256 + 16);
        if (!check) { free(page); return -3; }
        memcpy(check, page, 256);
        memcpy(check + 256, data, len);
    }
    int r = crc16(check ? check : page, 32);
    free(check);
    free(page);
    return r;
}
