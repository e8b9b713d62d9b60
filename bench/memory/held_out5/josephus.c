/* Every k-th of n in a circle goes. memory: survivor => heap 1,600 */
#include <stdlib.h>

struct person { int number; struct person *next; };

static struct person *circle(int n) {
    struct person *first = NULL, *last = NULL;
    for (int i = 1; i <= n; i++) {
        struct person *p = malloc(sizeof *p);
        if (!p) break;
        p->number = i;
        if (!first) first = p;
        else last->next = p;
        last = p;
    }
    if (last) last->next = first;
    return last;
}

int survivor(int n, int k) {
    if (n < 1 || n > 100 || k < 1 || k > 10) return -1;
    struct person *p = circle(n);
    if (!p) return -1;
    while (p->next != p) {
        for (int i = 1; i < k; i++) p = p->next;
        struct person *out = p->next;
        p->next = out->next;
        free(out);
    }
    int number = p->number;
    free(p);
    return number;
}
