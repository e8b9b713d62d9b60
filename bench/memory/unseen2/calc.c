/* Recursive descent into a tree, then its value. memory: main --stdin 6 => heap 312 */
#include <stdio.h>
#include <stdlib.h>
struct node { char op; int value; struct node *left, *right; };   /* 24 */
static int c, depth;
static void next(void) { c = getchar(); }
static struct node *make(char op, struct node *l, struct node *r) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(2);
    n->op = op; n->value = 0; n->left = l; n->right = r;
    return n;
}
static struct node *sum(void);
static struct node *factor(void) {
    if (c == '(' && depth < 4) {
        next(); depth++;
        struct node *n = sum();
        depth--;
        if (c == ')') next();
        return n;
    }
    struct node *n = make('n', NULL, NULL);
    if (c >= '0' && c <= '9') { n->value = c - '0'; next(); }
    return n;
}
static struct node *sum(void) {
    struct node *n = factor();
    while (c == '+' || c == '-') { char op = (char)c; next(); n = make(op, n, factor()); }
    return n;
}
static int value(const struct node *n) {
    if (n->op == 'n') return n->value;
    int l = value(n->left), r = value(n->right);
    return n->op == '+' ? l + r : l - r;
}
static void drop(struct node *n) { if (n) { drop(n->left); drop(n->right); free(n); } }
int main(void) {
    next();
    struct node *n = sum();
    int v = value(n);
    drop(n);
    return v & 0xff;
}
/* ++++++: 1 + 6 * 2 = 13 nodes: 312 */
