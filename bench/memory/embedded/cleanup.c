/* goto cleanup. memory: cleanup => heap 224 */
#include <stdlib.h>
static int fill(char *p, unsigned n, unsigned seed) {
    for (unsigned i = 0; i < n; i++) p[i] = (char)(seed >> (i & 7));
    return (seed & 3) ? 0 : -1;
}
int cleanup(unsigned seed) {
    int r = -1;
    char *a = NULL, *b = NULL, *c = NULL;
    a = malloc(32);
    if (!a || fill(a, 32, seed) < 0) goto out;
    b = malloc(64);
    if (!b || fill(b, 64, seed >> 2) < 0) goto out;
    c = malloc(128);
    if (!c || fill(c, 128, seed >> 4) < 0) goto out;
    r = a[0] + b[0] + c[0];
out:
    free(c);
    free(b);
    free(a);
    return r;
}
