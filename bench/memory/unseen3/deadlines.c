/* Tasks by deadline in a binary heap of pointers; late ones are dropped. memory: main --stdin 10 => heap 408 */
#include <stdio.h>
#include <stdlib.h>
struct task { int due, work; char *note; };             /* 16 */
static struct task **heap;
static int n, cap, now;
static int push(struct task *t) {
    if (n == cap) {
        int c = cap ? cap * 2 : 2;
        struct task **h = realloc(heap, (size_t)c * sizeof *h);
        if (!h) return -1;
        heap = h; cap = c;
    }
    int i = n++;
    while (i && heap[(i - 1) / 2]->due > t->due) { heap[i] = heap[(i - 1) / 2]; i = (i - 1) / 2; }
    heap[i] = t;
    return 0;
}
static struct task *pop(void) {
    struct task *top = heap[0], *t = heap[--n];
    int i = 0, k;
    while ((k = 2 * i + 1) < n) {
        if (k + 1 < n && heap[k + 1]->due < heap[k]->due) k++;
        if (heap[k]->due >= t->due) break;
        heap[i] = heap[k];
        i = k;
    }
    heap[i] = t;
    return top;
}
static void drop(struct task *t) { free(t->note); free(t); }
int main(void) {
    int c, late = 0;
    while ((c = getchar()) != EOF) {
        if (c >= '0' && c <= '9') {
            struct task *t = calloc(1, sizeof *t);
            if (!t) break;
            t->due = now + c - '0';
            t->note = malloc(8);
            if (!t->note || push(t)) { drop(t); break; }
        } else if (c == '.') {
            now++;
            while (n && heap[0]->due < now) { drop(pop()); late++; }
        }
    }
    while (n) drop(pop());
    free(heap);
    return late;
}
/* Ten tasks: growing from 8 to 16 at the ninth: 9 * 24 + 64 + 128 = 408; at the end 240 + 128 = 368. */
