/* A recursive descent parser that builds a tree. memory: expression => heap 96 */
#include <stdlib.h>
struct node { char op; struct node *left, *right; };
static const char *at;
static struct node *sum(void);
static struct node *leaf(char op, struct node *l, struct node *r) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->op = op; n->left = l; n->right = r;
    return n;
}
static void drop(struct node *n) { if (n) { drop(n->left); drop(n->right); free(n); } }
static struct node *atom(void) {
    if (*at == '(') {
        at++;
        struct node *n = sum();
        if (*at == ')') at++;
        return n;
    }
    if (*at >= '0' && *at <= '9') return leaf(*at++, NULL, NULL);
    return NULL;
}
static struct node *sum(void) {
    struct node *n = atom();
    while (n && *at == '+') { at++; n = leaf('+', n, atom()); }
    return n;
}
int expression(const char text[4]) {
    char copy[5];
    for (int i = 0; i < 4; i++) copy[i] = text[i];
    copy[4] = 0;
    at = copy;
    struct node *n = sum();
    int r = n ? n->op : 0;
    drop(n);
    return r;
}
