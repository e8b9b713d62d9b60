/* Timers in a wheel with callbacks; a callback may arm another one. memory: timer_wheel => heap */
#include <stdlib.h>
#define WHEEL 8
struct timer { struct timer *next; void (*fire)(struct timer *); int period, left; };
static struct timer *wheel[WHEEL];
static int now, active;
static void arm(int delay, int left, void (*fire)(struct timer *)) {
    if (active >= 5) return;
    struct timer *t = malloc(sizeof *t);
    if (!t) return;
    t->fire = fire; t->period = delay; t->left = left;
    t->next = wheel[(now + delay) % WHEEL];
    wheel[(now + delay) % WHEEL] = t;
    active++;
}
static void once(struct timer *t) { (void)t; }
static void again(struct timer *t) { if (t->left > 0) arm(t->period, t->left - 1, again); }
static void tick(void) {
    struct timer *t = wheel[now % WHEEL];
    wheel[now % WHEEL] = NULL;
    while (t) {
        struct timer *n = t->next;
        active--;
        t->fire(t);
        free(t);
        t = n;
    }
    now++;
}
int timer_wheel(unsigned a, unsigned b, int repeat) {
    if (repeat < 0 || repeat > 3) return -1;
    arm((int)(a % 7) + 1, 0, once);
    arm((int)(b % 7) + 1, repeat, again);
    for (int i = 0; i < 30; i++) tick();
    return active;
}
