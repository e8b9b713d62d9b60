/* A cooperative scheduler: tasks with private state and a step function. memory: scheduler => heap */
#include <stdlib.h>
struct task { int (*step)(struct task *); int left; void *state; struct task *next; };
static struct task *ready;
static int spawn(int (*step)(struct task *), int left, size_t state) {
    struct task *t = malloc(sizeof *t);
    if (!t) return -1;
    t->state = malloc(state);
    if (!t->state) { free(t); return -1; }
    t->step = step;
    t->left = left;
    t->next = ready;
    ready = t;
    return 0;
}
static int blink(struct task *t) { return --t->left > 0; }
static int sample(struct task *t) {
    int *v = t->state;
    v[0] = t->left;
    if (t->left == 2) spawn(blink, 2, 8);
    return --t->left > 0;
}
static void run_once(void) {
    struct task **p = &ready;
    while (*p) {
        struct task *t = *p;
        if (t->step(t)) { p = &t->next; continue; }
        for (p = &ready; *p != t; p = &(*p)->next) {}
        *p = t->next;
        free(t->state);
        free(t);
    }
}
int scheduler(unsigned a, unsigned b) {
    spawn(blink, (int)(a % 4) + 1, 4);
    spawn(sample, (int)(b % 4) + 1, 32);
    int rounds = 0;
    while (ready && rounds < 20) { run_once(); rounds++; }
    return rounds;
}
