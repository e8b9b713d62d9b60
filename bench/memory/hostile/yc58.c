// memory: main => heap 1210+
// result kept in two places, one of them grown on, the other reset
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    g = malloc(10);
    h = g;
    g = realloc(h, 20);
    h = g;
    g = 0;
  }
  return 0;
}
