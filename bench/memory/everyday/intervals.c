/* Merges intervals into a list while it is sorted in place. memory: intervals --buffer 8 => heap 64 */
#include <stdlib.h>
struct iv { unsigned char lo, hi; struct iv *next; };
int intervals(unsigned char a[8]) {
    struct iv *head = 0;
    for (int i = 0; i < 8; i += 2) {
        unsigned char lo = a[i], hi = a[i + 1];
        if (lo > hi) continue;
        struct iv **at = &head;
        while (*at) {
            struct iv *e = *at;
            if (e->hi < lo || hi < e->lo) { at = &e->next; continue; }
            if (e->lo < lo) lo = e->lo;
            if (e->hi > hi) hi = e->hi;
            *at = e->next; free(e);
        }
        struct iv *n = malloc(sizeof *n);
        if (!n) break;
        n->lo = lo; n->hi = hi; n->next = head; head = n;
    }
    int c = 0;
    while (head) { struct iv *n = head->next; free(head); head = n; c++; }
    return c;
}
