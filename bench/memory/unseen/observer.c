/* Observers register and are told; one unregisters itself. memory: observer => heap */
#include <stdlib.h>
struct observer { void (*notify)(struct observer *, int); int hits; struct observer *next; };
struct subject { struct observer *first; int value; };
static void detach(struct subject *s, struct observer *o) {
    struct observer **p = &s->first;
    while (*p && *p != o) p = &(*p)->next;
    if (*p) { *p = o->next; free(o); }
}
static struct observer *attach(struct subject *s, void (*f)(struct observer *, int)) {
    struct observer *o = malloc(sizeof *o);
    if (!o) return NULL;
    o->notify = f;
    o->hits = 0;
    o->next = s->first;
    s->first = o;
    return o;
}
static void count(struct observer *o, int v) { (void)v; o->hits++; }
static void add(struct observer *o, int v) { o->hits += v; }
static void set(struct subject *s, int v) {
    s->value = v;
    for (struct observer *o = s->first; o; o = o->next) o->notify(o, v);
}
int observer(const signed char values[6]) {
    struct subject s = {0};
    struct observer *a = attach(&s, count);
    if (!a) return -1;
    for (int i = 0; i < 6; i++) {
        if (values[i] < 0 && a) { detach(&s, a); a = NULL; }
        else if (values[i] > 100 && !a) a = attach(&s, add);
        else set(&s, values[i]);
    }
    int r = a ? a->hits : s.value;
    while (s.first) detach(&s, s.first);
    return r;
}
