// memory: main => heap 100+
// exit while a block is held, a destructor holds another
// INPUT: printf 'x'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((destructor)) static void last(void) { char *q = malloc(500); q[0] = 1; free(q); }
int main(void) {
  for (;;) {
    int c;
    char *p = malloc(100);
    p[0] = 1;
    c = getchar();
    if (c == 'x' || c == EOF) exit(1);
    free(p);
  }
}
