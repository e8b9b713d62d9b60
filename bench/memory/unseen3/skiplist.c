/* A skip list; levels come from a small generator, towers are flexible arrays. memory: main => heap 272 */
#include <stdio.h>
#include <stdlib.h>
struct node { int key, levels; struct node *next[]; };   /* 8 + 8 * levels */
static unsigned state = 12345;
static int levels(void) {
    int n = 1;
    while (n < 4) {
        state = state * 1103515245u + 12345u;
        if (!(state >> 16 & 1)) break;
        n++;
    }
    return n;
}
static struct node *make(int key, int n) {
    struct node *x = calloc(1, sizeof *x + (size_t)n * sizeof x->next[0]);
    if (x) { x->key = key; x->levels = n; }
    return x;
}
static int insert(struct node *head, int key) {
    struct node *before[4], *x = head;
    for (int l = 3; l >= 0; l--) {
        while (x->next[l] && x->next[l]->key < key) x = x->next[l];
        before[l] = x;
    }
    struct node *n = make(key, levels());
    if (!n) return -1;
    for (int l = 0; l < n->levels; l++) { n->next[l] = before[l]->next[l]; before[l]->next[l] = n; }
    return n->levels;
}
int main(void) {
    struct node *head = make(-1, 4);
    int total = 0;
    if (!head) return 1;
    for (int i = 0; i < 10; i++) total += insert(head, i * 7 % 10);
    printf("%d levels\n", total);
    while (head) { struct node *n = head->next[0]; free(head); head = n; }
    return 0;
}
