/* A generated automaton over flags that are inputs; no heap. memory: main => 0 */
#include <klee/klee.h>
static unsigned char bit[64];
int main(void) {
    klee_make_symbolic(bit, sizeof bit, "bit");
    int state = 0;
    for (int t = 0; t < 64; t++) {
        switch (state) {
        case 0: if (bit[t] & 1) state = 1; else if (bit[t] & 2) state = 2; break;
        case 1: if (bit[t] & 4) state = 3; break;
        case 2: if (bit[t] & 8) { bit[0] ^= 1; state = 0; } break;
        default: if (!(bit[t] & 16)) state = 0;
        }
    }
    return state;
}
