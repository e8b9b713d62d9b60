/* Timers that run out are taken out of the middle of a list. memory: clock_run --buffer 12 => heap 320 */
#include <stdlib.h>

struct timer { unsigned left; void (*fire)(void); struct timer *prev, *next; };

static struct timer *timers;
static unsigned running, fired;

static void on_fire(void) { fired++; }

static void timer_start(unsigned ticks) {
    if (running >= 10) return;
    struct timer *t = malloc(sizeof *t);
    if (!t) return;
    t->left = ticks;
    t->fire = on_fire;
    t->prev = NULL;
    t->next = timers;
    if (timers) timers->prev = t;
    timers = t;
    running++;
}

static void timer_remove(struct timer *t) {
    if (t->prev)
        t->prev->next = t->next;
    else
        timers = t->next;
    if (t->next) t->next->prev = t->prev;
    running--;
    free(t);
}

static void tick(void) {
    struct timer *t = timers;
    while (t) {
        struct timer *next = t->next;
        if (t->left == 0) {
            t->fire();
            timer_remove(t);
        } else {
            t->left--;
        }
        t = next;
    }
}

unsigned clock_run(const unsigned char *starts, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        if (starts[i]) timer_start(starts[i]);
        tick();
    }
    while (timers) timer_remove(timers);
    return fired;
}
