/* The greatest of each window: a deque of samples that can still win. memory: window --buffer 12 => heap 120 */
#include <stdint.h>
#include <stdlib.h>
struct sample { int value, at; struct sample *prev, *next; };   /* 24 */
struct deque { struct sample *head, *tail; };
static void pop_tail(struct deque *d) {
    struct sample *s = d->tail;
    d->tail = s->prev;
    if (d->tail) d->tail->next = NULL; else d->head = NULL;
    free(s);
}
static void pop_head(struct deque *d) {
    struct sample *s = d->head;
    d->head = s->next;
    if (d->head) d->head->prev = NULL; else d->tail = NULL;
    free(s);
}
int window(const int8_t *in, int n) {
    if (n < 0 || n > 12) return -1;
    struct deque d = {0};
    int sum = 0;
    for (int i = 0; i < n; i++) {
        while (d.tail && d.tail->value <= in[i]) pop_tail(&d);
        struct sample *s = malloc(sizeof *s);
        if (!s) break;
        s->value = in[i]; s->at = i; s->next = NULL; s->prev = d.tail;
        if (d.tail) d.tail->next = s; else d.head = s;
        d.tail = s;
        if (d.head->at <= i - 4) pop_head(&d);
        sum += d.head->value;
    }
    while (d.head) pop_head(&d);
    return sum;
}
/* Falling samples: four in the window and the new one before the oldest goes: 5 * 24. */
