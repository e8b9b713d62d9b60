/* Huffman tree of four fixed symbols with counts that are inputs. memory: huff --buffer 4 => heap 224 */
#include <stdlib.h>
struct n { unsigned w; struct n *l, *r; int sym; };
static void drop(struct n *t) { if (!t) return; drop(t->l); drop(t->r); free(t); }
int huff(const unsigned char c[4]) {
    struct n *v[4]; int k = 0;
    for (int i = 0; i < 4; i++) {
        if (!c[i]) continue;
        struct n *t = malloc(sizeof *t);
        if (!t) return -1;
        t->w = c[i]; t->l = t->r = 0; t->sym = i;
        v[k++] = t;
    }
    while (k > 1) {
        int a = 0;
        for (int i = 1; i < k; i++) if (v[i]->w < v[a]->w) a = i;
        struct n *x = v[a]; v[a] = v[--k];
        int b = 0;
        for (int i = 1; i < k; i++) if (v[i]->w < v[b]->w) b = i;
        struct n *y = v[b];
        struct n *t = malloc(sizeof *t);
        if (!t) return -1;
        t->w = x->w + y->w; t->l = x; t->r = y; t->sym = -1;
        v[b] = t;
    }
    if (k) drop(v[0]);
    return k;
}
