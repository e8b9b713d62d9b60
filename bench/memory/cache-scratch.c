/* The same with an object per worker that another thread made, in a table.
 * memory: main => 9 (18 with two workers, whose objects live together) */
#include <stdlib.h>
#ifndef ROUNDS
#define ROUNDS 100
#endif
#ifndef WORKERS
#define WORKERS 1
#endif
#define SIZE 1
#define REPETITIONS 10
static void worker(char *obj, int rounds) {
    free(obj);
    for (int i = 0; i < rounds; i++) {
        obj = malloc(SIZE);
        for (int j = 0; j < REPETITIONS; j++)
            for (int k = 0; k < SIZE; k++)
                obj[k] = (char)(k + j);
        free(obj);
    }
}
int main(void) {
    char **objs = malloc(WORKERS * sizeof(char *));
    for (int i = 0; i < WORKERS; i++)
        objs[i] = malloc(SIZE);
    for (int i = 0; i < WORKERS; i++)
        worker(objs[i], ROUNDS / WORKERS);
    free(objs);
    return 0;
}
