/* A search tree of 5 keys, with repeated keys ignored. memory: search_tree => heap 120 */
#include <stdlib.h>
struct node { struct node *left, *right; int key; };
static int insert(struct node **at, int key) {
    while (*at) {
        if ((*at)->key == key) return 0;
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    *at = calloc(1, sizeof **at);
    if (!*at) return -1;
    (*at)->key = key;
    return 1;
}
static void drop(struct node *n) {
    if (!n) return;
    drop(n->left);
    drop(n->right);
    free(n);
}
int search_tree(const int keys[5]) {
    struct node *root = NULL;
    int made = 0;
    for (int i = 0; i < 5; i++) made += insert(&root, keys[i]);
    drop(root);
    return made;
}
