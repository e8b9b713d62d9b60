/* A map as a search tree with removal. memory: main --stdin 6 => heap 144 */
#include <stdio.h>
#include <stdlib.h>
struct node { int key, count; struct node *l, *r; };     /* 24 */
static struct node **seek(struct node **p, int key) {
    while (*p && (*p)->key != key) p = key < (*p)->key ? &(*p)->l : &(*p)->r;
    return p;
}
static void insert(struct node **root, int key) {
    struct node **p = seek(root, key);
    if (*p) { (*p)->count++; return; }
    struct node *n = calloc(1, sizeof *n);
    if (!n) return;
    n->key = key; n->count = 1;
    *p = n;
}
static void erase(struct node **root, int key) {
    struct node **p = seek(root, key), *n = *p;
    if (!n) return;
    if (!n->l) *p = n->r;
    else if (!n->r) *p = n->l;
    else {
        struct node **q = &n->r;
        while ((*q)->l) q = &(*q)->l;
        struct node *m = *q;
        *q = m->r;
        m->l = n->l; m->r = n->r;
        *p = m;
    }
    free(n);
}
int main(void) {
    struct node *root = NULL;
    for (int c; (c = getchar()) != EOF;) {
        if (c >= 'a' && c <= 'z') insert(&root, c);
        else if (c >= 'A' && c <= 'Z') erase(&root, c - 'A' + 'a');
    }
    while (root) erase(&root, root->key);
    return 0;
}
/* 6 * 24 = 144 */
