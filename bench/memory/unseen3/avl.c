/* A balanced tree of the bytes of standard input. memory: main --stdin 5 => heap 160 */
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *l, *r; int key, height, count; };   /* 32 */
static int height(const struct node *n) { return n ? n->height : 0; }
static void fix(struct node *n) {
    int a = height(n->l), b = height(n->r);
    n->height = 1 + (a > b ? a : b);
}
static struct node *right(struct node *n) {
    struct node *l = n->l;
    n->l = l->r; l->r = n; fix(n); fix(l);
    return l;
}
static struct node *left(struct node *n) {
    struct node *r = n->r;
    n->r = r->l; r->l = n; fix(n); fix(r);
    return r;
}
static struct node *insert(struct node *n, int key) {
    if (!n) {
        n = calloc(1, sizeof *n);
        if (n) { n->key = key; n->height = n->count = 1; }
        return n;
    }
    if (key == n->key) { n->count++; return n; }
    if (key < n->key) n->l = insert(n->l, key); else n->r = insert(n->r, key);
    fix(n);
    int lean = height(n->l) - height(n->r);
    if (lean > 1) {
        if (key > n->l->key) n->l = left(n->l);
        return right(n);
    }
    if (lean < -1) {
        if (key < n->r->key) n->r = right(n->r);
        return left(n);
    }
    return n;
}
static void drop(struct node *n) {
    if (n) { drop(n->l); drop(n->r); free(n); }
}
int main(void) {
    struct node *root = NULL;
    int c;
    while ((c = getchar()) != EOF && c != '\n') root = insert(root, c);
    int h = height(root);
    drop(root);
    return h;
}
