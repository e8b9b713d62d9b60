/* Helper functions with arrays of variable length. memory: vla_filter => heap 0 */
#include <string.h>
static int cmp_swap(int *a, int *b) { if (*a > *b) { int t = *a; *a = *b; *b = t; return 1; } return 0; }
static int median(const int *v, int n) {
    int copy[n];
    memcpy(copy, v, (size_t)n * sizeof *v);
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++) cmp_swap(&copy[j], &copy[j + 1]);
    return copy[n / 2];
}
static int smooth(const int *in, int len, int width) {
    int out[len];
    int acc = 0;
    for (int i = 0; i + width <= len; i++) out[i] = median(in + i, width);
    for (int i = 0; i + width <= len; i++) acc += out[i];
    return acc;
}
int vla_filter(int len, int width, int seed) {
    int data[64];
    if (len < 1 || len > 64) return -1;
    if (width < 1 || width > 9 || width > len) return -2;
    for (int i = 0; i < len; i++) data[i] = (seed + i * 37) % 101;
    return smooth(data, len, width);
}
