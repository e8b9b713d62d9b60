/* Publish and subscribe: subscriptions by topic with callbacks, a queue of messages. memory: broker --buffer 6 => heap 240 */
#include <stdlib.h>
#include <string.h>
typedef void (*callback)(const char *payload, void *arg);
struct subscription { struct subscription *next; callback call; void *arg; };
struct message { struct message *next; int topic; char payload[8]; };
static struct subscription *topics[4];
static struct message *first, **last = &first;
static int subscribe(int topic, callback call, void *arg) {
    struct subscription *s = malloc(sizeof *s);
    if (!s) return -1;
    *s = (struct subscription){topics[topic & 3], call, arg};
    topics[topic & 3] = s;
    return 0;
}
static int publish(int topic, const char *payload) {
    struct message *m = calloc(1, sizeof *m);
    if (!m) return -1;
    m->topic = topic & 3;
    strncpy(m->payload, payload, sizeof m->payload - 1);
    *last = m;
    last = &m->next;
    return 0;
}
static void count(const char *p, void *arg) { *(int *)arg += p[0] != 0; }
static void echo(const char *p, void *arg) { if (p[0] == 'e' && *(int *)arg < 3) publish(3, "x"); ++*(int *)arg; }
static void dispatch(void) {
    while (first) {
        struct message *m = first;
        first = m->next;
        if (!first) last = &first;
        for (struct subscription *s = topics[m->topic]; s; s = s->next) s->call(m->payload, s->arg);
        free(m);
    }
}
int broker(const unsigned char plan[6]) {
    int counted = 0, echoed = 0;
    subscribe(0, count, &counted);
    subscribe(1, echo, &echoed);
    subscribe(3, count, &counted);
    for (int i = 0; i < 6; i++) {
        if (plan[i] & 0x80) dispatch();
        else publish(plan[i] & 3, plan[i] & 4 ? "e" : "");
    }
    dispatch();
    for (int t = 0; t < 4; t++)
        while (topics[t]) { struct subscription *s = topics[t]; topics[t] = s->next; free(s); }
    return counted + echoed;
}
/* 3 * 24 + 6 * 24 = 216; an echo while the sixth is handled lives beside it: 6 and one more per echo before it is freed: first echo: 6 + 1, then 5 + 2 ... */
