/* Commands open and close three handles of different sizes. memory: slots --buffer 10 => heap 112 */
#include <stdlib.h>
static void *h[3];
static const unsigned size[3] = {16, 32, 64};
int slots(const unsigned char c[10]) {
    for (int i = 0; i < 10; i++) {
        unsigned k = c[i] & 15;
        if (k > 2) continue;
        if (c[i] & 16) { if (!h[k]) h[k] = malloc(size[k]); }
        else { free(h[k]); h[k] = NULL; }
    }
    for (int i = 0; i < 3; i++) { free(h[i]); h[i] = NULL; }
    return 0;
}
