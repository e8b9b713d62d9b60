/* The game of chomp: positions are rows of lengths, each with a list of the
 * positions that are left after a move; all moves are tried and freed.
 * memory: main => 1,020 */
#include <stdlib.h>
#ifndef ROWS
#define ROWS 3
#endif
#ifndef COLUMNS
#define COLUMNS 3
#endif
struct play {
    struct play *next;
    int *rows;
};
static int *copy(const int *rows) {
    int *r = malloc(ROWS * sizeof *r);
    for (int i = 0; i < ROWS; i++)
        r[i] = rows[i];
    return r;
}
static struct play *moves(const int *rows) {
    struct play *list = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < rows[i]; j++) {
            if (i == 0 && j == 0)
                continue;
            struct play *p = malloc(sizeof *p);
            p->rows = copy(rows);
            for (int k = i; k < ROWS; k++)
                if (p->rows[k] > j)
                    p->rows[k] = j;
            p->next = list;
            list = p;
        }
    return list;
}
static int wins(const int *rows) {
    struct play *list = moves(rows);
    int good = 0;
    while (list) {
        struct play *p = list;
        list = p->next;
        if (!good && !wins(p->rows))
            good = 1;
        free(p->rows);
        free(p);
    }
    return good;
}
int main(void) {
    int *rows = malloc(ROWS * sizeof *rows);
    for (int i = 0; i < ROWS; i++)
        rows[i] = COLUMNS;
    int w = wins(rows);
    free(rows);
    return w;
}
