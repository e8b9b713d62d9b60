/* Merge sort whose merges take a buffer each. memory: sort => heap 256 */
#include <stdlib.h>
#include <string.h>

static void merge(int *a, unsigned lo, unsigned mid, unsigned hi) {
    int *t = malloc((hi - lo) * sizeof *t);
    if (!t) return;
    unsigned i = lo, j = mid, k = 0;
    while (i < mid && j < hi) t[k++] = a[j] < a[i] ? a[j++] : a[i++];
    while (i < mid) t[k++] = a[i++];
    while (j < hi) t[k++] = a[j++];
    memcpy(a + lo, t, (hi - lo) * sizeof *t);
    free(t);
}

static void split(int *a, unsigned lo, unsigned hi) {
    if (hi - lo <= 1) return;
    unsigned mid = lo + (hi - lo) / 2;
    split(a, lo, mid);
    split(a, mid, hi);
    merge(a, lo, mid, hi);
}

int sort(unsigned n, unsigned seed) {
    if (n > 32) n = 32;
    if (n == 0) return 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    for (unsigned i = 0; i < n; i++) a[i] = (int)((seed = seed * 75 + 74) % 65537);
    split(a, 0, n);
    int least = a[0];
    free(a);
    return least;
}
