/* A search tree of at most 12 numbers, printed in order, freed by recursion. memory: main => heap 288 */
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    int key;
    struct node *left;
    struct node *right;
} node;

static node *new_node(int key) {
    node *n = (node *)malloc(sizeof(node));
    n->key = key;
    n->left = n->right = NULL;
    return n;
}

static node *insert(node *root, int key) {
    if (root == NULL) return new_node(key);
    if (key < root->key)
        root->left = insert(root->left, key);
    else if (key > root->key)
        root->right = insert(root->right, key);
    return root;
}

static void inorder(const node *root) {
    if (root == NULL) return;
    inorder(root->left);
    printf("%d ", root->key);
    inorder(root->right);
}

static void destroy(node *root) {
    if (root == NULL) return;
    destroy(root->left);
    destroy(root->right);
    free(root);
}

int main(void) {
    node *root = NULL;
    int count = 0, value;
    printf("up to 12 numbers:\n");
    while (count < 12 && scanf("%d", &value) == 1) {
        root = insert(root, value);
        count++;
    }
    inorder(root);
    printf("\n");
    destroy(root);
    return 0;
}
