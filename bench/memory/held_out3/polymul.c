/* Polynomials as lists of terms: their product, terms of one power put together. memory: product --buffer 6 => heap 176 */
#include <stdlib.h>
struct term { int coef, power; struct term *next; };   /* 16 */
static struct term *add(struct term **list, int coef, int power) {
    struct term **p = list;
    while (*p && (*p)->power > power) p = &(*p)->next;
    if (*p && (*p)->power == power) { (*p)->coef += coef; return *p; }
    struct term *t = malloc(sizeof *t);
    if (!t) return NULL;
    t->coef = coef; t->power = power; t->next = *p;
    *p = t;
    return t;
}
static void drop(struct term *t) {
    while (t) { struct term *n = t->next; free(t); t = n; }
}
int product(const signed char *c) {
    struct term *a = NULL, *b = NULL, *ab = NULL;
    for (int i = 0; i < 3; i++) {
        if (c[i]) add(&a, c[i], i);
        if (c[3 + i]) add(&b, c[3 + i], i);
    }
    for (struct term *x = a; x; x = x->next)
        for (struct term *y = b; y; y = y->next)
            add(&ab, x->coef * y->coef, x->power + y->power);
    int top = ab ? ab->power : -1;
    drop(a); drop(b); drop(ab);
    return top;
}
/* 3 + 3 + 5 terms of 16 bytes. */
