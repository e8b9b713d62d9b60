/* Reservations of time: a sorted list of intervals, merged where they touch. memory: reserve --buffer 8 => heap 64 */
#include <stdlib.h>
struct span { struct span *next; unsigned char from, to; };
static int insert(struct span **list, unsigned char from, unsigned char to) {
    while (*list && (*list)->to < from) list = &(*list)->next;
    if (*list && (*list)->from <= to) {
        struct span *s = *list;
        if (from < s->from) s->from = from;
        while (s->next && s->next->from <= to) {
            struct span *gone = s->next;
            if (gone->to > to) to = gone->to;
            s->next = gone->next;
            free(gone);
        }
        if (to > s->to) s->to = to;
        return 0;
    }
    struct span *s = malloc(sizeof *s);
    if (!s) return -1;
    s->from = from;
    s->to = to;
    s->next = *list;
    *list = s;
    return 1;
}
int reserve(const unsigned char asked[8]) {
    struct span *all = NULL;
    int n = 0;
    for (int i = 0; i < 8; i += 2)
        if (asked[i] < asked[i + 1] && insert(&all, asked[i], asked[i + 1]) > 0) n++;
    while (all) { struct span *s = all; all = s->next; free(s); }
    return n;
}
/* 4 * 16 */
