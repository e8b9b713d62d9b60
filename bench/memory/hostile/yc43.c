// memory: main => heap 40+
// result goes to another slot, the old one keeps its dangling value and is overwritten
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h;
int main(void) {
  g = malloc(10);
  while (getchar() != EOF) {
    h = realloc(g, 20);
    g = malloc(10);
    free(g);
    g = h;
    h = 0;
  }
  free(g);
  return 0;
}
