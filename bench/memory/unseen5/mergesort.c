/* Merge sort of up to 64 numbers with two temporary arrays per call. memory: sort_numbers => heap 512 */
#include <stdlib.h>
#include <string.h>

static void merge_sort(int *a, unsigned n) {
    if (n < 2) return;
    unsigned half = n / 2;
    merge_sort(a, half);
    merge_sort(a + half, n - half);
    int *left = malloc(half * sizeof *left);
    int *right = malloc((n - half) * sizeof *right);
    if (left && right) {
        unsigned i = 0, j = 0, k = 0;
        memcpy(left, a, half * sizeof *left);
        memcpy(right, a + half, (n - half) * sizeof *right);
        while (i < half && j < n - half) a[k++] = left[i] <= right[j] ? left[i++] : right[j++];
        while (i < half) a[k++] = left[i++];
        while (j < n - half) a[k++] = right[j++];
    }
    free(left);
    free(right);
}

int sort_numbers(unsigned n, unsigned seed) {
    if (n == 0 || n > 64) return 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    for (unsigned i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (int)(seed >> 8);
    }
    merge_sort(a, n);
    int median = a[n / 2];
    free(a);
    return median;
}
