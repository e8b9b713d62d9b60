/* Four slots for timers, taken and given back by a script. memory: timers --buffer 12 => heap 160 */
#include <stdlib.h>
struct timer { unsigned when; void (*fire)(struct timer *); void *context; unsigned char pad[16]; };
static struct timer *slot[4];
static unsigned fired;
static void on_fire(struct timer *t) { fired += t->when; }
int timers(const unsigned char script[12]) {
    for (int i = 0; i < 12; i++) {
        unsigned k = script[i] & 3;
        if (script[i] & 4) {
            if (slot[k]) continue;
            slot[k] = malloc(sizeof **slot);
            if (!slot[k]) return -1;
            slot[k]->when = script[i];
            slot[k]->fire = on_fire;
        } else if (slot[k]) {
            slot[k]->fire(slot[k]);
            free(slot[k]);
            slot[k] = NULL;
        }
    }
    for (int k = 0; k < 4; k++) { free(slot[k]); slot[k] = NULL; }
    return (int)fired;
}
