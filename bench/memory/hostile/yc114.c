// memory: main => heap 6010+
// detached from one slot, freed from another
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g, *h;
int main(void) {
  while (getchar() != EOF) {
    g = malloc(100);
    h = malloc(10);
    char *o = g, *k = h;
    g = 0;
    free(k);
    h = 0;
    (void)o;
  }
  return 0;
}
