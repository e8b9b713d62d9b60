/* Shortest ways between at most ten towns. memory: main => heap 480 */
#include <stdio.h>
#include <stdlib.h>

#define FAR 1000000

int main(void) {
    int n, a, b, w;
    if (scanf("%d", &n) != 1) return 1;
    if (n < 1 || n > 10) {
        fprintf(stderr, "1 to 10 towns\n");
        return 1;
    }
    int **d = (int **)malloc(sizeof(int *) * n);
    if (!d) return 1;
    for (int i = 0; i < n; i++) {
        d[i] = (int *)malloc(sizeof(int) * n);
        if (!d[i]) return 1;
        for (int j = 0; j < n; j++) d[i][j] = i == j ? 0 : FAR;
    }
    while (scanf("%d %d %d", &a, &b, &w) == 3) {
        if (a < 0 || b < 0 || a >= n || b >= n) continue;
        if (w < d[a][b]) d[a][b] = d[b][a] = w;
    }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j];
    printf("%d\n", d[0][n - 1]);
    for (int i = 0; i < n; i++) free(d[i]);
    free(d);
    return 0;
}
