/* Readings are sorted and duplicates dropped; looked up with bsearch. memory: unique --buffer 12 => heap 96 */
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int unique(const int v[12], int key) {
    int *s = malloc(12 * sizeof *s), n = 0;
    if (!s) return -1;
    memcpy(s, v, 12 * sizeof *s);
    qsort(s, 12, sizeof *s, cmp);
    int *u = malloc(12 * sizeof *u);
    if (!u) { free(s); return -1; }
    for (int i = 0; i < 12; i++)
        if (i == 0 || s[i] != s[i - 1]) u[n++] = s[i];
    free(s);
    int *shrunk = realloc(u, (size_t)n * sizeof *u);
    if (shrunk) u = shrunk;
    int found = bsearch(&key, u, (size_t)n, sizeof *u, cmp) != NULL;
    free(u);
    return found;
}
/* 48 + 48 while both live, and while it shrinks to twelve */
