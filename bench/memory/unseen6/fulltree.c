/* A full binary tree of a depth that is read, at most six. memory: main => heap 1,512 */
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *left, *right; };

static struct node *grow(int depth, int value) {
    if (depth == 0) return NULL;
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    n->left = grow(depth - 1, 2 * value);
    n->right = grow(depth - 1, 2 * value + 1);
    return n;
}

static long sum(const struct node *n) {
    return n ? n->value + sum(n->left) + sum(n->right) : 0;
}

static void cut(struct node *n) {
    if (!n) return;
    cut(n->left);
    cut(n->right);
    free(n);
}

int main(void) {
    int depth;
    if (scanf("%d", &depth) != 1 || depth < 0 || depth > 6) return 1;
    struct node *root = grow(depth, 1);
    printf("%ld\n", sum(root));
    cut(root);
    return 0;
}
