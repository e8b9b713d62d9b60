/* A worker that makes, writes and frees one object again and again.
 * memory: main => 1 */
#include <stdlib.h>
#ifndef ROUNDS
#define ROUNDS 100
#endif
#ifndef WORKERS
#define WORKERS 1
#endif
#define SIZE 1
#define REPETITIONS 10
static void worker(int rounds, int repetitions, int size) {
    for (int i = 0; i < rounds; i++) {
        char *obj = malloc(size);
        for (int j = 0; j < repetitions; j++)
            for (int k = 0; k < size; k++) {
                obj[k] = (char)k;
                volatile char ch = obj[k];
                ch++;
            }
        free(obj);
    }
}
int main(void) {
    for (int i = 0; i < WORKERS; i++)
        worker(ROUNDS / WORKERS, REPETITIONS, SIZE);
    return 0;
}
