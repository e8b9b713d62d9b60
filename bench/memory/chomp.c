/* The game of chomp: all positions in their order, each with the list of the
 * positions that a move leads to and whether it is won, which is looked up
 * among the positions before it. Everything is kept until the end.
 * With the defaults; -DROWS=8 -DCOLUMNS=7 takes 8,314,124.
 * memory: main => 3,472 */
#include <stdlib.h>
#ifndef ROWS
#define ROWS 3
#endif
#ifndef COLUMNS
#define COLUMNS 3
#endif
struct move {
    int *to;
    struct move *next;
};
struct position {
    int won;
    int *heights;
    struct move *moves;
    struct position *next;
};
static struct position *first;

static int *heights(void) { return malloc(COLUMNS * sizeof(int)); }
static int *copy(const int *from) {
    int *to = heights();
    for (int i = 0; i < COLUMNS; i++)
        to[i] = from[i];
    return to;
}
static int same(const int *a, const int *b) {
    for (int i = 0; i < COLUMNS; i++)
        if (a[i] != b[i])
            return 0;
    return 1;
}
/* What is left after a bite into this square. */
static int *bitten(const int *from, int row, int column) {
    int *to = heights();
    for (int i = 0; i < COLUMNS; i++) {
        int left = i < column ? ROWS : row;
        to[i] = from[i] < left ? from[i] : left;
    }
    return to;
}
static int won(const int *at) {
    struct position *p = first;
    while (p && !same(p->heights, at))
        p = p->next;
    return p ? p->won : 0;
}
static struct move *moves(const int *at, int *wins) {
    struct move *head = malloc(sizeof *head), *last = head;
    head->next = 0;
    *wins = 0;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            int *to = bitten(at, row, column);
            if (!same(to, at)) {
                last->next = malloc(sizeof *last);
                last = last->next;
                last->to = copy(to);
                last->next = 0;
                if (!*wins)
                    *wins = !won(to);
            }
            free(to);
        }
    struct move *all = head->next;
    free(head);
    return all;
}
/* The next position in the order of the odometer; 0 behind the last. */
static int step(int *at) {
    for (int i = 0; i < COLUMNS; i++) {
        if (at[i] < ROWS) {
            at[i]++;
            return 1;
        }
        at[i] = 0;
    }
    return 0;
}
static int falls(const int *at) {
    for (int i = 1; i < COLUMNS; i++)
        if (at[i] > at[i - 1])
            return 0;
    return 1;
}
int main(void) {
    struct position *head = malloc(sizeof *head), *last = head;
    head->next = 0;
    int *at = heights();
    for (int i = 0; i < COLUMNS; i++)
        at[i] = 0;
    do {
        if (falls(at)) {
            struct position *p = malloc(sizeof *p);
            p->next = 0;
            last->next = p;
            last = p;
            if (!first)
                first = p;
            p->heights = copy(at);
            p->won = 0;
            p->moves = moves(at, &p->won);
        }
    } while (step(at));
    int result = last->won;
    free(at);
    free(head);
    while (first) {
        struct position *p = first;
        first = p->next;
        while (p->moves) {
            struct move *m = p->moves;
            p->moves = m->next;
            free(m->to);
            free(m);
        }
        free(p->heights);
        free(p);
    }
    return result;
}
