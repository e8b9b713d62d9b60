/* Tasks with periods; each has a context made when it starts and dropped when it is done. memory: ticks --buffer 3 => heap 144 */
#include <stdint.h>
#include <stdlib.h>
struct task { uint8_t period, left; int (*run)(struct task *); void *context; };
struct blink { int on, times; };
struct sample { int n; int16_t data[10]; };
static int blink_run(struct task *t) {
    struct blink *b = t->context;
    b->on = !b->on;
    return ++b->times >= 4;
}
static int sample_run(struct task *t) {
    struct sample *s = t->context;
    s->data[s->n++] = 7;
    return s->n == 10;
}
static int start(struct task *t, uint8_t plan) {
    t->period = (plan & 7) + 1;
    t->left = t->period;
    if (plan & 8) { t->run = sample_run; t->context = calloc(1, sizeof(struct sample)); }
    else { t->run = blink_run; t->context = calloc(1, sizeof(struct blink)); }
    return t->context ? 0 : -1;
}
int ticks(const uint8_t plan[3]) {
    struct task *tasks = calloc(3, sizeof *tasks);
    int done = 0;
    if (!tasks) return -1;
    for (int i = 0; i < 3; i++) if (start(&tasks[i], plan[i])) tasks[i].run = NULL;
    for (int tick = 0; tick < 20; tick++)
        for (int i = 0; i < 3; i++) {
            struct task *t = &tasks[i];
            if (!t->run || --t->left) continue;
            t->left = t->period;
            if (t->run(t)) { free(t->context); t->context = NULL; t->run = NULL; done++; }
        }
    for (int i = 0; i < 3; i++) free(tasks[i].context);
    free(tasks);
    return done;
}
/* 72 + 3 * 24 = 144 */
