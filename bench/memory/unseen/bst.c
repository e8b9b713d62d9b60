/* A search tree: insertion, deletion of a node with two children. memory: bst => heap */
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
static struct node *insert(struct node *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t) return NULL;
        t->key = key; t->left = t->right = NULL;
        return t;
    }
    if (key < t->key) t->left = insert(t->left, key);
    else if (key > t->key) t->right = insert(t->right, key);
    return t;
}
static struct node *erase(struct node *t, int key) {
    if (!t) return NULL;
    if (key < t->key) { t->left = erase(t->left, key); return t; }
    if (key > t->key) { t->right = erase(t->right, key); return t; }
    if (!t->left || !t->right) {
        struct node *c = t->left ? t->left : t->right;
        free(t);
        return c;
    }
    struct node *m = t->right;
    while (m->left) m = m->left;
    t->key = m->key;
    t->right = erase(t->right, m->key);
    return t;
}
static void release(struct node *t) {
    if (!t) return;
    release(t->left);
    release(t->right);
    free(t);
}
int bst(const signed char keys[5], int gone) {
    struct node *root = NULL;
    for (int i = 0; i < 5; i++) root = insert(root, keys[i]);
    root = erase(root, gone);
    int r = root ? root->key : 0;
    release(root);
    return r;
}
