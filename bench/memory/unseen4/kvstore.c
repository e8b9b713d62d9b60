/* Settings in flash: records are appended, the newest wins, compaction when full. memory: store --buffer 8 => heap 71 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct record { uint8_t key, size; uint8_t data[6]; };
static struct record flash[8];
static int used;
static int compact(void) {
    struct record *live = malloc(8 * sizeof *live);
    int n = 0;
    if (!live) return -1;
    for (int i = used - 1; i >= 0; i--) {
        int known = 0;
        for (int k = 0; k < n; k++) known |= live[k].key == flash[i].key;
        if (!known) live[n++] = flash[i];
    }
    memcpy(flash, live, (size_t)n * sizeof *live);
    used = n;
    free(live);
    return 0;
}
static int put(uint8_t key, const uint8_t *data, uint8_t size) {
    if (used == 8 && compact()) return -1;
    if (used == 8) return -1;
    flash[used].key = key;
    flash[used].size = size;
    memcpy(flash[used].data, data, size);
    used++;
    return 0;
}
static uint8_t *get(uint8_t key) {
    for (int i = used - 1; i >= 0; i--)
        if (flash[i].key == key) {
            uint8_t *c = malloc((size_t)flash[i].size + 1);
            if (c) memcpy(c, flash[i].data, flash[i].size);
            return c;
        }
    return NULL;
}
int store(const uint8_t plan[8]) {
    uint8_t value[6] = {1, 2, 3, 4, 5, 6}, *held = NULL;
    used = 0;
    for (int i = 0; i < 8; i++) put(i & 3, value, plan[i] % 7);
    held = get(plan[0] & 3);
    put(plan[1] & 3, value, 2);
    free(held);
    return used;
}
/* 8 * 8 for compaction, beside a value of 6 + 1 = 71 */
