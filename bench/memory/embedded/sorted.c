/* qsort and bsearch over a copy of the samples. memory: sorted --buffer 10 => heap 40 */
#include <stdlib.h>
#include <string.h>
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int sorted(const int samples[10], int wanted) {
    int *copy = malloc(10 * sizeof *copy);
    if (!copy) return -1;
    memcpy(copy, samples, 10 * sizeof *copy);
    qsort(copy, 10, sizeof *copy, compare);
    int *hit = bsearch(&wanted, copy, 10, sizeof *copy, compare);
    int r = hit ? (int)(hit - copy) : -1;
    free(copy);
    return r;
}
