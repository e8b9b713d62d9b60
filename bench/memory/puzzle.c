/* A shuffled array with one number twice. memory: main => 204 */
#include <stdlib.h>
#ifndef SIZE
#define SIZE 50
#endif
static unsigned seed = 1;
static unsigned next(void) { return seed = seed * 69069u + 1u; }
static void shuffle(int *a, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(next() >> 8) % (i + 1);
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}
static int *make(int n) {
    int *a = malloc((n + 1) * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
    a[n] = (int)(next() >> 8) % n + 1;
    shuffle(a, n + 1);
    return a;
}
static int twice(const int *a, int n) {
    int x = 0;
    for (int i = 0; i <= n; i++)
        x ^= a[i] ^ i;
    return x;
}
int main(void) {
    int found = 0;
    for (int i = 0; i < 5; i++) {
        int *a = make(SIZE);
        found += twice(a, SIZE);
        free(a);
    }
    return found & 1;
}
