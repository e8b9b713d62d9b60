/* Timers in a list by time, at most 12; those that are due call and go. memory: drive --buffer 14 => heap 288 */
#include <stdlib.h>

struct timer { unsigned due; void (*fire)(unsigned); struct timer *next; };

static struct timer *head;
static int active;
static unsigned fired;

static void blink(unsigned now) { fired += now & 1; }
static void beep(unsigned now) { fired += 2 + (now >> 7); }

static int start(unsigned due, void (*fire)(unsigned)) {
    if (active == 12) return -1;
    struct timer *t = malloc(sizeof *t);
    if (!t) return -1;
    t->due = due;
    t->fire = fire;
    struct timer **p = &head;
    while (*p && (*p)->due <= due) p = &(*p)->next;
    t->next = *p;
    *p = t;
    active++;
    return 0;
}

static void tick(unsigned now) {
    while (head && head->due <= now) {
        struct timer *t = head;
        head = t->next;
        active--;
        t->fire(now);
        free(t);
    }
}

unsigned drive(const unsigned char *script, unsigned n) {
    unsigned now = 0;
    for (unsigned i = 0; i < n; i++) {
        if (script[i] < 100) start(now + script[i], script[i] & 1 ? blink : beep);
        else tick(now += script[i] - 100);
    }
    while (head) tick(now += 100);
    return fired;
}
