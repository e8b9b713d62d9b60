/* Sorting by recursion, smaller part first, and a merge with a scratch array. memory: quicksort => heap */
#include <stdlib.h>
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void quick(int *v, int n) {
    while (n > 1) {
        int p = v[n / 2], i = 0, j = n - 1;
        while (i <= j) {
            while (v[i] < p) i++;
            while (v[j] > p) j--;
            if (i <= j) { swap(&v[i], &v[j]); i++; j--; }
        }
        if (j + 1 < n - i) { quick(v, j + 1); v += i; n -= i; }
        else { quick(v + i, n - i); n = j + 1; }
    }
}
static void merge_sort(int *v, int *tmp, int lo, int hi) {
    if (hi - lo < 2) return;
    int mid = lo + (hi - lo) / 2;
    merge_sort(v, tmp, lo, mid);
    merge_sort(v, tmp, mid, hi);
    for (int i = lo, a = lo, b = mid; i < hi; i++)
        tmp[i] = b >= hi || (a < mid && v[a] <= v[b]) ? v[a++] : v[b++];
    for (int i = lo; i < hi; i++) v[i] = tmp[i];
}
int quicksort(int n, int seed) {
    if (n < 1 || n > 64) return -1;
    int *v = malloc((size_t)n * sizeof *v);
    if (!v) return -1;
    for (int i = 0; i < n; i++) v[i] = seed = (seed * 29 + 7) & 1023;
    if (n & 1) {
        int *tmp = malloc((size_t)n * sizeof *tmp);
        if (tmp) { merge_sort(v, tmp, 0, n); free(tmp); }
    } else quick(v, n > 8 ? 8 : n);
    int r = v[0];
    free(v);
    return r;
}
