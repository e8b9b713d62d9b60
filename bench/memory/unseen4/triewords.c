/* A trie over four letters with 4 children each, freed by recursion. memory: words --buffer 6 => heap 280 */
#include <stdlib.h>
struct trie { struct trie *child[4]; int end; };
static int insert(struct trie *t, const unsigned char *w, int n) {
    for (int i = 0; i < n; i++) {
        struct trie **next = &t->child[w[i] & 3];
        if (!*next && !(*next = calloc(1, sizeof **next))) return -1;
        t = *next;
    }
    t->end = 1;
    return 0;
}
static void release(struct trie *t) {
    if (!t) return;
    for (int i = 0; i < 4; i++) release(t->child[i]);
    free(t);
}
int words(const unsigned char text[6]) {
    struct trie *root = calloc(1, sizeof *root);
    if (!root) return -1;
    for (int i = 0; i + 2 <= 6; i += 2) insert(root, text + i, 2);
    release(root);
    return 0;
}
/* 40 * (1 + 3 * 2) = 280 */
