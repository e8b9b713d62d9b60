// memory: main => heap 6000+
// detached twice, only one copy is freed
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  char *o, *o2;
  while (getchar() != EOF) {
    g = malloc(100);
    o = g;
    o2 = o;
    o2 = 0;
    g = 0;
    free(o2);
  }
  return 0;
}
