/* Two records and a loop over them. memory: main => 112 */
#include <stdlib.h>
#ifndef LOOPS
#define LOOPS 20000
#endif
struct record {
    struct record *next;
    int kind, number;
    char text[40];
};
int main(void) {
    struct record *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    a->number = b->number = a->kind = b->kind = 0;
    for (int i = 0; i < LOOPS; i++) {
        a->next->number = a->number + i % 7;
        b->next->kind = b->number & 3;
    }
    int r = a->number & 1;
    free(a);
    free(b);
    return r;
}
