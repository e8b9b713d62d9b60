/* A window of variable length on the stack. memory: median --buffer 16 => heap 0 */
#include <string.h>
static int select_middle(int *w, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        int x = w[i];
        unsigned j = i;
        while (j && w[j - 1] > x) { w[j] = w[j - 1]; j--; }
        w[j] = x;
    }
    return w[n / 2];
}
int median(const int samples[16], unsigned width) {
    if (width == 0 || width > 9 || !(width & 1)) return -1;
    int out = 0;
    for (unsigned at = 0; at + width <= 16; at++) {
        int window[width];
        memcpy(window, samples + at, width * sizeof *window);
        out ^= select_middle(window, width);
    }
    return out;
}
