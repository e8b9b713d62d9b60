/* A visitor with its context, over a list of inputs. memory: foreach --buffer 10 => heap 160 */
#include <stdlib.h>
struct item { struct item *next; short key; };
typedef void (*visitor)(struct item *, void *);
static void each(struct item *list, visitor visit, void *context) {
    while (list) { struct item *next = list->next; visit(list, context); list = next; }
}
static void add(struct item *i, void *context) { *(int *)context += i->key; }
static void destroy(struct item *i, void *context) { (void)context; free(i); }
int foreach(const short keys[10]) {
    struct item *list = NULL;
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (keys[i] == 0) continue;
        struct item *n = malloc(sizeof *n);
        if (!n) break;
        n->key = keys[i];
        n->next = list;
        list = n;
    }
    each(list, add, &sum);
    each(list, destroy, NULL);
    return sum;
}
