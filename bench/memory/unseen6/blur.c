/* Frames of a line of pixels: two buffers change places, a scratch one per frame. memory: blur => heap 512 */
#include <stdlib.h>
#include <string.h>

int blur(unsigned frames, unsigned width) {
    if (width < 3 || width > 64) return -1;
    short *front = calloc(width, sizeof *front);
    short *back = calloc(width, sizeof *back);
    if (!front || !back) {
        free(front);
        free(back);
        return -1;
    }
    front[width / 2] = 1000;
    for (unsigned f = 0; f < frames; f++) {
        int *scratch = malloc(width * sizeof *scratch);
        if (!scratch) break;
        for (unsigned i = 0; i < width; i++) {
            int left = i ? front[i - 1] : 0, right = i + 1 < width ? front[i + 1] : 0;
            scratch[i] = left + 2 * front[i] + right;
        }
        for (unsigned i = 0; i < width; i++) back[i] = (short)(scratch[i] / 4);
        free(scratch);
        short *t = front;
        front = back;
        back = t;
    }
    int middle = front[width / 2];
    free(front);
    free(back);
    return middle;
}
