/* Rows of Pascal's triangle, each from the one above; only the last ones are kept. memory: pascal => heap 228 */
#include <stdlib.h>
int pascal(unsigned n, unsigned keep) {
    if (n > 8 || keep < 1 || keep > 4) return -1;
    unsigned **row = calloc(n + 1, sizeof *row);
    if (!row) return -1;
    int ok = 1;
    for (unsigned i = 0; i <= n && ok; i++) {
        row[i] = malloc((i + 1) * sizeof **row);
        if (!row[i]) { ok = 0; break; }
        row[i][0] = row[i][i] = 1;
        if (i < 2) continue;
        if (!row[i - 1]) { ok = 0; break; }
        for (unsigned k = 1; k < i; k++) row[i][k] = row[i - 1][k - 1] + row[i - 1][k];
        if (i >= keep + 1) { free(row[i - keep - 1]); row[i - keep - 1] = NULL; }
    }
    int middle = ok ? (int)row[n][n / 2] : -1;
    for (unsigned i = 0; i <= n; i++) free(row[i]);
    free(row);
    return middle;
}
/* n = 8, keep = 4: 72 + 4 * (9 + 8 + 7 + 6 + 5 + 4) = 228: row 8 is there before row 3 goes. */
