/* Numbers without those that come twice. memory: main => heap 400 */
#include <stdio.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1 || n <= 0 || n > 50) return 1;
    int *all = malloc(n * sizeof(int));
    if (!all) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &all[i]) != 1) {
            free(all);
            return 1;
        }
    }
    qsort(all, n, sizeof(int), by_value);
    int *once = malloc(n * sizeof(int));
    if (!once) {
        free(all);
        return 1;
    }
    int m = 0;
    for (int i = 0; i < n; i++)
        if (i == 0 || all[i] != all[i - 1]) once[m++] = all[i];
    for (int i = 0; i < m; i++) printf("%d ", once[i]);
    putchar('\n');
    free(once);
    free(all);
    return 0;
}
