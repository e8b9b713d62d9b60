/* A cipher in static tables; no heap. memory: main => 0 */
#include <klee/klee.h>
static unsigned char key[8], text[8], box[16] = {14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7};
int main(void) {
    klee_make_symbolic(key, sizeof key, "key");
    klee_make_symbolic(text, sizeof text, "text");
    for (int round = 0; round < 16; round++)
        for (int i = 0; i < 8; i++) {
            unsigned v = text[i] ^ key[(i + round) % 8];
            if (v & 1)
                text[i] = box[v & 15] << 4 | box[v >> 4];
            else
                text[(i + 1) % 8] ^= box[v >> 4];
        }
    return text[0];
}
