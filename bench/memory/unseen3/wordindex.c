/* Words are sorted by qsort and looked up by bsearch. memory: main --args sym:3,sym:3,sym:3 => heap 36 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int main(int argc, char **argv) {
    int n = argc - 1;
    char **w = malloc((size_t)n * sizeof *w);
    if (!w || n < 1) { free(w); return 1; }
    for (int i = 0; i < n; i++) {
        w[i] = strdup(argv[i + 1]);
        if (!w[i]) { while (i--) free(w[i]); free(w); return 1; }
    }
    qsort(w, (size_t)n, sizeof *w, cmp);
    const char *key = "if";
    char **hit = bsearch(&key, w, (size_t)n, sizeof *w, cmp);
    if (hit) puts(*hit);
    for (int i = 0; i < n; i++) free(w[i]);
    free(w);
    return hit != NULL;
}
/* 24 + 3 * 4 */
