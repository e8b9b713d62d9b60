/* Block numbers from a bitmap on the heap, blocks made on demand. memory: blocks --buffer 8 => heap 260 */
#include <stdint.h>
#include <stdlib.h>
static uint32_t *used;
static void *block[8];
static int take(void) {
    for (int i = 0; i < 8; i++)
        if (!(*used & 1u << i)) {
            block[i] = malloc(32);
            if (!block[i]) return -1;
            *used |= 1u << i;
            return i;
        }
    return -1;
}
static void give(int i) {
    if (!(*used & 1u << i)) return;
    *used &= ~(1u << i);
    free(block[i]);
    block[i] = NULL;
}
int blocks(const unsigned char cmd[8]) {
    used = calloc(1, sizeof *used);
    if (!used) return -1;
    int n = 0;
    for (int i = 0; i < 8; i++) {
        if (cmd[i] & 8) give(cmd[i] & 7);
        else if (take() >= 0) n++;
    }
    for (int i = 0; i < 8; i++) give(i);
    free(used);
    return n;
}
/* 4 + 8 * 32 = 260 */
