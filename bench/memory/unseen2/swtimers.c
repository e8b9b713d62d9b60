/* Software timers in a list that is sorted by expiry. memory: swtimers --buffer 6 => heap 96 */
#include <stdlib.h>
struct timer { unsigned at; unsigned char id; struct timer *next; };   /* 16 */
struct wheel { struct timer *first; unsigned now, fired; };
static int start(struct wheel *w, unsigned after, unsigned char id) {
    struct timer *t = malloc(sizeof *t), **p;
    if (!t) return -1;
    t->at = w->now + after; t->id = id;
    for (p = &w->first; *p && (*p)->at <= t->at; p = &(*p)->next) {}
    t->next = *p; *p = t;
    return 0;
}
static void tick(struct wheel *w) {
    w->now++;
    while (w->first && w->first->at <= w->now) {
        struct timer *t = w->first;
        w->first = t->next;
        w->fired++;
        free(t);
    }
}
unsigned swtimers(const unsigned char script[6]) {
    struct wheel w = {0};
    for (int i = 0; i < 6; i++) {
        if (script[i] == 0) tick(&w);
        else start(&w, script[i] & 7, (unsigned char)i);
    }
    unsigned f = w.fired;
    while (w.first) { struct timer *t = w.first; w.first = t->next; free(t); }
    return f;
}
