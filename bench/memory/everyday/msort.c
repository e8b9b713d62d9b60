/* Merge sort with a scratch buffer per level. memory: msort --buffer 8 => heap 32 */
#include <stdlib.h>
#include <string.h>
static void ms(int *a, int n) {
    if (n < 2) return;
    int h = n / 2;
    ms(a, h);
    ms(a + h, n - h);
    int *t = malloc(n * sizeof *t);
    if (!t) return;
    int i = 0, j = h, k = 0;
    while (i < h && j < n) t[k++] = a[i] <= a[j] ? a[i++] : a[j++];
    while (i < h) t[k++] = a[i++];
    while (j < n) t[k++] = a[j++];
    memcpy(a, t, n * sizeof *t);
    free(t);
}
int msort(int a[8]) { ms(a, 8); return a[0]; }
