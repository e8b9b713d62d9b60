/* A filter with state on the heap, samples from the caller. memory: fir => heap */
#include <stdlib.h>
#include <stdint.h>
struct fir { unsigned taps, pos; int32_t *coef, *delay; };
static struct fir *fir_new(unsigned taps) {
    struct fir *f = malloc(sizeof *f);
    if (!f) return NULL;
    f->taps = taps;
    f->pos = 0;
    f->coef = malloc(taps * sizeof *f->coef);
    f->delay = calloc(taps, sizeof *f->delay);
    if (!f->coef || !f->delay) {
        free(f->coef); free(f->delay); free(f);
        return NULL;
    }
    for (unsigned i = 0; i < taps; i++) f->coef[i] = (int32_t)(taps - i);
    return f;
}
static int32_t step(struct fir *f, int16_t x) {
    int64_t acc = 0;
    f->delay[f->pos] = x;
    for (unsigned i = 0, k = f->pos; i < f->taps; i++) {
        acc += (int64_t)f->coef[i] * f->delay[k];
        k = k ? k - 1 : f->taps - 1;
    }
    f->pos = (f->pos + 1) % f->taps;
    return (int32_t)(acc >> 4);
}
static void fir_free(struct fir *f) {
    if (!f) return;
    free(f->coef);
    free(f->delay);
    free(f);
}
int fir(unsigned taps, const int16_t samples[8]) {
    if (taps == 0 || taps > 32) return -1;
    struct fir *f = fir_new(taps);
    if (!f) return -2;
    int32_t y = 0;
    for (int i = 0; i < 8; i++) y = step(f, samples[i]);
    fir_free(f);
    return y;
}
