/* Three buffers, and a way out behind each. memory: early => heap 448 */
#include <stdlib.h>
struct result { int code; };
int early(int a, int b, int c) {
    char *x = malloc(64);
    if (!x) return -1;
    if (a < 0) { free(x); return 1; }
    char *y = malloc(128);
    if (!y) { free(x); return -1; }
    if (b < 0) { free(y); free(x); return 2; }
    free(x);
    char *z = malloc(256);
    if (!z) { free(y); return -1; }
    if (c < 0) { free(z); char *w = malloc(320); int r = w ? 3 : 4; free(w); free(y); return r; }
    free(z);
    free(y);
    return 0;
}
