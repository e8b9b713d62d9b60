/* A filter with an array of variable length and alloca in a loop. memory: vla --buffer 16 => heap 0 */
#include <alloca.h>
static int smooth(const int *in, unsigned n) {
    int window[n];
    for (unsigned i = 0; i < n; i++) window[i] = in[i] / 2;
    int s = 0;
    for (unsigned i = 0; i < n; i++) s += window[i];
    return s;
}
int vla(const int samples[16], unsigned n) {
    int total = 0;
    if (n == 0 || n > 16) return -1;
    total += smooth(samples, n);
    for (unsigned i = 0; i < 3; i++) {
        char *p = alloca(32);
        p[0] = (char)i;
        total += p[0];
    }
    return total;
}
