/* Knapsack by dynamic programming, a table of rows; sizes are read. memory: main => heap 8,812 */
#include <stdio.h>
#include <stdlib.h>

static int max(int a, int b) { return a > b ? a : b; }

int main(void) {
    int n, cap;
    if (scanf("%d%d", &n, &cap) != 2) return 1;
    if (n <= 0 || cap <= 0 || n > 20 || cap > 100) return 1;
    int *weight = malloc(n * sizeof(int));
    int *value = malloc(n * sizeof(int));
    int **best = malloc((n + 1) * sizeof(int *));
    if (!weight || !value || !best) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d%d", &weight[i], &value[i]) != 2 || weight[i] < 0) {
            free(weight);
            free(value);
            free(best);
            return 1;
        }
    }
    for (int i = 0; i <= n; i++) best[i] = calloc(cap + 1, sizeof(int));
    for (int i = 1; i <= n; i++)
        for (int w = 0; w <= cap; w++) {
            best[i][w] = best[i - 1][w];
            if (weight[i - 1] <= w) best[i][w] = max(best[i][w], best[i - 1][w - weight[i - 1]] + value[i - 1]);
        }
    printf("%d\n", best[n][cap]);
    for (int i = 0; i <= n; i++) free(best[i]);
    free(best);
    free(value);
    free(weight);
    return 0;
}
