// memory: main => heap 200+
// detached, a malloc before the free
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  while (getchar() != EOF) {
    char *o = g;
    g = 0;
    char *n = malloc(100);
    free(o);
    g = n;
  }
  free(g);
  return 0;
}
