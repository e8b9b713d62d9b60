/* Sprites live for one frame and are released together. memory: play => heap 240 */
#include <stdlib.h>

#define MAX_SPRITES 6

struct sprite { int x, y; float scale; char tag[28]; };

static struct sprite *sprites[MAX_SPRITES];
static int used;

static struct sprite *sprite_new(int x, int y) {
    if (used == MAX_SPRITES) return NULL;
    struct sprite *s = malloc(sizeof *s);
    if (!s) return NULL;
    s->x = x;
    s->y = y;
    s->scale = 1;
    sprites[used++] = s;
    return s;
}

static void release_all(void) {
    for (int i = 0; i < used; i++) {
        free(sprites[i]);
        sprites[i] = NULL;
    }
    used = 0;
}

int play(unsigned frames, unsigned seed) {
    int hits = 0;
    for (unsigned f = 0; f < frames; f++) {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        unsigned n = seed % 9;
        for (unsigned k = 0; k < n; k++) {
            struct sprite *s = sprite_new((int)(seed & 63), (int)k);
            if (s && s->x == s->y) hits++;
        }
        release_all();
    }
    return hits;
}
