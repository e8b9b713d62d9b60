/* A tree of devices built from a blob: nodes begin, have properties, end; at most four deep. memory: unflatten --buffer 10 => heap 160 */
#include <stdint.h>
#include <stdlib.h>
struct node { struct node *parent, *child, *sibling; uint8_t name, props; };
static struct node *node_new(struct node *parent, uint8_t name) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->name = name;
    n->parent = parent;
    if (parent) { n->sibling = parent->child; parent->child = n; }
    return n;
}
static void drop(struct node *n) {
    while (n) {
        struct node *next = n->sibling;
        drop(n->child);
        free(n);
        n = next;
    }
}
int unflatten(const uint8_t blob[10]) {
    struct node *root = node_new(NULL, 0), *now = root;
    int depth = 0, nodes = 1;
    if (!root) return -1;
    for (int i = 0; i < 10; i++) {
        if (blob[i] == 1 && depth < 4 && i + 1 < 10) {
            struct node *n = node_new(now, blob[++i]);
            if (!n) break;
            now = n;
            depth++;
            nodes++;
        } else if (blob[i] == 2 && depth > 0) {
            now = now->parent;
            depth--;
        } else if (blob[i] == 3)
            now->props++;
        else if (blob[i] == 9)
            break;
    }
    drop(root);
    return nodes;
}
/* "1n1n1n1n2" uses nine bytes and the tenth begins none: 5 nodes of 32 = 160 */
