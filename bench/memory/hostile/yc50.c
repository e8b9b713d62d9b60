// memory: main => heap 200+
// detached, new one stored before the old one is freed, in one block
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  while (getchar() != EOF) {
    char *n = malloc(100);
    char *o = g;
    g = 0;
    g = n;
    free(o);
  }
  free(g);
  return 0;
}
