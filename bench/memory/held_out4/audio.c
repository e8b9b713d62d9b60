/* Two buffers of samples for DMA, of a size that is a power of two; echo with a delay line. memory: play --buffer 4 => heap 2560 */
#include <stdint.h>
#include <stdlib.h>
static unsigned rounded(unsigned n) {
    unsigned p = 16;
    while (p < n) p *= 2;
    return p;
}
int play(const uint16_t config[4]) {
    unsigned n = config[0] & 511;
    unsigned size = rounded(n);
    int16_t *front = malloc(size * sizeof *front), *back = malloc(size * sizeof *back), *delay = NULL;
    if (!front || !back) { free(front); free(back); return -1; }
    if (config[1] & 1) delay = calloc(256, sizeof *delay);
    for (int round = 0; round < 4; round++) {
        for (unsigned i = 0; i < size; i++) back[i] = (int16_t)(i ^ config[2]);
        if (delay) for (unsigned i = 0; i < 256 && i < size; i++) { int16_t d = delay[i]; delay[i] = back[i]; back[i] = (int16_t)(back[i] + d / 2); }
        int16_t *t = front;
        front = back;
        back = t;
    }
    int last = front[0];
    free(front);
    free(back);
    free(delay);
    return last;
}
/* 2 * 512 * 2 + 512 */
