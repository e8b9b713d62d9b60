/* Slots that three nested loops fill and refill; the sizes are inputs.
 * memory: main => 43,600 */
#include <klee/klee.h>
#include <stdlib.h>
#ifndef SLOTS
#define SLOTS 100
#endif
#define MOST 428
int main(void) {
    char **slot = calloc(SLOTS, sizeof *slot);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 10; i++)
            for (int j = i; j < SLOTS; j += 10) {
                unsigned short r;
                klee_make_symbolic(&r, sizeof r, "r");
                free(slot[j]);
                slot[j] = malloc(1 + r % MOST);
            }
    for (int i = 0; i < SLOTS; i++)
        free(slot[i]);
    free(slot);
    return 0;
}
