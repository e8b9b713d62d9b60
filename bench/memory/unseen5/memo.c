/* Binomials by recursion with a table of what is known. memory: main => heap 7,936 */
#include <stdio.h>
#include <stdlib.h>

static long long **memo;

static long long choose(int n, int k) {
    if (k == 0 || k == n) return 1;
    if (memo[n][k] != -1) return memo[n][k];
    memo[n][k] = choose(n - 1, k - 1) + choose(n - 1, k);
    return memo[n][k];
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1 || n < 0 || n > 30) {
        puts("0 <= n <= 30");
        return 1;
    }
    memo = malloc((n + 1) * sizeof *memo);
    for (int i = 0; i <= n; i++) {
        memo[i] = malloc((n + 1) * sizeof **memo);
        for (int j = 0; j <= n; j++) memo[i][j] = -1;
    }
    for (int k = 0; k <= n; k++) printf("%lld ", choose(n, k));
    putchar('\n');
    for (int i = 0; i <= n; i++) free(memo[i]);
    free(memo);
    return 0;
}
