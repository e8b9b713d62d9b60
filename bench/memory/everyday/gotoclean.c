/* The goto ladder of drivers. memory: gotoclean => heap 448 */
#include <stdlib.h>
int gotoclean(int a, int b) {
    int r = -1;
    char *x = malloc(64);
    if (!x) return -1;
    char *y = malloc(128);
    if (!y) goto fx;
    if (a < 0) goto fy;
    char *z = malloc(256);
    if (!z) goto fy;
    if (b) { free(x); x = malloc(32); if (!x) goto fz; }
    r = 0;
fz: free(z);
fy: free(y);
fx: free(x);
    return r;
}
