/* Numbers of the input in an array that doubles, at most a hundred. memory: main => heap 768 */
#include <stdio.h>
#include <stdlib.h>

typedef struct { int *data; int size, capacity; } vector;

static int vector_push(vector *v, int x) {
    if (v->size == v->capacity) {
        int capacity = v->capacity ? 2 * v->capacity : 4;
        int *data = realloc(v->data, capacity * sizeof *data);
        if (!data) return 0;
        v->data = data;
        v->capacity = capacity;
    }
    v->data[v->size++] = x;
    return 1;
}

int main(void) {
    vector v = {NULL, 0, 0};
    int x;
    while (v.size < 100 && scanf("%d", &x) == 1) {
        if (!vector_push(&v, x)) break;
    }
    for (int i = v.size - 1; i >= 0; i--) printf("%d\n", v.data[i]);
    free(v.data);
    return 0;
}
