// memory: main => heap 90+
// swap of two slots, then one is grown
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h;
int main(void) {
  while (getchar() != EOF) {
    char *t = g;
    g = h;
    h = t;
    g = realloc(g, 30);
  }
  return 0;
}
