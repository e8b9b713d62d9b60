/* A pool of sensors that configuration fills and a reset empties. memory: loop --buffer 16 => heap 640 */
#include <stdint.h>
#include <stdlib.h>

#define MAX_SENSORS 10

typedef struct {
    uint8_t id;
    uint8_t kind;
    uint16_t period;
    int16_t *history;
} sensor_t;

static sensor_t *pool[MAX_SENSORS];
static uint8_t used;

static int sensor_add(uint8_t id, uint8_t kind) {
    if (used >= MAX_SENSORS) return -1;
    sensor_t *s = malloc(sizeof *s);
    if (!s) return -2;
    s->id = id;
    s->kind = kind;
    s->period = 100;
    s->history = calloc(24, sizeof(int16_t));
    if (!s->history) {
        free(s);
        return -2;
    }
    pool[used++] = s;
    return 0;
}

static void sensors_clear(void) {
    while (used > 0) {
        used--;
        free(pool[used]->history);
        free(pool[used]);
        pool[used] = NULL;
    }
}

static int sensors_poll(void) {
    int sum = 0;
    for (uint8_t i = 0; i < used; i++) {
        sensor_t *s = pool[i];
        for (int k = 23; k > 0; k--) s->history[k] = s->history[k - 1];
        s->history[0] = (int16_t)(s->id * 3);
        sum += s->history[0];
    }
    return sum;
}

int loop(const uint8_t *script, unsigned n) {
    int result = 0;
    for (unsigned i = 0; i < n; i++) {
        uint8_t op = script[i];
        if (op == 0)
            sensors_clear();
        else if (op < 0x80)
            sensor_add(op, op & 3);
        else
            result += sensors_poll();
    }
    sensors_clear();
    return result;
}
