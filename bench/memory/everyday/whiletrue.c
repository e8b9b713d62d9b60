/* An endless server loop, each request balanced. memory: whiletrue => heap 72 */
#include <stdlib.h>
extern unsigned nondet_uint(void);
int whiletrue(void) {
    for (;;) {
        unsigned n = nondet_uint();
        if (n == 0) break;
        if (n > 40) n = 40;
        char *q = malloc(n), *r = malloc(32);
        free(q); free(r);
    }
    return 0;
}
