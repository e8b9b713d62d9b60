/* S-expressions: conses and atoms by a reader with a limit of nesting, freed by recursion. memory: read_it --buffer 8 => heap 336 */
#include <stdlib.h>
struct cell { struct cell *car, *cdr; long atom; };
static const char *at;
static struct cell *cons(struct cell *a, struct cell *d, long n) {
    struct cell *c = malloc(sizeof *c);
    if (c) { c->car = a; c->cdr = d; c->atom = n; }
    return c;
}
static void drop(struct cell *c) {
    if (!c) return;
    drop(c->car);
    drop(c->cdr);
    free(c);
}
static struct cell *read_one(int depth) {
    while (*at == ' ') at++;
    if (*at == '(' && depth < 3) {
        struct cell *list = NULL, **end = &list;
        at++;
        while (*at && *at != ')') {
            struct cell *x = read_one(depth + 1);
            if (!x) break;
            *end = cons(x, NULL, 0);
            if (!*end) { drop(x); break; }
            end = &(*end)->cdr;
        }
        if (*at == ')') at++;
        return list;
    }
    if (*at >= '0' && *at <= '9') return cons(NULL, NULL, *at++ - '0');
    return NULL;
}
int read_it(const char text[8]) {
    char copy[9];
    for (int i = 0; i < 8; i++) copy[i] = text[i];
    copy[8] = 0;
    at = copy;
    struct cell *c = read_one(0);
    int some = c != NULL;
    drop(c);
    return some;
}
/* (1111111: seven atoms with a cons each: 14 * 24 */
