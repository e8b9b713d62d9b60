// memory: main => heap 6010+
// the holder is set to another block before the free
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h;
int main(void) {
  while (getchar() != EOF) {
    g = malloc(100);
    h = malloc(10);
    char *o = g;
    g = 0;
    o = h;
    free(o);
    h = 0;
  }
  return 0;
}
