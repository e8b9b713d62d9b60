/* Events in order of time, at most sixteen wait. memory: main => heap 384 */
#include <stdio.h>
#include <stdlib.h>

typedef struct event {
    long when;
    int what;
    struct event *next;
} event;

typedef struct {
    event *first;
    int waiting;
} queue;

static int schedule(queue *q, long when, int what) {
    if (q->waiting >= 16) return -1;
    event *e = malloc(sizeof(event));
    if (!e) return -1;
    e->when = when;
    e->what = what;
    event **p = &q->first;
    while (*p != NULL && (*p)->when <= when) p = &(*p)->next;
    e->next = *p;
    *p = e;
    q->waiting++;
    return 0;
}

static int next_event(queue *q, long *now) {
    event *e = q->first;
    if (e == NULL) return 0;
    *now = e->when;
    q->first = e->next;
    q->waiting--;
    int what = e->what;
    free(e);
    return what;
}

int main(void) {
    queue q = {NULL, 0};
    long now = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (c >= '0' && c <= '9') {
            if (schedule(&q, now + (c - '0'), c) < 0) puts("full");
        } else if (c == 'n') {
            printf("%c\n", next_event(&q, &now));
        }
    }
    while (q.first) next_event(&q, &now);
    return 0;
}
