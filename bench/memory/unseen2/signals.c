/* Slots subscribe to a signal and leave it. memory: signals --buffer 6 => heap 144 */
#include <stdlib.h>
struct slot { void (*call)(void *, int); void *with; struct slot *next; };   /* 24 */
static struct slot *first;
static int total;
static void add_to(void *with, int v) { *(int *)with += v; }
static void count(void *with, int v) { (void)v; ++*(int *)with; }
static int subscribe(void (*call)(void *, int), void *with) {
    struct slot *s = malloc(sizeof *s);
    if (!s) return -1;
    s->call = call; s->with = with; s->next = first; first = s;
    return 0;
}
static void unsubscribe(void (*call)(void *, int)) {
    for (struct slot **p = &first; *p;) {
        if ((*p)->call == call) { struct slot *s = *p; *p = s->next; free(s); }
        else p = &(*p)->next;
    }
}
static void emit(int v) { for (struct slot *s = first; s; s = s->next) s->call(s->with, v); }
int signals(const unsigned char cmd[6]) {
    int n = 0;
    first = NULL; total = 0;
    for (int i = 0; i < 6; i++)
        switch (cmd[i] % 5) {
        case 0: subscribe(add_to, &total); break;
        case 1: subscribe(count, &n); break;
        case 2: unsubscribe(add_to); break;
        case 3: unsubscribe(count); break;
        default: emit(i);
        }
    unsubscribe(add_to); unsubscribe(count);
    return total + n;
}
