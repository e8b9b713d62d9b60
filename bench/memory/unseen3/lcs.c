/* The longest common part of two texts by a table of lengths, with the way back. memory: main --args sym:5,sym:5 => heap 150 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc != 3) return 1;
    size_t n = strlen(argv[1]), m = strlen(argv[2]);
    int *t = calloc((n + 1) * (m + 1), sizeof *t);
    if (!t) return 1;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            int up = t[(i - 1) * (m + 1) + j], left = t[i * (m + 1) + j - 1];
            t[i * (m + 1) + j] = argv[1][i - 1] == argv[2][j - 1] ? t[(i - 1) * (m + 1) + j - 1] + 1 : up > left ? up : left;
        }
    int len = t[n * (m + 1) + m];
    char *out = malloc((size_t)len + 1);
    if (out) {
        size_t i = n, j = m;
        out[len] = 0;
        for (int k = len; k > 0;) {
            if (argv[1][i - 1] == argv[2][j - 1]) { out[--k] = argv[1][i - 1]; i--; j--; }
            else if (t[(i - 1) * (m + 1) + j] >= t[i * (m + 1) + j - 1]) i--;
            else j--;
        }
        puts(out);
    }
    free(out); free(t);
    return 0;
}
/* 36 * 4 + 6 */
