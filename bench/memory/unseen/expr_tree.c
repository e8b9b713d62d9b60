/* An expression becomes a tree, is evaluated and freed by recursion. memory: expr_tree --buffer 8 --strings => heap */
#include <stdlib.h>
#include <ctype.h>
struct node { char op; int value; struct node *l, *r; };
struct parser { const char *p; int depth; int bad; };
static struct node *make(char op, int value, struct node *l, struct node *r) {
    struct node *n = malloc(sizeof *n);
    if (!n) return NULL;
    n->op = op; n->value = value; n->l = l; n->r = r;
    return n;
}
static void destroy(struct node *n) {
    if (!n) return;
    destroy(n->l);
    destroy(n->r);
    free(n);
}
static struct node *sum(struct parser *s);
static struct node *atom(struct parser *s) {
    if (*s->p == '(') {
        if (++s->depth > 3) { s->bad = 1; return NULL; }
        s->p++;
        struct node *n = sum(s);
        if (*s->p == ')') s->p++; else s->bad = 1;
        s->depth--;
        return n;
    }
    if (*s->p >= '0' && *s->p <= '9') return make('#', *s->p++ - '0', NULL, NULL);
    s->bad = 1;
    return NULL;
}
static struct node *product(struct parser *s) {
    struct node *l = atom(s);
    while (!s->bad && *s->p == '*') { s->p++; struct node *r = atom(s); l = make('*', 0, l, r); }
    return l;
}
static struct node *sum(struct parser *s) {
    struct node *l = product(s);
    while (!s->bad && *s->p == '+') { s->p++; struct node *r = product(s); l = make('+', 0, l, r); }
    return l;
}
static int eval(const struct node *n) {
    if (!n) return 0;
    if (n->op == '#') return n->value;
    int a = eval(n->l), b = eval(n->r);
    return n->op == '+' ? a + b : a * b;
}
int expr_tree(const char *text) {
    struct parser s = {text, 0, 0};
    struct node *n = sum(&s);
    int v = s.bad ? -1 : eval(n);
    destroy(n);
    return v;
}
