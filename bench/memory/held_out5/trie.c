/* A dictionary as a trie, at most 60 nodes, words are read from the input. memory: main => heap 12,960 */
#include <stdio.h>
#include <stdlib.h>

#define MAX_NODES 60

struct trie { struct trie *child[26]; int end; int uses; };

static int nodes;

static struct trie *trie_new(void) {
    if (nodes >= MAX_NODES) return NULL;
    struct trie *t = calloc(1, sizeof *t);
    if (t) nodes++;
    return t;
}

static int trie_add(struct trie *t, const char *w) {
    for (; *w; w++) {
        if (*w < 'a' || *w > 'z') return 0;
        int i = *w - 'a';
        if (!t->child[i]) {
            t->child[i] = trie_new();
            if (!t->child[i]) return 0;
        }
        t = t->child[i];
        t->uses++;
    }
    t->end = 1;
    return 1;
}

static int trie_find(const struct trie *t, const char *w) {
    while (t && *w) {
        if (*w < 'a' || *w > 'z') return 0;
        t = t->child[*w++ - 'a'];
    }
    return t && t->end;
}

static void trie_free(struct trie *t) {
    if (!t) return;
    for (int i = 0; i < 26; i++) trie_free(t->child[i]);
    free(t);
}

int main(void) {
    char word[24];
    struct trie *root = trie_new();
    if (!root) return 1;
    while (scanf("%23s", word) == 1) {
        if (trie_find(root, word))
            printf("known: %s\n", word);
        else if (!trie_add(root, word))
            printf("not added: %s\n", word);
    }
    trie_free(root);
    return 0;
}
