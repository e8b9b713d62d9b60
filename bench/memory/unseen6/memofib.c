/* Fibonacci numbers by recursion that remembers. memory: main => heap 728 */
#include <stdio.h>
#include <stdlib.h>

static long long fib(int n, long long *known) {
    if (n < 2) return n;
    if (known[n]) return known[n];
    known[n] = fib(n - 1, known) + fib(n - 2, known);
    return known[n];
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    if (n < 0 || n > 90) return 1;
    long long *known = calloc(n + 1, sizeof *known);
    if (!known) return 1;
    printf("%lld\n", fib(n, known));
    free(known);
    return 0;
}
