/* Longest prefix match: a binary trie of route bits. memory: routes --buffer 4 => heap 264 */
#include <stdint.h>
#include <stdlib.h>
struct node { struct node *kid[2]; int hop; };   /* 24 */
static struct node *make(void) { return calloc(1, sizeof(struct node)); }
static int add(struct node *root, uint8_t bits, int len, int hop) {
    for (int i = 0; i < len; i++) {
        int b = bits >> (7 - i) & 1;
        if (!root->kid[b]) root->kid[b] = make();
        if (!root->kid[b]) return -1;
        root = root->kid[b];
    }
    root->hop = hop;
    return 0;
}
static int find(const struct node *n, uint8_t key) {
    int hop = -1;
    for (int i = 7; n; i--) {
        if (n->hop) hop = n->hop;
        if (i < 0) break;
        n = n->kid[key >> i & 1];
    }
    return hop;
}
static void drop(struct node *n) {
    if (!n) return;
    drop(n->kid[0]);
    drop(n->kid[1]);
    free(n);
}
int routes(const uint8_t *rule, uint8_t key) {
    struct node *root = make();
    if (!root) return -1;
    for (int i = 0; i < 4; i++) add(root, rule[i] & 0xe0, rule[i] & 3, i + 1);
    int hop = find(root, key);
    drop(root);
    return hop;
}
/* Length at most 3: four rules of length 3 with two first bits apart: 1 + 2 + 4 + 4 = 11 nodes. */
