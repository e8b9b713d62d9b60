/* An unbalanced tree by insertion, recursive, bounded by the loop. memory: bstins --buffer 5 => heap 120 */
#include <stdlib.h>
struct t { int k; struct t *l, *r; };
static struct t *ins(struct t *t, int k) {
    if (!t) {
        t = malloc(sizeof *t);
        if (t) { t->k = k; t->l = t->r = NULL; }
        return t;
    }
    if (k < t->k) t->l = ins(t->l, k);
    else if (k > t->k) t->r = ins(t->r, k);
    return t;
}
static void drop(struct t *t) { if (!t) return; drop(t->l); drop(t->r); free(t); }
int bstins(const int a[5]) {
    struct t *root = NULL;
    for (int i = 0; i < 5; i++) root = ins(root, a[i]);
    int r = root ? root->k : 0;
    drop(root);
    return r;
}
