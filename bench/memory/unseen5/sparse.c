/* A sparse matrix, a list per row, at most 40 entries that are not zero. memory: main => heap 1,032 */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 8
#define COLS 8
#define MAX_ENTRIES 40

typedef struct cell {
    int col;
    double value;
    struct cell *next;
} cell;

typedef struct {
    cell *rows[ROWS];
    int entries;
} sparse;

static int set(sparse *m, int r, int c, double v) {
    cell **p = &m->rows[r];
    while (*p && (*p)->col < c) p = &(*p)->next;
    if (*p && (*p)->col == c) {
        (*p)->value = v;
        return 1;
    }
    if (m->entries >= MAX_ENTRIES) return 0;
    cell *n = malloc(sizeof *n);
    if (!n) return 0;
    n->col = c;
    n->value = v;
    n->next = *p;
    *p = n;
    m->entries++;
    return 1;
}

static void multiply(const sparse *m, const double *x, double *y) {
    for (int r = 0; r < ROWS; r++) {
        y[r] = 0;
        for (const cell *c = m->rows[r]; c; c = c->next) y[r] += c->value * x[c->col];
    }
}

static void clear(sparse *m) {
    for (int r = 0; r < ROWS; r++) {
        cell *c = m->rows[r];
        while (c) {
            cell *next = c->next;
            free(c);
            c = next;
        }
        m->rows[r] = NULL;
    }
    m->entries = 0;
}

int main(void) {
    sparse *m = calloc(1, sizeof *m);
    double x[COLS], y[ROWS];
    int r, c, v;
    if (!m) return 1;
    while (scanf("%d %d %d", &r, &c, &v) == 3) {
        if (r < 0 || r >= ROWS || c < 0 || c >= COLS) break;
        if (v != 0) set(m, r, c, v);
    }
    for (int i = 0; i < COLS; i++) x[i] = 1;
    multiply(m, x, y);
    for (int i = 0; i < ROWS; i++) printf("%g\n", y[i]);
    clear(m);
    free(m);
    return 0;
}
