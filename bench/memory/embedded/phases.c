/* Two phases whose buffers do not live together. memory: phases => heap 1,030 */
#include <stdlib.h>
static int boot(unsigned n) {
    short *image = malloc(n * sizeof *image);
    if (!image) return -1;
    image[0] = 1;
    int r = image[0];
    free(image);
    return r;
}
static int run(unsigned n) {
    unsigned char *log = malloc(n);
    char *line = malloc(30);
    int r = log && line ? 0 : -1;
    free(line);
    free(log);
    return r;
}
int phases(unsigned n, unsigned m) {
    if (n == 0 || n > 500 || m > 1000) return -1;
    return boot(n) + run(m);
}
