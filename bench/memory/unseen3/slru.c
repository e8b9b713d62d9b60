/* A cache with probation and protection; what falls out of the second goes back to the first. memory: main --stdin 7 => heap 120 */
#include <stdio.h>
#include <stdlib.h>
struct item { struct item *prev, *next; int key; };   /* 24 */
struct list { struct item end; int n; };
static void link(struct list *l, struct item *x) {
    x->next = l->end.next; x->prev = &l->end;
    l->end.next->prev = x; l->end.next = x;
    l->n++;
}
static void unlink(struct list *l, struct item *x) {
    x->prev->next = x->next; x->next->prev = x->prev;
    l->n--;
}
static struct item *find(struct list *l, int key) {
    for (struct item *x = l->end.next; x != &l->end; x = x->next) if (x->key == key) return x;
    return NULL;
}
static void init(struct list *l) { l->end.prev = l->end.next = &l->end; l->n = 0; }
static void clear(struct list *l) {
    while (l->n) { struct item *x = l->end.next; unlink(l, x); free(x); }
}
static struct list probation, protect;
static int use(int key) {
    struct item *x;
    if ((x = find(&protect, key))) { unlink(&protect, x); link(&protect, x); return 1; }
    if ((x = find(&probation, key))) {
        unlink(&probation, x); link(&protect, x);
        if (protect.n > 2) { x = protect.end.prev; unlink(&protect, x); link(&probation, x); }
        return 1;
    }
    x = malloc(sizeof *x);
    if (!x) return -1;
    x->key = key;
    link(&probation, x);
    if (probation.n > 2) { x = probation.end.prev; unlink(&probation, x); free(x); }
    return 0;
}
int main(void) {
    int c, hits = 0;
    init(&probation); init(&protect);
    while ((c = getchar()) != EOF) hits += use(c & 7);
    clear(&probation); clear(&protect);
    return hits;
}
/* Two protected (two keys used twice: 4), then three new ones: 2 + 3 before the oldest goes: 5 * 24. */
