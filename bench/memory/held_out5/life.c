/* Game of life, two grids by rows that change places. memory: life => heap 2,912 */
#include <stdlib.h>

typedef struct { int w, h; unsigned char **cell; } grid;

static grid *grid_new(int w, int h) {
    grid *g = malloc(sizeof(grid));
    if (!g) return NULL;
    g->w = w;
    g->h = h;
    g->cell = malloc(sizeof(unsigned char *) * h);
    if (!g->cell) {
        free(g);
        return NULL;
    }
    for (int y = 0; y < h; y++) g->cell[y] = calloc(w, 1);
    return g;
}

static void grid_free(grid *g) {
    for (int y = 0; y < g->h; y++) free(g->cell[y]);
    free(g->cell);
    free(g);
}

static int alive(const grid *g, int x, int y) {
    return g->cell[(y + g->h) % g->h][(x + g->w) % g->w];
}

static void step(const grid *from, grid *to) {
    for (int y = 0; y < from->h; y++)
        for (int x = 0; x < from->w; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy) n += alive(from, x + dx, y + dy);
            to->cell[y][x] = n == 3 || (n == 2 && from->cell[y][x]);
        }
}

int life(int w, int h, int rounds) {
    if (w < 3 || h < 3 || w > 40 || h > 30 || rounds > 5) return -1;
    grid *now = grid_new(w, h), *next = grid_new(w, h);
    if (!now || !next) return -1;
    now->cell[1][0] = now->cell[1][1] = now->cell[1][2] = 1;
    for (int r = 0; r < rounds; r++) {
        step(now, next);
        grid *t = now;
        now = next;
        next = t;
    }
    int n = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) n += now->cell[y][x];
    grid_free(now);
    grid_free(next);
    return n;
}
