/* A Petri net that is simulated in guards; no heap. memory: main => 0 */
#include <klee/klee.h>
static long place[14];
int main(void) {
    klee_make_symbolic(place, sizeof place, "place");
    for (int round = 0; round < 2; round++)
        for (int t = 0; t < 13; t++) {
            if (place[t] >= 1 && place[t + 1] <= 3) {
                place[t]--;
                place[t + 1] += 2;
            }
            if (place[13] > 0 && place[t] == 0) {
                place[13]--;
                place[t]++;
            }
        }
    return 0;
}
