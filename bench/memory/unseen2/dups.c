/* Arguments are copied, the copies are sorted by a comparator. memory: main --args sym:3,sym:3,sym:3 => heap 36 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int main(int argc, char **argv) {
    int n = argc - 1;
    if (n <= 0) return 0;
    char **copy = malloc((size_t)n * sizeof *copy);
    if (!copy) return 1;
    for (int i = 0; i < n; i++) {
        copy[i] = strdup(argv[i + 1]);
        if (!copy[i]) { while (i--) free(copy[i]); free(copy); return 1; }
    }
    qsort(copy, (size_t)n, sizeof *copy, by_text);
    for (int i = 0; i < n; i++) puts(copy[i]);
    for (int i = 0; i < n; i++) free(copy[i]);
    free(copy);
    return 0;
}
/* 3 * 8 + 3 * 4 */
