/* A front and a back buffer; the back one takes the new size before they are swapped. memory: show --buffer 6 => heap 160 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct surface { uint8_t *px; uint8_t w, h; };
static int resize(struct surface *s, uint8_t w, uint8_t h) {
    if (s->px && s->w == w && s->h == h) return 0;
    free(s->px);
    s->px = malloc((size_t)w * h);
    if (!s->px) { s->w = s->h = 0; return -1; }
    s->w = w; s->h = h;
    return 0;
}
int show(const uint8_t *sizes, int frames) {
    if (frames < 0 || frames > 3) return -1;
    struct surface front = {0}, back = {0};
    int drawn = 0;
    for (int i = 0; i < frames; i++) {
        uint8_t w = 1 + sizes[2 * i] % 10, h = 1 + sizes[2 * i + 1] % 8;
        if (resize(&back, w, h)) break;
        memset(back.px, i, (size_t)w * h);
        struct surface t = front; front = back; back = t;
        drawn++;
    }
    free(front.px); free(back.px);
    return drawn;
}
/* Two surfaces of 10 * 8. */
