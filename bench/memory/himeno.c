/* Fourteen grids of floats. memory: main => 57,344 */
#include <stdlib.h>
#ifndef I
#define I 8
#define J 8
#define K 16
#endif
static float *grid(void) { return malloc(I * J * K * sizeof(float)); }
int main(void) {
    float *m[14];
    for (int g = 0; g < 14; g++)
        m[g] = grid();
    for (int g = 0; g < 14; g++)
        for (int i = 0; i < I * J * K; i += 7)
            m[g][i] = (float)i;
    for (int i = J * K; i < (I - 1) * J * K; i += 5)
        m[13][i] = m[12][i] * m[0][i - J * K] + m[1][i + J * K];
    for (int g = 0; g < 14; g++)
        free(m[g]);
    return 0;
}
