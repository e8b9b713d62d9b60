/* Either one big or two small, and a temporary in between. memory: twoway => heap 180 */
#include <stdlib.h>
int twoway(int mode, unsigned n) {
    char *a = NULL, *b = NULL;
    if (n > 50) return -1;
    if (mode == 1) { a = malloc(100); }
    else if (mode == 2) { a = malloc(40); b = malloc(40 + n); }
    char *t = malloc(mode == 2 ? 50 : 60);
    free(t);
    free(a); free(b);
    return 0;
}
