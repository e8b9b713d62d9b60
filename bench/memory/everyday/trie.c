/* A trie over two letters, keys of a fixed script length. memory: trie --buffer 6 => heap 168 */
#include <stdlib.h>
struct t { struct t *k[2]; int end; };
static void drop(struct t *t) { if (!t) return; drop(t->k[0]); drop(t->k[1]); free(t); }
int trie(const unsigned char b[6]) {
    struct t *root = calloc(1, sizeof *root), *at = root;
    if (!root) return -1;
    int words = 0;
    for (int i = 0; i < 6; i++) {
        if (b[i] > 1) { if (at != root && !at->end) { at->end = 1; words++; } at = root; continue; }
        if (!at->k[b[i]]) { at->k[b[i]] = calloc(1, sizeof *at); if (!at->k[b[i]]) break; }
        at = at->k[b[i]];
    }
    drop(root);
    return words;
}
