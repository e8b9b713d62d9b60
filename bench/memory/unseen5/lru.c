/* A cache of 8 values, the least recently used goes. memory: lookup_all --buffer 16 => heap 256 */
#include <stdlib.h>

#define CAPACITY 8

struct item { int key; int value; struct item *prev, *next; long stamp; };

static struct item *newest, *oldest;
static int size;

static void unlink_item(struct item *i) {
    if (i->prev) i->prev->next = i->next; else newest = i->next;
    if (i->next) i->next->prev = i->prev; else oldest = i->prev;
    i->prev = i->next = NULL;
}

static void push_front(struct item *i) {
    i->prev = NULL;
    i->next = newest;
    if (newest) newest->prev = i; else oldest = i;
    newest = i;
}

static int slow(int key) { return key * key + 1; }

static int get(int key) {
    for (struct item *i = newest; i; i = i->next) {
        if (i->key == key) {
            unlink_item(i);
            push_front(i);
            return i->value;
        }
    }
    if (size == CAPACITY) {
        struct item *victim = oldest;
        unlink_item(victim);
        free(victim);
        size--;
    }
    struct item *i = malloc(sizeof *i);
    if (!i) return slow(key);
    i->key = key;
    i->value = slow(key);
    push_front(i);
    size++;
    return i->value;
}

int lookup_all(const unsigned char *keys, unsigned n) {
    int sum = 0;
    for (unsigned k = 0; k < n; k++) sum += get(keys[k]);
    while (newest) {
        struct item *i = newest;
        unlink_item(i);
        free(i);
    }
    size = 0;
    return sum;
}
