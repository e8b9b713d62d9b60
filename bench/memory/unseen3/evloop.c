/* An event loop: handlers with contexts, one shot and periodic. memory: loop --buffer 8 => heap 108 */
#include <stdint.h>
#include <stdlib.h>
struct handler { struct handler *next; void (*run)(struct handler *); void *ctx; uint8_t event, once, dead; };   /* 32 */
static struct handler *handlers;
static int fired;
static void on_count(struct handler *h) { ++*(int *)h->ctx; fired++; }
static void on_stop(struct handler *h) { h->dead = 1; fired++; }
static int bind(uint8_t event, void (*run)(struct handler *), int once) {
    struct handler *h = calloc(1, sizeof *h);
    if (!h) return -1;
    h->ctx = calloc(1, sizeof(int));
    if (!h->ctx) { free(h); return -1; }
    h->event = event; h->run = run; h->once = (uint8_t)once;
    h->next = handlers; handlers = h;
    return 0;
}
static void emit(uint8_t event) {
    struct handler **p = &handlers;
    while (*p) {
        struct handler *h = *p;
        if (h->event == event) {
            h->run(h);
            if (h->once) h->dead = 1;
        }
        if (h->dead) { *p = h->next; free(h->ctx); free(h); } else p = &h->next;
    }
}
int loop(const uint8_t *events, int n) {
    if (n < 0 || n > 8) return -1;
    bind(1, on_count, 0);
    bind(2, on_stop, 0);
    bind(1, on_count, 1);
    for (int i = 0; i < n; i++) emit(events[i] & 3);
    while (handlers) { struct handler *h = handlers; handlers = h->next; free(h->ctx); free(h); }
    return fired;
}
/* 3 * (32 + 4) */
