/* Primes below a number that is read, first as bits, then in an array. memory: main => heap 2,126 */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned n;
    if (scanf("%u", &n) != 1 || n < 2 || n > 1000) return 1;
    unsigned char *bits = calloc(n / 8 + 1, 1);
    if (!bits) return 1;
    unsigned count = 0;
    for (unsigned i = 2; i < n; i++) {
        if (bits[i / 8] & 1 << i % 8) continue;
        count++;
        for (unsigned j = i * i; j < n; j += i) bits[j / 8] |= 1 << j % 8;
    }
    unsigned *primes = malloc(n / 2 * sizeof *primes);
    if (!primes) {
        free(bits);
        return 1;
    }
    unsigned k = 0;
    for (unsigned i = 2; i < n && k < count; i++)
        if (!(bits[i / 8] & 1 << i % 8)) primes[k++] = i;
    free(bits);
    for (unsigned i = 0; i < k; i++) printf("%u\n", primes[i]);
    free(primes);
    return 0;
}
