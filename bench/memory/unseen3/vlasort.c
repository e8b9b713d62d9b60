/* Merge sort with an array of variable length for each call. memory: sort --buffer 16 => heap 0 */
#include <string.h>
static void merge(int *a, int n, int mid) {
    int tmp[n];
    int i = 0, j = mid;
    for (int k = 0; k < n; k++) tmp[k] = j >= n || (i < mid && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, tmp, (unsigned long)n * sizeof *a);
}
static void split(int *a, int n) {
    if (n < 2) return;
    int mid = n / 2;
    split(a, mid);
    split(a + mid, n - mid);
    merge(a, n, mid);
}
int sort(int *a, int n) {
    if (n < 1 || n > 16) return -1;
    split(a, n);
    return a[0];
}
