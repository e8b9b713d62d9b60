/* A square of complex numbers that is transformed. memory: main => 262,160 */
#include <stdlib.h>
#ifndef EDGE
#define EDGE 128
#endif
static void transform(double *d, int n) {
    for (int step = 1; step < n; step *= 2)
        for (int i = 0; i + step < n; i += 2 * step) {
            double a = d[2 * i], b = d[2 * (i + step)];
            d[2 * i] = a + b;
            d[2 * (i + step)] = a - b;
        }
}
int main(void) {
    double *d = malloc((EDGE * EDGE + 1) * 2 * sizeof(double));
    for (int i = 0; i < 2 * EDGE * EDGE; i++)
        d[i] = i % 15 == 8;
    for (int pass = 0; pass < 2; pass++)
        transform(d, EDGE * EDGE);
    free(d);
    return 0;
}
