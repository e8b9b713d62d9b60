/* Samples of waves, four arrays as long as an input says.
 * memory: f => 64 + 16*size */
#include <stdlib.h>
#define WAVES 8
void f(unsigned size) {
    float *in = malloc(sizeof(float) * size), *im = malloc(sizeof(float) * size);
    float *out = malloc(sizeof(float) * size), *oi = malloc(sizeof(float) * size);
    float *coefficient = malloc(sizeof(float) * WAVES), *amplitude = malloc(sizeof(float) * WAVES);
    for (int i = 0; i < WAVES; i++) {
        coefficient[i] = (float)(i * 37 % 1000);
        amplitude[i] = (float)(i * 91 % 1000);
    }
    for (unsigned i = 0; i < size; i++) {
        in[i] = im[i] = 0;
        for (int j = 0; j < WAVES; j++)
            in[i] += coefficient[j] * amplitude[j];
        out[i] = oi[i] = in[i];
    }
    free(amplitude);
    free(coefficient);
    free(oi);
    free(out);
    free(im);
    free(in);
}
