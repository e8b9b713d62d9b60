/* A full tree of depth up to 6, built and freed by recursion. memory: tree => heap 1,512 */
#include <stdlib.h>
struct node { struct node *left, *right; int value; };
static struct node *build(int depth) {
    if (depth <= 0) return NULL;
    struct node *n = malloc(sizeof *n);
    if (!n) return NULL;
    n->value = depth;
    n->left = build(depth - 1);
    n->right = build(depth - 1);
    return n;
}
static int sum(const struct node *n) { return n ? n->value + sum(n->left) + sum(n->right) : 0; }
static void drop(struct node *n) {
    if (!n) return;
    drop(n->left);
    drop(n->right);
    free(n);
}
int tree(int depth) {
    if (depth > 6) depth = 6;
    struct node *t = build(depth);
    int s = sum(t);
    drop(t);
    return s;
}
