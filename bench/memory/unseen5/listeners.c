/* Listeners that are added and removed, an event calls them all. memory: run --buffer 14 => heap 256 */
#include <stdlib.h>

typedef void (*callback)(void *context, int event);

struct listener {
    callback call;
    void *context;
    struct listener *next;
};

struct counter { int seen; int last; };

static struct listener *listeners;
static unsigned count;

static void on_count(void *context, int event) {
    struct counter *c = context;
    c->seen++;
    c->last = event;
}

static void on_max(void *context, int event) {
    struct counter *c = context;
    if (event > c->last) c->last = event;
}

static int subscribe(callback f) {
    if (count >= 8) return 0;
    struct listener *l = malloc(sizeof *l);
    if (!l) return 0;
    l->context = calloc(1, sizeof(struct counter));
    if (!l->context) {
        free(l);
        return 0;
    }
    l->call = f;
    l->next = listeners;
    listeners = l;
    count++;
    return 1;
}

static void unsubscribe(void) {
    struct listener *l = listeners;
    if (!l) return;
    listeners = l->next;
    free(l->context);
    free(l);
    count--;
}

static void emit(int event) {
    for (struct listener *l = listeners; l; l = l->next) l->call(l->context, event);
}

int run(const unsigned char *script, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        if (script[i] == '+') subscribe(on_count);
        else if (script[i] == 'm') subscribe(on_max);
        else if (script[i] == '-') unsubscribe();
        else emit(script[i]);
    }
    int left = (int)count;
    while (listeners) unsubscribe();
    return left;
}
