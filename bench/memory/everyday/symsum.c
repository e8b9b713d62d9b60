/* Blocks whose sizes are inputs, all alive at once. memory: symsum => heap 196608 */
#include <stdlib.h>
int symsum(unsigned short a, unsigned short b, unsigned short c) {
    char *x = malloc(a + 1u), *y = malloc(b + 1u), *z = malloc(c + 1u);
    free(x); free(y); free(z);
    return 0;
}
