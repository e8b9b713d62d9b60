/* Merge sort that copies both halves before it recurses. memory: msort2 --buffer 8 => heap 56 */
#include <stdlib.h>
#include <string.h>
static void ms(int *a, int n) {
    if (n < 2) return;
    int h = n / 2;
    int *l = malloc(h * sizeof *l), *r = malloc((n - h) * sizeof *r);
    if (!l || !r) { free(l); free(r); return; }
    memcpy(l, a, h * sizeof *l);
    memcpy(r, a + h, (n - h) * sizeof *r);
    ms(l, h);
    ms(r, n - h);
    int i = 0, j = 0, k = 0;
    while (i < h && j < n - h) a[k++] = l[i] <= r[j] ? l[i++] : r[j++];
    while (i < h) a[k++] = l[i++];
    while (j < n - h) a[k++] = r[j++];
    free(l);
    free(r);
}
int msort2(int a[8]) { ms(a, 8); return a[0]; }
