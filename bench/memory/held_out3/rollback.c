/* Two phases: all parts are made, then started; what fails is taken back in the opposite order. memory: bring_up --buffer 4 => heap 535 */
#include <stdint.h>
#include <stdlib.h>
struct part { const char *name; size_t size; void *mem; int (*start)(struct part *, uint8_t); };
static int start_small(struct part *p, uint8_t cfg) { ((uint8_t *)p->mem)[0] = cfg; return cfg == 0xff; }
static int start_big(struct part *p, uint8_t cfg) {
    void *scratch = malloc(cfg & 0x7f);
    if (!scratch) return 1;
    ((uint8_t *)p->mem)[1] = cfg;
    free(scratch);
    return cfg > 0xf0;
}
static struct part parts[] = {
    {"clock", 16, NULL, start_small}, {"uart", 64, NULL, start_small},
    {"dma", 128, NULL, start_big}, {"net", 200, NULL, start_big},
};
#define N (sizeof parts / sizeof *parts)
int bring_up(const uint8_t *cfg) {
    size_t made = 0, started = 0;
    for (; made < N; made++)
        if (!(parts[made].mem = calloc(1, parts[made].size))) break;
    if (made == N)
        for (; started < N; started++)
            if (parts[started].start(&parts[started], cfg[started])) break;
    while (made) { made--; free(parts[made].mem); parts[made].mem = NULL; }
    return started == N ? 0 : -1;
}
/* 408 + 127 */
