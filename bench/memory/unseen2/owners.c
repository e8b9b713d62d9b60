/* Orders own lists of lines; made in one function and freed in another. memory: owners --buffer 4 => heap 288 */
#include <stdlib.h>
struct line { struct line *next; int amount; };                     /* 16 */
struct order { struct order *next; struct line *lines; int id; };   /* 24 */
static struct order *new_order(int id, unsigned lines) {
    struct order *o = malloc(sizeof *o);
    if (!o) return NULL;
    o->id = id; o->lines = NULL; o->next = NULL;
    for (unsigned i = 0; i < lines; i++) {
        struct line *l = malloc(sizeof *l);
        if (!l) break;
        l->amount = (int)i; l->next = o->lines; o->lines = l;
    }
    return o;
}
static void close_order(struct order *o) {
    struct line *l = o->lines;
    while (l) { struct line *n = l->next; free(l); l = n; }
    free(o);
}
int owners(const unsigned char lines[4]) {
    struct order *book = NULL;
    int open = 0;
    for (int i = 0; i < 4; i++) {
        struct order *o = new_order(i, lines[i] & 3);
        if (!o) break;
        if (lines[i] & 0x80) { close_order(o); continue; }
        o->next = book; book = o; open++;
    }
    while (book) { struct order *n = book->next; close_order(book); book = n; }
    return open;
}
/* 4 * (24 + 48) = 288 */
