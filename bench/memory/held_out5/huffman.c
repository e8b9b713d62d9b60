/* A Huffman tree of the letters of a text, by a list in order of weight. memory: main => heap 928 */
#include <stdio.h>
#include <stdlib.h>

struct node { int weight; int letter; struct node *left, *right, *next; };

static struct node *make(int weight, int letter, struct node *l, struct node *r) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->weight = weight;
    n->letter = letter;
    n->left = l;
    n->right = r;
    n->next = NULL;
    return n;
}

static struct node *insert(struct node *list, struct node *n) {
    if (!list || n->weight <= list->weight) {
        n->next = list;
        return n;
    }
    list->next = insert(list->next, n);
    return list;
}

static void print(const struct node *n, char *code, int depth) {
    if (!n->left) {
        code[depth] = 0;
        printf("%c %s\n", n->letter, code);
        return;
    }
    code[depth] = '0';
    print(n->left, code, depth + 1);
    code[depth] = '1';
    print(n->right, code, depth + 1);
}

static void destroy(struct node *n) {
    if (!n) return;
    destroy(n->left);
    destroy(n->right);
    free(n);
}

int main(void) {
    const char *text = "abracadabra, said the magician";
    int count[256] = {0};
    char code[32];
    struct node *list = NULL;
    for (const char *p = text; *p; p++) count[(unsigned char)*p]++;
    for (int i = 0; i < 256; i++)
        if (count[i]) list = insert(list, make(count[i], i, NULL, NULL));
    while (list && list->next) {
        struct node *a = list, *b = list->next;
        list = insert(b->next, make(a->weight + b->weight, 0, a, b));
    }
    print(list, code, 0);
    destroy(list);
    return 0;
}
