// expect: proved
// What is there is found.
#include <klee/klee.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

int main(void) {
    static const int values[5] = {-7, 0, 3, 8, 100};
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    const int *found = bsearch(&key, values, 5, sizeof key, compare);
    int present = key == -7 || key == 0 || key == 3 || key == 8 || key == 100;
    klee_assert((found != NULL) == present);
    klee_assert(found == NULL || *found == key);
    return 0;
}
