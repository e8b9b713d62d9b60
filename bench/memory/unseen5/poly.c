/* Polynomials as lists of terms: sum and product of two of at most 6 terms. memory: main => heap 656 */
#include <stdio.h>
#include <stdlib.h>

struct term {
    int coef;
    int exp;
    struct term *next;
};

static struct term *add_term(struct term *p, int coef, int exp) {
    if (coef == 0) return p;
    if (p == NULL || p->exp < exp) {
        struct term *t = malloc(sizeof *t);
        if (t == NULL) exit(1);
        t->coef = coef;
        t->exp = exp;
        t->next = p;
        return t;
    }
    if (p->exp == exp) {
        p->coef += coef;
        if (p->coef == 0) {
            struct term *rest = p->next;
            free(p);
            return rest;
        }
        return p;
    }
    p->next = add_term(p->next, coef, exp);
    return p;
}

static struct term *multiply(const struct term *a, const struct term *b) {
    struct term *r = NULL;
    for (const struct term *x = a; x; x = x->next)
        for (const struct term *y = b; y; y = y->next) r = add_term(r, x->coef * y->coef, x->exp + y->exp);
    return r;
}

static void print(const struct term *p) {
    for (; p; p = p->next) printf("%+dx^%d ", p->coef, p->exp);
    putchar('\n');
}

static void destroy(struct term *p) {
    if (!p) return;
    destroy(p->next);
    free(p);
}

int main(void) {
    struct term *a = NULL, *b = NULL, *c;
    for (int i = 0; i < 6; i++) {
        a = add_term(a, i + 1, i * i);
        b = add_term(b, 2 * i - 3, i * 2);
    }
    c = multiply(a, b);
    print(a);
    print(b);
    print(c);
    destroy(a);
    destroy(b);
    destroy(c);
    return 0;
}
