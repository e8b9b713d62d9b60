/* A frame buffer whose size depends on a mode; a second one while drawing. memory: dyn_array2d => heap */
#include <stdlib.h>
#include <string.h>
struct mode { unsigned short w, h, bpp; };
static const struct mode modes[] = {{32, 16, 1}, {64, 32, 1}, {64, 32, 8}, {80, 40, 4}};
struct fb { unsigned w, h, stride; unsigned char *pix; };
static int fb_open(struct fb *f, const struct mode *m) {
    f->w = m->w;
    f->h = m->h;
    f->stride = (m->w * m->bpp + 7u) / 8;
    f->pix = malloc((size_t)f->stride * f->h);
    return f->pix ? 0 : -1;
}
static void blur(const struct fb *src, struct fb *dst) {
    for (unsigned y = 1; y + 1 < src->h; y++)
        for (unsigned x = 0; x < src->stride; x++)
            dst->pix[y * dst->stride + x] =
                (unsigned char)((src->pix[(y - 1) * src->stride + x] + src->pix[(y + 1) * src->stride + x]) / 2);
}
int dyn_array2d(unsigned m, int twice) {
    struct fb a, b;
    if (m >= sizeof modes / sizeof *modes) return -1;
    if (fb_open(&a, &modes[m])) return -2;
    memset(a.pix, 0x5a, (size_t)a.stride * a.h);
    int r = 0;
    if (twice) {
        if (fb_open(&b, &modes[m]) == 0) {
            memset(b.pix, 0, (size_t)b.stride * b.h);
            blur(&a, &b);
            r = b.pix[b.stride];
            free(b.pix);
        }
    }
    r += a.pix[0];
    free(a.pix);
    return r;
}
